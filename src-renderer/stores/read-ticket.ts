import type { OrderPrice, Ticket } from '#contract/model/ticket.ts';
import { isEntry } from '#renderer/format/action-words.ts';
import type { ReadNumber } from '#renderer/format/read-decimal.ts';
import { readPrice } from '#renderer/format/read-price.ts';
import { readQuantity } from '#renderer/format/read-quantity.ts';
import type { TicketDraft } from './ticket-draft.ts';

export type TypedField = 'quantity' | 'symbol' | 'limit' | 'stop' | 'profitTarget' | 'stopLoss';

/** What a draft says. `ticket` is null while anything is missing or wrong. */
export type ReadTicket = {
  readonly ticket: Ticket | null;
  /** Wrong as typed. */
  readonly errors: ReadonlyMap<TypedField, string>;
  /** Needed and still blank: told once the trader tried to send. */
  readonly missing: ReadonlyMap<TypedField, string>;
  /** What was read where it differs from what was typed. */
  readonly echoes: ReadonlyMap<TypedField, string>;
};

class Reader {
  readonly errors = new Map<TypedField, string>();
  readonly missing = new Map<TypedField, string>();
  readonly echoes = new Map<TypedField, string>();

  /** The number's text, or null where there is none (yet). */
  number(field: TypedField, read: ReadNumber, blank: string | null): string | null {
    if (read.state === 'refused') this.errors.set(field, read.reason);
    if (read.state === 'blank' && blank !== null) this.missing.set(field, blank);
    if (read.state !== 'read') return null;
    if (read.echo !== null) this.echoes.set(field, read.echo);
    return read.value;
  }

  symbol(typed: string): string | null {
    const symbol = typed.trim().toUpperCase();
    if (symbol === '') this.missing.set('symbol', 'Which symbol?');
    else if (!/^[A-Z0-9@.$/^-]{1,32}$/.test(symbol)) this.errors.set('symbol', 'Letters, digits and @ . $ / ^ - only.');
    else return symbol;
    return null;
  }

  price(draft: TicketDraft): OrderPrice | null {
    if (draft.kind === 'market') return { kind: 'market' };
    if (draft.kind === 'limit') {
      const limit = this.number('limit', readPrice(draft.limit), 'A limit order needs its price.');
      return limit === null ? null : { kind: 'limit', limit };
    }
    const stop = this.number('stop', readPrice(draft.stop), 'A stop order needs its price.');
    return stop === null ? null : { kind: 'stop', stop };
  }
}

export function readTicket(draft: TicketDraft, systemId: string | null): ReadTicket {
  const reader = new Reader();
  const quantity = reader.number('quantity', readQuantity(draft.quantity), 'How many?');
  const symbol = reader.symbol(draft.symbol);
  const price = reader.price(draft);
  const entry = isEntry(draft.action);
  const profitTarget = entry ? reader.number('profitTarget', readPrice(draft.profitTarget), null) : null;
  const stopLoss = entry ? reader.number('stopLoss', readPrice(draft.stopLoss), null) : null;
  const { errors, missing, echoes } = reader;
  if (quantity === null || symbol === null || price === null || systemId === null || errors.size > 0) {
    return { ticket: null, errors, missing, echoes };
  }
  const ticket: Ticket = {
    systemId,
    action: draft.action,
    quantity,
    symbol,
    instrument: draft.instrument,
    price,
    duration: draft.duration,
    profitTarget,
    stopLoss,
    conditionalUpon: draft.conditionalUpon,
    replaces:
      draft.replaces === null
        ? null
        : { serviceId: draft.replaces.serviceId, leaveOcaIntact: draft.replaces.leaveOcaIntact },
    ocaGroupId: null,
    keepBothAlive: draft.keepBothAlive && profitTarget !== null && stopLoss !== null,
  };
  return { ticket, errors, missing, echoes };
}
