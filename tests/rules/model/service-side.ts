import type { BookView, RuleContext, BookChange } from '#rules/signals/book-view.ts';
import { cancelSignal, type CancelResult } from '#rules/signals/cancel.ts';
import { fixed, ONE } from '#rules/decimal.ts';
import { applyTime } from '#rules/signals/expire.ts';
import { applyPrice, isTriggered } from '#rules/signals/fill.ts';
import { fromNewYork } from '#rules/calendar/new-york.ts';
import { placeSignal, type PlaceResult } from '#rules/signals/place.ts';
import type { RuleOptions } from '#rules/signals/rule-options.ts';
import type { SignalRequest } from '#rules/signals/signal-request.ts';
import { isLive, nextDue, type Signal } from '#rules/signals/signal.ts';
import type { Signals } from '#tests/rules/signal-invariants.ts';

const at = (hour: number, minute: number): number =>
  fromNewYork({ year: 2026, month: 3, day: 2, hour, minute, second: 0 }).earliest;
const MORNING = at(9, 30);
const EVENING = at(16, 5);

/**
 * The service of the model: the real rules over a list of signals. Two things are left out:
 * positions (every fill opens its own trade, and no signal's state depends on trades) and the time
 * within a day (only the end of the day changes a signal).
 */
export type Service = { readonly signals: Signals; readonly lastId: number; readonly evening: boolean };

export const EMPTY_SERVICE: Service = { signals: new Map(), lastId: 100, evening: false };

class View implements BookView {
  readonly #signals: Signals;

  constructor(signals: Signals) {
    this.#signals = signals;
  }

  signal(id: string): ReturnType<BookView['signal']> {
    return this.#signals.get(id);
  }

  find(reference: string): ReturnType<BookView['signal']> {
    return this.signal(reference) ?? this.byOwnId(reference);
  }

  byOwnId(ownId: string): ReturnType<BookView['signal']> {
    return this.#all().findLast((one) => one.ownId === ownId);
  }

  usedAs(id: string): ReturnType<BookView['usedAs']> {
    if (this.#signals.has(id)) return 'signal';
    if (this.byOwnId(id)) return 'ownId';
    return this.#all().some((one) => one.ocaId === id) ? 'group' : undefined;
  }

  liveMembers(ocaId: string): ReturnType<BookView['liveMembers']> {
    return this.#all().filter((one) => one.ocaId === ocaId && isLive(one));
  }

  waitingChildren(parent: Signal): ReturnType<BookView['waitingChildren']> {
    return this.#all().filter((one) => one.parentId === parent.id && one.state === 'waiting');
  }

  openTrade(): undefined {
    return undefined;
  }

  #all(): ReturnType<BookView['liveMembers']> & unknown[] {
    return [...this.#signals.values()];
  }
}

/** A decision of the rules, and the service after it. */
type Decided<Result> = { readonly result: Result; readonly service: Service };

function decide<Result>(
  service: Service,
  options: RuleOptions,
  decision: (view: BookView, context: RuleContext) => { result: Result; change: BookChange | null },
): Decided<Result> {
  let { lastId } = service;
  const context: RuleContext = {
    now: service.evening ? EVENING : MORNING,
    nextId: () => String((lastId += 1)),
    options,
    terms: () => ({ pointValue: ONE, usdRate: ONE }),
  };
  const { result, change } = decision(new View(service.signals), context);
  if (change === null || change.signals.length === 0) return { result, service };
  const signals = new Map(service.signals);
  for (const signal of change.signals) signals.set(signal.id, signal);
  return { result, service: { ...service, signals, lastId } };
}

export function submit(service: Service, request: SignalRequest, options: RuleOptions): Decided<PlaceResult> {
  return decide(service, options, (view, context) => {
    const result = placeSignal(view, request, context);
    return { result, change: 'signal' in result ? result.change : null };
  });
}

export function cancel(service: Service, reference: string, options: RuleOptions): Decided<CancelResult> {
  return decide(service, options, (view, context) => {
    const result = cancelSignal(view, reference, context);
    return { result, change: result.ok ? result.change : null };
  });
}

export function tick(service: Service, price: string, options: RuleOptions): Service {
  const mark = fixed(price);
  const triggered = [...service.signals.values()].filter((one) => one.state === 'working' && isTriggered(one, mark));
  return decide(service, options, (view, context) => ({
    result: null,
    change: applyPrice(view, triggered, () => mark, context),
  })).service;
}

/** Ends the day. A model has only one day. */
export function endDay(service: Service, options: RuleOptions): Service {
  const due = [...service.signals.values()].filter(
    (one) => nextDue(one, options.waitingAtDayEnd, undefined) <= EVENING,
  );
  const evening = { ...service, evening: true };
  return decide(evening, options, (view, context) => ({ result: null, change: applyTime(view, due, context) })).service;
}
