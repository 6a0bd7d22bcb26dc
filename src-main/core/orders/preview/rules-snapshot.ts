import type { Signal } from '#contract/model/signal.ts';
import type { NestedOrder, Ticket } from '#contract/model/ticket.ts';
import { groupKeyOf } from '#core/orders/signal-state.ts';
import { Book } from '#rules/book/book.ts';
import type { RuleContext } from '#rules/signals/book-view.ts';
import { fixed, ONE, parseFixed, type Fixed } from '#rules/decimal.ts';
import { MemoryArchive } from '#rules/book/memory-archive.ts';
import { DEFAULT_RULE_OPTIONS } from '#rules/signals/rule-options.ts';
import { UNLINKED_ORDER, type SignalRequest } from '#rules/signals/signal-request.ts';
import { isLive, type Signal as RuleSignal } from '#rules/signals/signal.ts';

const books = new WeakMap<readonly Signal[], Book>();

/**
 * Converts the blotter into a book of the platform's rules, so that an order can be tried on it
 * before it is sent. A trial does not change the book, so each list is converted only once.
 */
export function snapshotBook(signals: readonly Signal[]): Book {
  const book = books.get(signals) ?? makeBook(signals);
  books.set(signals, book);
  return book;
}

function makeBook(signals: readonly Signal[]): Book {
  const archive = new MemoryArchive();
  const book = new Book(archive);
  const ids = new Map(signals.map(({ rowId, serviceId, ownId }) => [rowId, serviceId ?? ownId]));
  const ruleSignals = signals.map((signal) => ruleSignal(signal, ids)).filter((one) => one !== null);
  archive.add(ruleSignals);
  book.open(ruleSignals.filter(isLive), []);
  return book;
}

/**
 * Ids of the preview's own orders start with a letter, so that they never equal an id of the
 * platform.
 */
export function previewContext(now: number): RuleContext {
  let last = 0;
  return {
    now,
    nextId: () => `new-${++last}`,
    options: DEFAULT_RULE_OPTIONS,
    terms: () => ({ pointValue: ONE, usdRate: ONE }),
  };
}

export function ruleRequest(ticket: Ticket): SignalRequest {
  return {
    ...commonTerms(ticket),
    profitTarget: fixedOrNull(ticket.profitTarget),
    stopLoss: fixedOrNull(ticket.stopLoss),
    conditionalUpon: ticket.conditionalUpon,
    parent: ticket.parent ? { ...UNLINKED_ORDER, ...commonTerms(ticket.parent) } : null,
    replaces: ticket.replaces?.serviceId ?? null,
    leaveOcaIntact: ticket.replaces?.leaveOcaIntact ?? false,
    ownId: null,
    ocaId: ticket.ocaGroupId,
    forceNoOca: ticket.keepBothAlive,
    releaseAt: ticket.parkUntil ? ticket.parkUntil * 1000 : null,
    comments: '',
  };
}

/** The members that an order and a parent nested in it both have. */
function commonTerms({ action, quantity, symbol, instrument, duration, price }: NestedOrder) {
  return {
    action,
    quantity: fixed(quantity),
    symbol,
    instrument,
    duration,
    market: price.kind === 'market',
    limit: price.kind === 'limit' ? fixed(price.limit) : null,
    stop: price.kind === 'stop' ? fixed(price.stop) : null,
  };
}

/**
 * Null for a row without an id, with a state that the rules do not know, or with a quantity of more
 * than nine decimals. A price with more than nine decimals becomes null: a trial fills no listed
 * order, so the price decides nothing.
 */
function ruleSignal(signal: Signal, ids: ReadonlyMap<string, string | null>): RuleSignal | null {
  const quantity = parseFixed(signal.quantity);
  const id = signal.serviceId ?? signal.ownId;
  const state = stateOf(signal.state);
  if (id === null || quantity === undefined || state === null) return null;
  const parentId = ids.get(signal.parentRowId ?? '') ?? null;
  return {
    id,
    ownId: signal.ownId === id ? null : signal.ownId,
    action: signal.action,
    quantity,
    symbol: signal.symbol,
    instrument: signal.instrument ?? 'stock',
    duration: signal.duration ?? 'DAY',
    limit: fixedOrNull(signal.limit),
    stop: fixedOrNull(signal.stop),
    role: signal.role === 'target' ? 'profitTarget' : signal.role === 'stop' ? 'stopLoss' : 'order',
    profitTarget: null,
    stopLoss: null,
    parentId,
    awaitsParent: state === 'waiting' && parentId !== null,
    releaseAt: null,
    ocaId: signal.ocaGroupId ?? groupKeyOf(signal),
    targetGroupId: null,
    profitTargetId: null,
    stopLossId: null,
    replaces: null,
    comments: '',
    state,
    cause: null,
    postedAt: (signal.postedAt ?? 0) * 1000,
    expiresAt: Number.MAX_SAFE_INTEGER,
    endedAt: null,
    tradedPrice: null,
    openingTradeId: null,
    closingTradeId: null,
  };
}

function stateOf(state: Signal['state']): RuleSignal['state'] | null {
  switch (state) {
    case 'working':
    case 'waiting':
    case 'traded':
    case 'canceled':
    case 'expired':
      return state;
    default:
      return null;
  }
}

function fixedOrNull(text: string | null): Fixed | null {
  return text === null ? null : (parseFixed(text) ?? null);
}
