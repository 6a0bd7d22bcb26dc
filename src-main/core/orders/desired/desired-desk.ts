import type { Text } from '#contract/message.ts';
import { done, failed } from '#contract/outcome.ts';
import type { CommandInput, CommandOutcome } from '#contract/commands.ts';
import type { DesiredState, DesiredTarget, DesiredTerms } from '#contract/model/desired.ts';
import type { Notice } from '#contract/model/status.ts';
import type { ActDesk, ActListener } from '#core/acts/act-desk.ts';
import { isOpenAct } from '#core/acts/act-lifecycle.ts';
import type { ActRow } from '#core/acts/act-row.ts';
import type { Reading } from '#core/acts/reading.ts';
import { isSameTarget, setDesiredPositions } from '#core/acts/set-desired-positions.ts';
import type { StoredList } from '#core/platform/parse/desired.ts';
import type { Clock } from '#core/ports.ts';
import { readBackTimes } from '#core/sending/read-back-times.ts';
import type { RiskEffect } from '#core/risk-effect.ts';
import {
  appearedLate,
  contradictionOf,
  desiredState,
  orderLockReason,
  platformMayTradeUntil,
  stopToRead,
  targetOf,
  type DesiredActs,
  type ReadBack,
} from './desired-state.ts';

export type DesiredDeskDeps = {
  readonly clock: Clock;
  readonly acts: ActDesk;
  readonly notify: (notice: Notice) => void;
  readonly changed: (systemId: string) => void;
  /**
   * The contract terms (underlying, strike, last day) that the platform named for the option
   * contracts in the list that was read last.
   */
  readonly terms?: (systemId: string) => DesiredTerms[];
};

type List = NonNullable<StoredList>;

/**
 * Milliseconds before each reading that looks for `stop` in the target list, after the platform has
 * answered `stop`. The last wait is repeated.
 */
const stopReadWaits = [0, ...readBackTimes.slice(0, -1)];
/** The word that the trader types to declare that the target mode is off. */
const offWord = 'off';

/**
 * Target lists (order-safety 6.3). Sending a list is absorbing, but an older list that takes effect
 * late can overwrite a newer one. The act desk therefore has at most one act under way for each
 * strategy, and reads the list back if the answer is unclear. This class derives the mode of the
 * strategy and the lock of its order entry.
 */
export class DesiredDesk implements ActListener<List> {
  readonly #deps: DesiredDeskDeps;
  readonly #readBacks = new Map<string, ReadBack>();
  readonly #failures = new Map<string, Text>();
  readonly #timers = new Map<string, () => void>();
  /** By strategy: the contradiction that was reported last. */
  readonly #reported = new Map<string, string>();
  #closed = false;

  constructor(deps: DesiredDeskDeps) {
    this.#deps = deps;
    deps.acts.listen(setDesiredPositions, this);
    for (const systemId of deps.acts.targets(setDesiredPositions)) this.#readStop(systemId, 0);
  }

  state(systemId: string): DesiredState {
    const failure = this.#failures.get(systemId) ?? null;
    const state = desiredState(
      systemId,
      this.#acts(systemId),
      this.#readBack(systemId),
      this.#deps.clock.now(),
      failure,
    );
    const terms = this.#deps.terms?.(systemId) ?? [];
    return terms.length === 0 ? state : { ...state, terms };
  }

  /** The list that an earlier call with this intent has sent. */
  sent(intentId: string, systemId: string): ActRow | undefined {
    return this.#acts(systemId).find((row) => row.intentId === intentId);
  }

  /** Why orders of this strategy are not sent (order-safety D3). Null when they are sent. */
  lockReason(systemId: string, risk: RiskEffect): Text | null {
    return orderLockReason(this.#acts(systemId), risk, this.#readBack(systemId));
  }

  /**
   * Whether the platform maintains a list, or may maintain one that was set elsewhere. The latter
   * locks no orders, because it may have been switched off unnoticed.
   */
  mayMaintainList(systemId: string): boolean {
    return this.lockReason(systemId, 'reduces') !== null || this.state(systemId).mode === 'maybe-off';
  }

  /**
   * The time until which a list of this strategy may have traded, in milliseconds. Null if there
   * never was a list.
   */
  platformMayTradeUntil(systemId: string): number | null {
    return platformMayTradeUntil(this.#acts(systemId), this.#readBack(systemId), this.#deps.clock.now());
  }

  /**
   * Records that the trader ended the mode elsewhere, which no reading shows. It is refused while a
   * list of ours can still take effect.
   */
  declareOff(intentId: string, systemId: string, typed: string): CommandOutcome<'desired.declare-off'> {
    const acts = this.#acts(systemId);
    if (acts.some((row) => row.intentId === intentId)) return done(this.state(systemId));
    if (typed.trim().toLowerCase() !== offWord) return failed('not-typed', { code: 'desired.type-off' });
    if (acts.some(isOpenAct)) return failed('busy', { code: 'act.one-at-a-time' });
    const wanted: DesiredTarget = { kind: 'stop' };
    const problem = this.#deps.acts.declare(setDesiredPositions, this.#input(intentId, systemId, wanted));
    return problem === null ? done(this.state(systemId)) : failed('journal', problem);
  }

  /**
   * Accepts the list of the platform, which differs from the one that was sent. It is read again
   * first, because it may have changed since it was shown.
   */
  async takeOver({ intentId, systemId, held: shownList }: CommandInput<'desired.take-over'>) {
    const reading = await this.#deps.acts.read(setDesiredPositions, systemId, 'reconcile');
    const acts = this.#acts(systemId);
    if (acts.some((row) => row.intentId === intentId)) return done(this.state(systemId));
    if (reading.kind === 'failed') return failed('not-read', reading.text);
    if (acts.some(isOpenAct)) return failed('busy', { code: 'act.one-at-a-time' });
    const list = reading.value;
    const isUnchanged = shownList === null ? list === 'empty' : isSameTarget(shownList, list);
    if (!isUnchanged || contradictionOf(acts, this.#readBack(systemId)) === null)
      return failed('outdated', { code: 'desired.list-moved' });
    const wanted: DesiredTarget = list === 'empty' ? { kind: 'flat' } : list;
    const problem = this.#deps.acts.declare(setDesiredPositions, this.#input(intentId, systemId, wanted));
    return problem === null ? done(this.state(systemId)) : failed('journal', problem);
  }

  /** Reads the list that the platform has. A failure is shown in the state. */
  async read(systemId: string, lane: 'view' | 'reconcile' = 'view'): Promise<void> {
    await this.#deps.acts.read(setDesiredPositions, systemId, lane);
  }

  /**
   * Uses the list that another reading found, unless a newer one is known. `at`: when that reading
   * began, in milliseconds. Only its second is known, so a list that differs from the one that was
   * sent is read once more.
   */
  adoptReading(systemId: string, list: StoredList, at: number): void {
    const known = this.#readBacks.get(systemId);
    // If the time of the known reading is later than now, the clock was set back since.
    const isOlder = known != null && known.at >= at && known.at <= this.#deps.clock.now();
    if (list === null || isOlder) return;
    const startedAt = known && isSameList(known.list, list) ? known.startedAt : null;
    this.#readBacks.set(systemId, { list, at, startedAt });
    this.#deps.changed(systemId);
    if (contradictionOf(this.#acts(systemId), this.#readBack(systemId))?.isCertain === false)
      void this.read(systemId, 'reconcile');
  }

  /**
   * Sends a target: a list, `flat` or `stop`. Resolves when the answer has arrived, clear or not. A
   * second call with the same intent returns the row of that intent and sends nothing. `confirmed`
   * contains the codes of the confirmed warnings, for the journal.
   */
  async send(intentId: string, systemId: string, target: DesiredTarget, confirmed: readonly string[] = []) {
    const sent = this.#acts(systemId).find((row) => row.intentId === intentId);
    if (sent !== undefined) return done<ActRow>(sent);
    if (target.kind === 'list' && target.positions.length === 0)
      return failed('blocked', { code: 'desired.empty-list' }, { field: 'target' });
    return this.#deps.acts.send(setDesiredPositions, { ...this.#input(intentId, systemId, target), confirmed });
  }

  /** Sends like `send`, and returns the state of the mode. */
  async set(intentId: string, systemId: string, target: DesiredTarget): Promise<CommandOutcome<'desired.set'>> {
    const outcome = await this.send(intentId, systemId, target);
    return outcome.ok ? done(this.state(systemId)) : outcome;
  }

  close(): void {
    this.#closed = true;
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
  }

  actChanged(row: ActRow): void {
    if (row.state !== 'DONE') return;
    // If the time of the reading is later than that of the act, the clock was set back since.
    if ((this.#readBack(row.target.id)?.at ?? 0) > row.changedAt) this.#readBacks.delete(row.target.id);
    this.#readStop(row.target.id, 0);
  }

  readingEnded(systemId: string, reading: Reading<List>): void {
    if (reading.kind === 'failed') {
      this.#failures.set(systemId, reading.text);
      return;
    }
    this.#failures.delete(systemId);
    this.#readBacks.set(systemId, { list: reading.value, at: reading.startedAt, startedAt: reading.startedAt });
    const stop = stopToRead(this.#acts(systemId));
    const showsStop = reading.value !== 'empty' && reading.value.kind === 'stop';
    // Only a reading that began after the answer counts.
    if (stop && showsStop && reading.startedAt > stop.changedAt) this.#deps.acts.markReadBack(stop, reading.startedAt);
    this.#reportContradiction(systemId);
  }

  /** Makes one notice for each list that differs from the one that was sent. */
  #reportContradiction(systemId: string): void {
    const acts = this.#acts(systemId);
    const contradiction = contradictionOf(acts, this.#readBack(systemId));
    // The act desk reports a list that was found absent or that took effect late.
    const isReportedHere =
      contradiction?.isCertain === true && contradiction.row.state === 'DONE' && !appearedLate(acts);
    const key = isReportedHere ? JSON.stringify([contradiction.row.intentId, contradiction.held]) : '';
    if (key !== '' && key !== this.#reported.get(systemId)) {
      const id = `target-contradicted-${systemId}`;
      const at = Math.floor(this.#deps.clock.now() / 1000);
      const text = { code: 'desired.contradicted' } as const;
      this.#deps.notify({
        id,
        level: 'danger',
        title: { code: 'desired.other-list' },
        text,
        at,
        rowId: null,
        systemId,
      });
    }
    this.#reported.set(systemId, key);
  }

  /**
   * Reads the target list until a reading that began after the answer to `stop` shows it. Entries
   * are allowed only then.
   */
  #readStop(systemId: string, index: number): void {
    if (this.#closed || stopToRead(this.#acts(systemId)) === undefined) return;
    this.#timers.get(systemId)?.();
    const wait = stopReadWaits[Math.min(index, stopReadWaits.length - 1)] ?? 0;
    const read = async (): Promise<void> => {
      await this.read(systemId, 'reconcile');
      this.#readStop(systemId, index + 1);
    };
    this.#timers.set(
      systemId,
      this.#deps.clock.after(wait, () => void read()),
    );
  }

  #input(intentId: string, targetId: string, wanted: DesiredTarget) {
    const lastDone = this.#acts(targetId).findLast(({ state }) => state === 'DONE');
    const before = this.#readBacks.get(targetId)?.list ?? (lastDone ? targetOf(lastDone) : null);
    return { intentId, targetId, before, wanted };
  }

  #readBack(systemId: string): ReadBack {
    return this.#readBacks.get(systemId) ?? null;
  }

  #acts(systemId: string): DesiredActs {
    return this.#deps.acts.acts(setDesiredPositions, systemId);
  }
}

const isSameList = (one: List, other: List): boolean =>
  one === 'empty' || other === 'empty' ? one === other : isSameTarget(one, other);
