import { Book, type SignalArchive } from '#rules/book/book.ts';
import type { BookChange, IdUse, RuleContext } from '#rules/signals/book-view.ts';
import { cancelSignal } from '#rules/signals/cancel.ts';
import { ONE, type Fixed } from '#rules/decimal.ts';
import { applyPrice } from '#rules/signals/fill.ts';
import { placeSignal } from '#rules/signals/place.ts';
import { DEFAULT_RULE_OPTIONS } from '#rules/signals/rule-options.ts';
import type { SignalRequest } from '#rules/signals/signal-request.ts';
import { IdCounter } from '#practice/engine/id-counter.ts';

/** Monday 2026-03-02, 10:00 New York. */
const START = Date.UTC(2026, 2, 2, 15);
const SYMBOL = 'AAPL';
const TERMS = { pointValue: ONE, usdRate: ONE };
const termsOf = (): typeof TERMS => TERMS;
/**
 * All desks share one counter, as all strategies of a service do. If each desk had its own, the
 * compiled code of the function `next` would be garbage-collected between two rounds.
 */
const counter = new IdCounter(1_000_000);

/** An order that a benchmark submits. Prices and quantities are exact decimals. */
export type Order = {
  readonly side: 'buy' | 'sell';
  readonly quantity: Fixed;
  readonly limit: Fixed | null;
  readonly stop: Fixed | null;
  readonly profitTarget: Fixed | null;
  readonly stopLoss: Fixed | null;
  readonly ownId: string | null;
  readonly ocaId: string | null;
};

type ChangeListener = (before: Book, change: BookChange) => void;

/** An archive that has only the ids that were used. */
class UsedIds implements SignalArchive {
  readonly #uses = new Map<string, IdUse>();

  add({ signals }: BookChange): void {
    for (const { ownId, ocaId } of signals) {
      if (ownId !== null) this.#uses.set(ownId, 'ownId');
      if (ocaId !== null) this.#uses.set(ocaId, 'group');
    }
  }

  signal(): undefined {
    return undefined;
  }

  byOwnId(): undefined {
    return undefined;
  }

  usedAs(id: string): IdUse | undefined {
    return this.#uses.get(id);
  }
}

/**
 * The engine alone, without the order desk of `src-main/core`. It decides orders, applies changes
 * to the book and remembers the ids that were used. The practice service does the same for a
 * request, and adds HTTP and a database.
 */
export class BenchDesk {
  readonly #archive = new UsedIds();
  readonly #book = new Book(this.#archive);
  readonly #onChange: ChangeListener | null;
  readonly #context: { -readonly [K in keyof RuleContext]: RuleContext[K] } = {
    now: START,
    nextId: counter.next,
    options: DEFAULT_RULE_OPTIONS,
    terms: termsOf,
  };

  /** `onChange` gets each change before it is applied, in runs that are not timed. */
  constructor(onChange: ChangeListener | null = null) {
    this.#onChange = onChange;
  }

  get book(): Book {
    return this.#book;
  }

  /** Returns the service's id; null if the order was refused. */
  submit(order: Order): string | null {
    counter.avoid(order.ownId);
    counter.avoid(order.ocaId);
    const result = placeSignal(this.#book, request(order), this.#nextContext());
    if (!('signal' in result)) return null;
    this.#archive.add(result.change);
    this.#apply(result.change);
    return result.signal.id;
  }

  cancel(reference: string): void {
    const result = cancelSignal(this.#book, reference, this.#nextContext());
    if (result.ok) this.#apply(result.change);
  }

  /** Returns how many signals the tick has triggered. */
  tick(price: Fixed): number {
    const triggered = this.#book.triggered(SYMBOL, price);
    if (triggered.length > 0) this.#apply(applyPrice(this.#book, triggered, () => price, this.#nextContext()));
    return triggered.length;
  }

  /** Each step takes a millisecond of the desk's clock. */
  #nextContext(): RuleContext {
    this.#context.now += 1;
    return this.#context;
  }

  #apply(change: BookChange): void {
    this.#onChange?.(this.#book, change);
    this.#book.apply(change);
  }
}

function request(order: Order): SignalRequest {
  return {
    action: order.side === 'buy' ? 'BTO' : 'STO',
    quantity: order.quantity,
    symbol: SYMBOL,
    instrument: 'stock',
    duration: 'GTC',
    market: order.limit === null && order.stop === null,
    limit: order.limit,
    stop: order.stop,
    profitTarget: order.profitTarget,
    stopLoss: order.stopLoss,
    conditionalUpon: null,
    parent: null,
    replaces: null,
    leaveOcaIntact: false,
    ownId: order.ownId,
    ocaId: order.ocaId,
    forceNoOca: false,
    releaseAt: null,
    comments: '',
  };
}
