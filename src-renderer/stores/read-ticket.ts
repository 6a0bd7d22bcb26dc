import type { NestedOrder, OrderPrice, Ticket } from '#contract/model/ticket.ts';
import { isBuy, isEntry } from '#contract/model/order-action.ts';
import { halfWidth } from '#renderer/format/half-width.ts';
import type { ReadNumber } from '#renderer/format/read-decimal.ts';
import { readId } from '#renderer/format/read-id.ts';
import { readNewYork } from '#renderer/format/read-new-york.ts';
import { readPrice } from '#renderer/format/read-price.ts';
import { readOrderQuantity } from '#renderer/format/read-quantity.ts';
import { tickFault } from '#renderer/format/tick-fault.ts';
import { bracketPrices, type BracketTemplate } from './bracket-template.ts';
import type { BasicDraft, TicketDraft } from './ticket-draft.ts';
import { madeFromTemplate } from './made-from.ts';
import { noFacts, type TicketFacts } from './ticket-facts.ts';

type BasicField = 'quantity' | 'symbol' | 'limit' | 'stop';
/** A field that the trader types in. `waits` is the condition, and `group` is the OCA group. */
export type TypedField =
  BasicField | `parent.${BasicField}` | 'profitTarget' | 'stopLoss' | 'parkUntil' | 'waits' | 'group';

/** A draft as it was read. `ticket` is null while anything is missing or wrong. */
export type ReadTicket = {
  readonly ticket: Ticket | null;
  /** Fields that are wrong as typed. */
  readonly errors: ReadonlyMap<TypedField, string>;
  /** Required fields that are still blank. Shown after the trader tried to send. */
  readonly missing: ReadonlyMap<TypedField, string>;
  /** The value that was read, if it differs from the typed text. */
  readonly readAsTexts: ReadonlyMap<TypedField, string>;
  /** Prices that the bracket template fills in for a blank target or stop, or null. */
  readonly templatePrices: { readonly profitTarget: string | null; readonly stopLoss: string | null };
};

class Reader {
  readonly errors = new Map<TypedField, string>();
  readonly missing = new Map<TypedField, string>();
  readonly readAsTexts = new Map<TypedField, string>();
  readonly #facts: TicketFacts;

  constructor(facts: TicketFacts) {
    this.#facts = facts;
  }

  /** The number as text, or null. */
  number(field: TypedField, read: ReadNumber, blankError: string | null): string | null {
    if (read.state === 'refused') this.errors.set(field, read.reason);
    if (read.state === 'blank' && blankError !== null) this.missing.set(field, blankError);
    if (read.state !== 'read') return null;
    if (read.readAs !== null) this.readAsTexts.set(field, read.readAs);
    return read.value;
  }

  price(field: TypedField, typed: string, draft: BasicDraft, blankError: string | null): string | null {
    const value = this.number(field, readPrice(typed), blankError);
    if (value === null) return null;
    const fault = tickFault(
      value,
      draft.instrument,
      this.#facts.instrument(draft.symbol.trim(), draft.instrument).tick,
    );
    if (fault !== null) this.errors.set(field, fault);
    return fault === null ? value : null;
  }

  symbol(field: TypedField, typed: string): string | null {
    const symbol = halfWidth(typed).trim().toUpperCase();
    if (symbol === '') this.missing.set(field, 'Type a symbol.');
    else if (!/^[A-Z0-9@.$/^-]{1,32}$/.test(symbol)) this.errors.set(field, 'Letters, digits and @ . $ / ^ - only.');
    else return symbol;
    return null;
  }

  orderPrice(draft: BasicDraft, prefix: '' | 'parent.'): OrderPrice | null {
    if (draft.kind === 'market') return { kind: 'market' };
    if (draft.kind === 'limit') {
      const limit = this.price(`${prefix}limit`, draft.limit, draft, 'A limit order needs a limit price.');
      return limit === null ? null : { kind: 'limit', limit };
    }
    const stop = this.price(`${prefix}stop`, draft.stop, draft, 'A stop order needs a stop price.');
    return stop === null ? null : { kind: 'stop', stop };
  }

  order(draft: BasicDraft, prefix: '' | 'parent.'): NestedOrder | null {
    const typed = readOrderQuantity(draft.quantity, draft.action);
    const quantity = this.number(`${prefix}quantity`, typed, 'Type a quantity.');
    const symbol = this.symbol(`${prefix}symbol`, draft.symbol);
    const price = this.orderPrice(draft, prefix);
    if (quantity === null || symbol === null || price === null) return null;
    return { action: draft.action, quantity, symbol, instrument: draft.instrument, price, duration: draft.duration };
  }

  id(field: 'waits' | 'group', typed: string): string | null {
    const read = readId(typed);
    if (read.state === 'blank') this.missing.set(field, 'Type an id.');
    if (read.state === 'refused') this.errors.set(field, read.reason);
    return read.state === 'read' ? read.value : null;
  }

  /** The ids of signals and groups are of one number space: a group cannot have a signal's id. */
  groupId(typed: string): string | null {
    const id = this.id('group', typed);
    if (id === null || this.#facts.idUse(id) !== 'signal') return id;
    this.errors.set('group', 'This id is already used by an order. A group needs its own id.');
    return null;
  }

  parkUntil(typed: string): number | null {
    if (typed.trim() === '') return null;
    const read = readNewYork(typed, this.#facts.now());
    if (read.state === 'refused') this.errors.set('parkUntil', read.reason);
    if (read.state !== 'read') return null;
    if (read.readAs !== null) this.readAsTexts.set('parkUntil', read.readAs);
    return read.seconds;
  }
}

export function readTicket(draft: TicketDraft, systemId: string | null, facts: TicketFacts = noFacts): ReadTicket {
  const reader = new Reader(facts);
  const order = reader.order(draft, '');
  const templatePrices = templatePricesOf(draft, order?.quantity ?? null, facts);
  const bracket = readBracket(reader, draft, templatePrices, facts.template(draft.template));
  const links = readLinks(reader, draft);
  const parkUntil = reader.parkUntil(draft.parkUntil);
  const { errors, missing, readAsTexts } = reader;
  const isComplete = order !== null && systemId !== null && errors.size === 0 && missing.size === 0;
  const ticket: Ticket | null = isComplete
    ? {
        systemId,
        ...order,
        ...bracket,
        ...links,
        replaces: replacesOf(draft),
        keepBothAlive: draft.keepBothAlive && bracket.profitTarget !== null && bracket.stopLoss !== null,
        ...(parkUntil === null ? {} : { parkUntil }),
        ...madeFrom(draft, templatePrices, facts),
      }
    : null;
  return { ticket, errors, missing, readAsTexts, templatePrices };
}

/** The hotkey, and the template if it filled the target or the stop. */
function madeFrom(draft: TicketDraft, templatePrices: Bracket, facts: TicketFacts): Pick<Ticket, 'madeFrom'> {
  const usesTemplate = templatePrices.profitTarget !== null || templatePrices.stopLoss !== null;
  const sources = [
    ...(draft.hotkey === null ? [] : [draft.hotkey]),
    ...(usesTemplate ? [madeFromTemplate(facts.template(draft.template))] : []),
  ];
  return sources.length === 0 ? {} : { madeFrom: sources };
}

type Bracket = { readonly profitTarget: string | null; readonly stopLoss: string | null };

const replacesOf = ({ replaces }: TicketDraft): Ticket['replaces'] =>
  replaces === null ? null : { serviceId: replaces.serviceId, leaveOcaIntact: replaces.leaveOcaIntact };

/**
 * Prices that the template gives from the entry price, or from the base price of a market order.
 */
function templatePricesOf(draft: TicketDraft, quantity: string | null, facts: TicketFacts): Bracket {
  const noPrices = { profitTarget: null, stopLoss: null };
  if (!draft.bracket || !isEntry(draft.action)) return noPrices;
  const symbol = draft.symbol.trim();
  const read = readPrice(draft.kind === 'limit' ? draft.limit : draft.stop);
  const typedPrice = read.state === 'read' ? read.value : null;
  const entry = draft.kind === 'market' ? facts.basePrice(symbol) : typedPrice;
  if (entry === null) return noPrices;
  const { tick, pointValue } = facts.instrument(symbol, draft.instrument);
  const input = { buy: isBuy(draft.action), instrument: draft.instrument, entry, quantity, pointValue, tick };
  const { target, stop } = bracketPrices(input, facts.template(draft.template));
  return {
    profitTarget: draft.profitTarget === '' && !draft.noTarget ? target : null,
    stopLoss: draft.stopLoss === '' && !draft.noStop ? stop : null,
  };
}

/**
 * If the template has a leg and its price cannot be computed, the field of the leg is added to
 * `missing`, so that the order is not sent without the leg. A target is added only if the template
 * filled the stop.
 */
function readBracket(reader: Reader, draft: TicketDraft, templatePrices: Bracket, template: BracketTemplate): Bracket {
  if (!draft.bracket || !isEntry(draft.action)) return { profitTarget: null, stopLoss: null };
  const profitTarget = reader.price('profitTarget', draft.profitTarget, draft, null) ?? templatePrices.profitTarget;
  const stopLoss = reader.price('stopLoss', draft.stopLoss, draft, null) ?? templatePrices.stopLoss;
  if (reader.errors.has('profitTarget') || reader.errors.has('stopLoss')) return { profitTarget, stopLoss };
  if (profitTarget === null && stopLoss === null)
    reader.missing.set('stopLoss', 'An entry needs a bracket. Type a stop or a target, or turn Bracket off.');
  else if (stopLoss === null && template.stop !== null && !draft.noStop)
    reader.missing.set('stopLoss', unpricedText('stop'));
  else if (profitTarget === null && template.target !== null && !draft.noTarget && templatePrices.stopLoss !== null)
    reader.missing.set('profitTarget', unpricedText('target'));
  return { profitTarget, stopLoss };
}

const unpricedText = (leg: 'stop' | 'target'): string =>
  `The bracket template gives no ${leg} price here. Type a ${leg}, choose another template, or turn Bracket off.`;

function readLinks(reader: Reader, draft: TicketDraft): Pick<Ticket, 'conditionalUpon' | 'ocaGroupId' | 'parent'> {
  const { waits, group } = draft;
  const conditionalUpon = waits.how === 'signal' ? waits.id : waits.how === 'id' ? reader.id('waits', waits.id) : null;
  const ocaGroupId = group.how === 'group' ? group.id : group.how === 'id' ? reader.groupId(group.id) : null;
  if (waits.how !== 'parent') return { conditionalUpon, ocaGroupId };
  const parent = reader.order(waits.parent, 'parent.');
  return { conditionalUpon, ocaGroupId, ...(parent === null ? {} : { parent }) };
}
