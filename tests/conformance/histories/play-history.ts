import { formatFixed, type Fixed } from '#rules/decimal.ts';
import { isLive, type Signal } from '#rules/signals/signal.ts';
import type { Instrument } from '#practice/instruments/instrument.ts';
import { asList, asMembers, text, type Members } from '#tests/conformance/service.ts';
import type { InProcess } from '#tests/conformance/in-process.ts';
import {
  checkBook,
  checkMoves,
  checkReplace,
  checkTrades,
  ViolatedInvariant,
  type Reuse,
} from '#tests/rules/signal-invariants.ts';
import type { Delivery } from './delivery.ts';
import type { DesiredStep, LinkStep } from './mode-step.ts';
import { DesiredPlayer } from './play-desired.ts';
import { LinksPlayer } from './play-links.ts';
import type { History, SignalStep, Step } from './step.ts';
import { EMPTY, readBook, readTrades, sameBook, type StoredBook } from './stored-book.ts';

export type Counts = {
  histories: number;
  steps: number;
  submits: number;
  accepted: number;
  refused: number;
  unanswered: number;
  doubled: number;
  cancels: number;
  restarts: number;
  fills: number;
  groupCancels: number;
  expired: number;
  replaced: number;
  bothLegsFilled: number;
  acceptedLists: number;
  submitsWhileMaintaining: number;
  acceptedLinkRequests: number;
};

export const zeroCounts = (): Counts => ({
  histories: 0,
  steps: 0,
  submits: 0,
  accepted: 0,
  refused: 0,
  unanswered: 0,
  doubled: 0,
  cancels: 0,
  restarts: 0,
  fills: 0,
  groupCancels: 0,
  expired: 0,
  replaced: 0,
  bothLegsFilled: 0,
  acceptedLists: 0,
  submitsWhileMaintaining: 0,
  acceptedLinkRequests: 0,
});

/** The ids that one answer confirmed: the service id, and the own id that belongs to it. */
type ConfirmedIds = { readonly id: string; readonly ownId: string | null };
type TradedInstrument = { readonly instrument: Instrument; readonly initialPrice: Fixed };

const PRICE_STEP_DIVISOR = 100n;
const isOk = (answer: Members): boolean => answer['ok'] === '1' || answer['ok'] === 1;

/**
 * Plays one history on a fresh service and checks every invariant after every step. Throws
 * ViolatedInvariant.
 */
export class Player {
  readonly #service: InProcess;
  readonly #counts: Counts;
  readonly #alwaysOpen: boolean;
  #instruments: readonly TradedInstrument[] = [];
  #book: StoredBook = EMPTY;
  #confirmed: ConfirmedIds[] = [];
  #reuse: Reuse = { mayReuseOwnIds: false, mayReuseGroups: false };
  #replaysAnswers = false;
  #desired: DesiredPlayer | null = null;
  #links: LinksPlayer | null = null;

  constructor(service: InProcess, counts: Counts, alwaysOpen: boolean) {
    this.#service = service;
    this.#counts = counts;
    this.#alwaysOpen = alwaysOpen;
  }

  play(history: History): void {
    this.#links = null;
    this.#service.reset();
    this.#setSwitches(history.switches);
    // The initial state is the same each time.
    if (this.#instruments.length === 0) this.#instruments = this.#chooseInstruments();
    this.#book = readBook(this.#service, EMPTY);
    this.#confirmed = [];
    this.#beginModes();
    for (const step of history.steps) this.#step(step);
    // Only some histories end with a restart: it costs as much as ten steps, and many histories
    // have a restart among their steps.
    if (history.steps.length % 6 === 0) this.#service.restart();
    this.#readAndCheck();
    this.#checkEnd();
    this.#counts.histories += 1;
    this.#counts.steps += history.steps.length;
  }

  #setSwitches(picks: readonly number[]): void {
    const { switches } = this.#service.services;
    switches.list().forEach(({ name, values, value }, at) => {
      const chosen = values[(picks[at] ?? 0) % values.length];
      if (chosen !== undefined && chosen !== value) switches.set(name, chosen);
    });
    const { duplicateOwnId, finishedOcaId } = switches.rules();
    this.#reuse = { mayReuseOwnIds: duplicateOwnId === 'accept', mayReuseGroups: finishedOcaId === 'join' };
    this.#replaysAnswers = duplicateOwnId === 'replay';
  }

  /** Two stocks and one of each other type, at their initial prices. */
  #chooseInstruments(): readonly TradedInstrument[] {
    const { catalog, market, clock } = this.#service.services;
    const listedOf = (type: Instrument['type']): Instrument[] => catalog.listed().filter((one) => one.type === type);
    const chosen = [
      ...listedOf('stock').slice(0, 2),
      ...['option', 'future', 'forex'].flatMap((type) => listedOf(type as 'option').slice(0, 1)),
    ];
    return chosen.map((instrument) => ({ instrument, initialPrice: market.price(instrument.symbol, clock.now()) }));
  }

  #step(step: Step): void {
    switch (step.kind) {
      case 'submit':
        this.#submit(step);
        return;
      case 'cancel':
        this.#cancel(step);
        return;
      case 'desired':
        this.#setDesired(step);
        break;
      case 'startLink':
      case 'changeLink':
      case 'stopLink':
        this.#link(step);
        break;
      case 'price': {
        const { instrument } = this.#instrumentAt(step.instrument);
        const price = this.#priceText(step.instrument, step.away);
        this.#throwIfRefused(this.#service.control.setPrice({ symbol: instrument.symbol, price }));
        break;
      }
      case 'clock':
        this.#throwIfRefused(this.#service.control.advanceClock({ advanceSeconds: String(step.seconds) }));
        break;
      case 'restart':
        this.#counts.restarts += 1;
        this.#service.restart();
    }
    this.#readAndCheck();
  }

  #beginModes(): void {
    const service = this.#service;
    this.#desired = new DesiredPlayer({
      service,
      instrument: (at) => this.#instrumentAt(at).instrument,
      bookChanged: () => {
        const before = this.#book;
        return !sameBook(before, this.#readAndCheck());
      },
    });
    this.#links = new LinksPlayer(service);
  }

  #setDesired(step: DesiredStep): void {
    let isRepeat = false;
    this.#send(step.delivery, () => {
      const isAccepted = this.#desired?.arrive(step, isRepeat) === true;
      if (isAccepted) this.#counts.acceptedLists += 1;
      isRepeat = isAccepted;
    });
  }

  #link(step: LinkStep): void {
    this.#send(step.delivery, () => {
      if (this.#links?.arrive(step) === true) this.#counts.acceptedLinkRequests += 1;
    });
  }

  #throwIfRefused({ status, body }: { status: number; body: unknown }): void {
    if (status !== 200) throw new Error(`control refused: ${JSON.stringify(body)}`);
  }

  #submit({ signal, parent, nested, replaces, delivery }: Extract<Step, { kind: 'submit' }>): void {
    const old = replaces === null ? undefined : this.#signalAt(replaces);
    const fields = {
      ...this.#fields(signal),
      ...(parent === null ? {} : { conditionalupon: this.#signalAt(parent)?.id ?? '0' }),
      ...(nested === null ? {} : { conditionalUponSignal: this.#fields(nested) }),
      // An own id that was accepted twice names the younger signal. Only the service id is certain
      // to name the old one.
      ...(old ? { xreplace: (this.#reuse.mayReuseOwnIds ? null : old.ownId) ?? old.id } : {}),
    };
    this.#counts.submits += 1;
    this.#send(delivery, () => this.#submitOnce(fields, old, signal.leaveOcaIntact, delivery));
  }

  /** One arrival of the request at the service; checks what it changed. */
  #submitOnce(signal: object, old: Signal | undefined, leaveOcaIntact: boolean, delivery: Delivery): void {
    const before = this.#book;
    const maintained = this.#desired?.maintains === true;
    const answer = this.#service.call('submitSignal', { signal });
    const after = this.#readAndCheck();
    if (maintained) this.#checkDisengaged(!sameBook(before, after));
    if (!isOk(answer)) {
      if (!sameBook(before, after))
        throw new ViolatedInvariant('I5', `a refused submit changed the book: ${JSON.stringify(answer)}`);
      this.#counts.refused += 1;
      return;
    }
    const echo = asMembers(answer['signal']);
    const id = text(echo, 'signalid');
    if (before.signals.has(id)) {
      if (!this.#replaysAnswers || !sameBook(before, after))
        throw new ViolatedInvariant('I4', `${id} was answered again`);
      return;
    }
    if (!after.signals.has(id)) throw new ViolatedInvariant('P1', `${id} was accepted and is not there`);
    for (const fresh of after.signals.keys())
      if (!before.signals.has(fresh) && [...before.signals.keys()].some((known) => BigInt(known) >= BigInt(fresh)))
        throw new ViolatedInvariant('I4', `${fresh} is no new id`);
    if (old) {
      this.#counts.replaced += 1;
      checkReplace(before.signals, after.signals, old, leaveOcaIntact && old.ocaId !== null);
    }
    this.#counts.accepted += 1;
    if (delivery !== 'lostAfter') this.#confirmed.push({ id, ownId: after.signals.get(id)?.ownId ?? null });
  }

  /**
   * order-safety D3: while a list is maintained, a signal is refused, or accepted in the way that
   * the switch says.
   */
  #checkDisengaged(bookChanged: boolean): void {
    this.#counts.submitsWhileMaintaining += 1;
    const entryWhileMaintaining = this.#service.services.switches.get('signalEntryWhileMaintaining');
    const maintains = this.#desired?.maintains === true;
    if (entryWhileMaintaining === 'refuse' && bookChanged)
      throw new ViolatedInvariant('D3', 'a signal was taken while a list is maintained');
    if (maintains === (bookChanged && entryWhileMaintaining === 'switchOff'))
      throw new ViolatedInvariant('D3', `${entryWhileMaintaining}: the mode is wrong afterwards`);
  }

  #cancel({ which, byOwnId, delivery }: Extract<Step, { kind: 'cancel' }>): void {
    const chosen = this.#signalAt(which);
    const signalid = (byOwnId ? chosen?.ownId : null) ?? chosen?.id ?? '1';
    this.#counts.cancels += 1;
    this.#send(delivery, () => {
      const before = this.#book;
      const answer = this.#service.call('cancelSignal', { signalid });
      const after = this.#readAndCheck();
      if (!isOk(answer) && !sameBook(before, after))
        throw new ViolatedInvariant('I1', 'a refused cancel changed the book');
      const target = before.signals.get(text(asMembers(answer['signal'] ?? { signalid: '' }), 'signalid'));
      if (isOk(answer) && !(target && isLive(target)))
        throw new ViolatedInvariant('I1', `${signalid} was canceled although it had ended`);
    });
  }

  #send(delivery: Delivery, arrive: () => void): void {
    if (delivery === 'lostBefore' || delivery === 'lostAfter') this.#counts.unanswered += 1;
    if (delivery !== 'lostBefore') arrive();
    if (delivery !== 'doubled') return;
    this.#counts.doubled += 1;
    arrive();
  }

  #fields(signal: SignalStep): object {
    const { instrument } = this.#instrumentAt(signal.instrument);
    const price = this.#priceText(signal.instrument, signal.away);
    const { now } = this.#service.services.clock;
    const isEntry = !['BTC', 'STC'].includes(signal.action);
    const profitSign = signal.action === 'BTO' ? 1 : -1;
    const child = (steps: number | null, sign: number): string | null =>
      steps === null || !isEntry ? null : this.#priceText(signal.instrument, signal.away + sign * steps);
    return {
      action: signal.action,
      quant: signal.quant,
      symbol: instrument.symbol,
      typeofsymbol: instrument.type,
      duration: signal.duration,
      ...(signal.kind === 'market' ? {} : { [signal.kind]: price }),
      profittarget: child(signal.bracket.target, profitSign),
      stoploss: child(signal.bracket.loss, -profitSign),
      forcenooca: signal.forceNoOca ? 1 : 0,
      leave_oca_intact: signal.leaveOcaIntact ? 1 : 0,
      signalid: signal.ownIdNumber === null ? null : `own${signal.ownIdNumber}`,
      ocaid: signal.groupNumber === null ? null : `group${signal.groupNumber}`,
      parkUntilSecs: signal.parkSeconds === null ? null : Math.floor(now() / 1000) + signal.parkSeconds,
    };
  }

  #instrumentAt(at: number): TradedInstrument {
    const found = this.#instruments[at % this.#instruments.length];
    if (!found) throw new Error('no instrument');
    return found;
  }

  /** A price above zero in whole ticks. `away` counts price steps, as in SignalStep. */
  #priceText(at: number, away: number): string {
    const { instrument, initialPrice } = this.#instrumentAt(at);
    const { tick } = instrument;
    const step = (initialPrice / PRICE_STEP_DIVISOR / tick + 1n) * tick;
    const price = (initialPrice / tick) * tick + BigInt(away) * step;
    return formatFixed(price > tick ? price : tick);
  }

  #signalAt(which: number): Signal | undefined {
    const all = [...this.#book.signals.values()];
    return all[which % Math.max(1, all.length)];
  }

  /** Reads the book again and checks how the step changed it. */
  #readAndCheck(): StoredBook {
    const before = this.#book;
    const after = readBook(this.#service, before);
    checkMoves(before.signals, after.signals);
    this.#links?.check(this.#alwaysOpen);
    this.#count(before, after);
    this.#book = after;
    return after;
  }

  #count(before: StoredBook, after: StoredBook): void {
    for (const [id, { state, cause }] of after.signals) {
      if (state === before.signals.get(id)?.state) continue;
      if (state === 'traded') this.#counts.fills += 1;
      if (state === 'expired') this.#counts.expired += 1;
      if (state === 'canceled' && cause?.kind.startsWith('sibling') === true) this.#counts.groupCancels += 1;
    }
  }

  #checkEnd(): void {
    this.#counts.bothLegsFilled += checkBook(this.#book.signals, this.#reuse).bothFilled;
    for (const { id, ownId } of this.#confirmed)
      if (this.#book.signals.get(id)?.ownId !== ownId)
        throw new ViolatedInvariant('P1', `${id} was answered and is lost`);
    const { trades, fillParts } = readTrades(this.#service);
    const mayBeSettled = trades.some(
      (trade) => trade.closedAt !== null && trade.instrument !== 'stock' && trade.instrument !== 'forex',
    );
    checkTrades(this.#book.signals, trades, fillParts, mayBeSettled);
    this.#checkLists();
    this.#desired?.check();
    // Only after every tenth history, because it reads the whole database.
    if (this.#counts.histories % 10 === 0) this.#links?.checkSecret();
  }

  /**
   * order-safety I11: the working list has exactly the working signals and those parked by time.
   * The list of all signals includes them.
   */
  #checkLists(): void {
    const ids = (list: readonly Members[]): string[] => list.map((one) => text(one, 'signal_id')).sort();
    const working = ids(asList(this.#service.call('retrieveSignalsWorking')['response']));
    const expected = [...this.#book.signals.values()]
      .filter((one) => one.state === 'working' || (one.state === 'waiting' && !one.awaitsParent))
      .map((one) => one.id)
      .sort();
    if (working.join() !== expected.join())
      throw new ViolatedInvariant('I11', `working list ${working.join()}, working ${expected.join()}`);
    const all = new Map(
      asList(this.#service.call('retrieveSignalsAll')['response']).map((one) => [one['signal_id'], one]),
    );
    for (const id of working)
      if (all.get(id)?.['status'] !== 'working')
        throw new ViolatedInvariant('I11', `${id} is missing from the whole list`);
    for (const [id, signal] of this.#book.signals)
      if (signal.state !== 'waiting' && all.get(id)?.['status'] !== signal.state)
        throw new ViolatedInvariant('I11', `${id} is ${signal.state}, listed ${String(all.get(id)?.['status'])}`);
  }
}
