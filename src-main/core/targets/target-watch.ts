import type { Text } from '#contract/message.ts';
import type { DesiredList, DesiredState } from '#contract/model/desired.ts';
import type { Signal } from '#contract/model/signal.ts';
import type { Notice } from '#contract/model/status.ts';
import type { TargetProgress, TargetRowProgress } from '#contract/model/target-progress.ts';
import type { OpenPosition } from '#contract/model/trade.ts';
import type { Clock } from '#core/ports.ts';
import { readingAge } from '#core/reading-age.ts';
import { serviceNow, type ServiceClock } from '#core/service-now.ts';
import { areReached, targetProgress } from './target-progress.ts';

type Parts = {
  readonly clock: Clock;
  readonly desired: (systemId: string) => DesiredState;
  readonly positions: (systemId: string) => readonly OpenPosition[];
  readonly signals: (systemId: string) => readonly Signal[];
  /** The last reading of the positions. `failure` is set if a later reading failed. */
  readonly reading: (systemId: string) => { readonly readAt: number | null; readonly failure: Text | null };
  readonly serviceClockOffsetMs: ServiceClock['serviceClockOffsetMs'];
  readonly notify: (notice: Notice) => void;
};

/**
 * A row must deviate in this many readings before the alarm, because the platform takes a moment to
 * fill an order.
 */
const readingsToAlarm = 3;

/** Platform and computer round times to seconds, and their difference is estimated. */
const toleranceSeconds = 2;

type Watched = {
  /** When the list was confirmed, unix seconds. */
  readonly confirmedAt: number;
  readonly isFromThisRun: boolean;
  /** When the last clean reading was made, before or after the confirmation of the list. */
  lastReadAt: number | null;
  /** When the last clean reading after the confirmation of the list was made. */
  readSinceConfirmedAt: number | null;
  reached: TargetProgress['reached'];
  /** By symbol, the number of consecutive clean readings in which the holding deviated. */
  deviations: ReadonlyMap<string, number>;
  alarmed: readonly string[];
};

/**
 * Watches when the holdings reach the list that the platform maintains, and which of them deviate
 * from it.
 */
export class TargetWatch {
  readonly #parts: Parts;
  readonly #startedAt: number;
  readonly #watched = new Map<string, Watched>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#startedAt = Math.floor(parts.clock.now() / 1000);
  }

  /** Null unless a confirmed list is maintained. */
  progress(systemId: string): TargetProgress | null {
    const list = this.#maintainedList(systemId);
    if (list === null) return null;
    const known = this.#watched.get(systemId);
    const watched = known?.confirmedAt === list.at ? known : undefined;
    const readAt = watched?.readSinceConfirmedAt ?? null;
    return {
      confirmedAt: list.at,
      readAt,
      reached: watched?.reached ?? null,
      drifting: [...(watched?.alarmed ?? [])],
      rows: readAt === null ? [] : this.#rows(systemId, list),
    };
  }

  /** Called after data of this strategy was read. */
  check(systemId: string): void {
    const list = this.#maintainedList(systemId);
    const known = this.#watched.get(systemId);
    if (list === null || (known !== undefined && known.confirmedAt !== list.at)) this.#end(systemId);
    if (list === null) return;
    const { failure, readAt } = this.#parts.reading(systemId);
    // A list whose time is in the future was confirmed before the clock was set back. Times then
    // cannot be compared. The reading that was stored when the watch began counts as earlier than
    // the list, and every other reading as later.
    const isInFuture = readingAge(list.at, this.#parts.clock.now()) === null;
    const watched = this.#watched.get(systemId) ?? this.#begin(systemId, list.at, isInFuture);
    if (failure !== null || readAt === null || readAt === watched.lastReadAt) return;
    watched.lastReadAt = readAt;
    if (isInFuture || readAt > list.at) this.#noteReading(systemId, watched, this.#rows(systemId, list), readAt);
  }

  #begin(systemId: string, confirmedAt: number, isInFuture: boolean): Watched {
    const watched: Watched = {
      confirmedAt,
      isFromThisRun: confirmedAt >= this.#startedAt && !isInFuture,
      // If times cannot be compared, the stored reading counts as earlier than the list.
      lastReadAt: isInFuture ? this.#parts.reading(systemId).readAt : null,
      readSinceConfirmedAt: null,
      reached: null,
      deviations: new Map(),
      alarmed: [],
    };
    this.#watched.set(systemId, watched);
    return watched;
  }

  /** Another list, or none, is maintained now, so the alarm of the former list ends. */
  #end(systemId: string): void {
    const watched = this.#watched.get(systemId);
    if (watched === undefined) return;
    this.#watched.delete(systemId);
    if (watched.alarmed.length > 0) this.#notify(systemId, 'info', { code: 'target.drift-ended' }, '');
  }

  #noteReading(systemId: string, watched: Watched, rows: readonly TargetRowProgress[], readAt: number): void {
    const isFirst = watched.readSinceConfirmedAt === null;
    watched.readSinceConfirmedAt = readAt;
    if (areReached(rows)) watched.reached ??= { at: readAt, isExact: watched.isFromThisRun || !isFirst };
    // A symbol without a row is neither listed nor held, so it does not deviate.
    watched.deviations = new Map(rows.map((row) => [row.symbol, deviationsOf(row, watched.deviations)]));
    const drifting = [...watched.deviations]
      .filter(([, readings]) => readings >= readingsToAlarm)
      .map(([symbol]) => symbol);
    if (drifting.join() === watched.alarmed.join()) return;
    watched.alarmed = drifting;
    if (drifting.length === 0) this.#notify(systemId, 'info', { code: 'target.drift-over' }, '');
    else this.#notify(systemId, 'danger', { code: 'target.drift', symbols: drifting }, { code: 'target.drift-act' });
  }

  #maintainedList(systemId: string): DesiredList | null {
    const { alarm, confirmed, mode, pending } = this.#parts.desired(systemId);
    const isOn = mode === 'maintaining' || mode === 'maybe-off';
    return isOn && pending === null && alarm === null && confirmed?.target.kind !== 'stop' ? confirmed : null;
  }

  #rows(systemId: string, { at, sentAt = at, target }: DesiredList): TargetRowProgress[] {
    const { clock, positions, signals } = this.#parts;
    const marketNow = serviceNow(this.#parts);
    // A list is confirmed by its answer or by a later reading, which may be long after its fills.
    const since = Math.min(at, sentAt) - toleranceSeconds;
    return targetProgress(target, {
      positions: positions(systemId),
      signals: signals(systemId),
      sentAt: since + Math.floor((marketNow - clock.now()) / 1000),
      marketNow,
    });
  }

  #notify(systemId: string, level: Notice['level'], title: Text, text: Text): void {
    const at = Math.floor(this.#parts.clock.now() / 1000);
    this.#parts.notify({ id: `target-drift-${systemId}`, level, title, text, at, rowId: null, systemId });
  }
}

/**
 * The number of consecutive readings in which the row deviated. The count pauses unless the market
 * is known to be open, because an order may not have been able to trade.
 */
function deviationsOf({ market, state, symbol }: TargetRowProgress, earlier: Watched['deviations']): number {
  const before = earlier.get(symbol) ?? 0;
  if (state === 'reached') return 0;
  return market.state === 'open' ? before + 1 : before;
}
