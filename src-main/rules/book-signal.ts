import type { Cause } from './cause.ts';
import type { Fixed } from './decimal.ts';
import type { Action, Duration, InstrumentType, Signal, SignalRole, SignalState } from './signal.ts';

/** What links a signal to others, and what few orders say. */
export type SignalExtras = Pick<
  Signal,
  | 'role'
  | 'profitTarget'
  | 'stopLoss'
  | 'parentId'
  | 'releaseAt'
  | 'ocaId'
  | 'targetGroupId'
  | 'profitTargetId'
  | 'stopLossId'
  | 'replaces'
  | 'comments'
>;

/**
 * What was ordered, which never changes; `extras` is null for an order that stands alone. Where one is made, what a fill and a cancel ask
 * for comes first: it lies together then, and what has rested for long is far away.
 */
export type SignalOrder = Pick<
  Signal,
  | 'id'
  | 'ownId'
  | 'action'
  | 'quantity'
  | 'symbol'
  | 'instrument'
  | 'duration'
  | 'limit'
  | 'stop'
  | 'postedAt'
  | 'expiresAt'
> & {
  readonly extras: SignalExtras | null;
  /** Where the book that took the signal in last keeps it, so that its next state needs no search; a hint, to be held against the book. */
  slot: number;
};

/** What became of it. */
export type SignalStatus = Pick<
  Signal,
  'state' | 'cause' | 'awaitsParent' | 'endedAt' | 'tradedPrice' | 'openingTradeId' | 'closingTradeId'
>;

/** Without a fill; of a signal that has ended or that goes on. */
export function statusWithoutFill(
  state: SignalState,
  cause: Cause | null,
  endedAt: number | null,
  awaitsParent = false,
): SignalStatus {
  return {
    state,
    cause,
    awaitsParent,
    endedAt,
    tradedPrice: null,
    openingTradeId: null,
    closingTradeId: null,
  };
}

/** Of an order that stands alone. */
const NO_EXTRAS: SignalExtras = {
  role: 'order',
  profitTarget: null,
  stopLoss: null,
  parentId: null,
  releaseAt: null,
  ocaId: null,
  targetGroupId: null,
  profitTargetId: null,
  stopLossId: null,
  replaces: null,
  comments: '',
};

/**
 * A signal as the rules make it, and the only kind that the book holds. It is a value and never changes: one that moves is a new one with
 * another status, which shares what was ordered. To make, move and end signals is what an engine does most, so they are small.
 */
export class BookSignal implements Signal {
  /** Of no signal. While nothing is live it keeps the shape of signals, and what was compiled for it, as `Draft.kept` does. */
  static readonly kept = new BookSignal(
    {
      slot: 0,
      extras: null,
      id: '',
      symbol: '',
      action: 'BTO',
      quantity: 0n,
      instrument: 'stock',
      ownId: null,
      duration: 'DAY',
      limit: null,
      stop: null,
      postedAt: 0,
      expiresAt: 0,
    },
    statusWithoutFill('expired', null, null),
  );

  readonly order: SignalOrder;
  readonly status: SignalStatus;

  constructor(order: SignalOrder, status: SignalStatus) {
    this.order = order;
    this.status = status;
  }

  /** Of a signal in any form. */
  static of(signal: Signal): BookSignal {
    return signal instanceof BookSignal ? signal : new BookSignal(orderOf(signal), statusOf(signal));
  }

  /** The signal in its next state. */
  static moved(signal: Signal, status: SignalStatus): BookSignal {
    return new BookSignal(BookSignal.of(signal).order, status);
  }

  get id(): string {
    return this.order.id;
  }

  get ownId(): string | null {
    return this.order.ownId;
  }

  get action(): Action {
    return this.order.action;
  }

  get quantity(): Fixed {
    return this.order.quantity;
  }

  get symbol(): string {
    return this.order.symbol;
  }

  get instrument(): InstrumentType {
    return this.order.instrument;
  }

  get duration(): Duration {
    return this.order.duration;
  }

  get limit(): Fixed | null {
    return this.order.limit;
  }

  get stop(): Fixed | null {
    return this.order.stop;
  }

  get postedAt(): number {
    return this.order.postedAt;
  }

  get expiresAt(): number {
    return this.order.expiresAt;
  }

  get role(): SignalRole {
    return (this.order.extras ?? NO_EXTRAS).role;
  }

  get profitTarget(): Fixed | null {
    return (this.order.extras ?? NO_EXTRAS).profitTarget;
  }

  get stopLoss(): Fixed | null {
    return (this.order.extras ?? NO_EXTRAS).stopLoss;
  }

  get parentId(): string | null {
    return (this.order.extras ?? NO_EXTRAS).parentId;
  }

  get releaseAt(): number | null {
    return (this.order.extras ?? NO_EXTRAS).releaseAt;
  }

  get ocaId(): string | null {
    return (this.order.extras ?? NO_EXTRAS).ocaId;
  }

  get targetGroupId(): string | null {
    return (this.order.extras ?? NO_EXTRAS).targetGroupId;
  }

  get profitTargetId(): string | null {
    return (this.order.extras ?? NO_EXTRAS).profitTargetId;
  }

  get stopLossId(): string | null {
    return (this.order.extras ?? NO_EXTRAS).stopLossId;
  }

  get replaces(): string | null {
    return (this.order.extras ?? NO_EXTRAS).replaces;
  }

  get comments(): string {
    return (this.order.extras ?? NO_EXTRAS).comments;
  }

  get state(): SignalState {
    return this.status.state;
  }

  get cause(): Cause | null {
    return this.status.cause;
  }

  get awaitsParent(): boolean {
    return this.status.awaitsParent;
  }

  get endedAt(): number | null {
    return this.status.endedAt;
  }

  get tradedPrice(): Fixed | null {
    return this.status.tradedPrice;
  }

  get openingTradeId(): string | null {
    return this.status.openingTradeId;
  }

  get closingTradeId(): string | null {
    return this.status.closingTradeId;
  }
}

function orderOf(signal: Signal): SignalOrder {
  const { id, ownId, action, quantity, symbol, instrument, duration, limit, stop, postedAt, expiresAt } = signal;
  return {
    slot: 0,
    extras: extrasOf(signal),
    id,
    symbol,
    action,
    quantity,
    instrument,
    ownId,
    duration,
    limit,
    stop,
    postedAt,
    expiresAt,
  };
}

function extrasOf(signal: Signal): SignalExtras {
  const {
    role,
    profitTarget,
    stopLoss,
    parentId,
    releaseAt,
    ocaId,
    targetGroupId,
    profitTargetId,
    stopLossId,
    replaces,
    comments,
  } = signal;
  return {
    role,
    profitTarget,
    stopLoss,
    parentId,
    releaseAt,
    ocaId,
    targetGroupId,
    profitTargetId,
    stopLossId,
    replaces,
    comments,
  };
}

function statusOf(signal: Signal): SignalStatus {
  const { state, cause, awaitsParent, endedAt, tradedPrice, openingTradeId, closingTradeId } = signal;
  return { state, cause, awaitsParent, endedAt, tradedPrice, openingTradeId, closingTradeId };
}
