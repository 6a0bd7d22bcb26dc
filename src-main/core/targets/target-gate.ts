import type { DesiredTarget } from '#contract/model/desired.ts';
import type { TargetRow } from '#contract/model/target-plan.ts';
import type { Mode } from '#contract/model/status.ts';
import { digestOf } from '#core/files/sealed.ts';
import type { Rehearsals, RehearsalItem } from '#core/orders/risk/rehearsals.ts';
import { fixed } from '#rules/decimal.ts';
import type { TargetFacts } from './target-facts.ts';

/** A list with the same lines in another sequence has the same digest. */
const listDigest = (list: DesiredTarget): string => {
  const lines = list.kind === 'list' ? list.positions : [];
  return digestOf(
    JSON.stringify(lines.map(({ symbol, instrument, quantity }) => [symbol, instrument, quantity]).sort()),
  );
};

/** Omits the strategy, because on practice the same lines run under another strategy. */
const rehearsedItem = (list: DesiredTarget): RehearsalItem => ({ kind: 'target', fingerprint: listDigest(list) });
/** Names the strategy, because a live use for one strategy does not count for another. */
const liveUseItem = (systemId: string, list: DesiredTarget): RehearsalItem => ({
  kind: 'target',
  fingerprint: `${systemId} ${listDigest(list)}`,
});

/**
 * True if a row opens, enlarges or reverses a position. Only holdings count, because orders on
 * their way may never fill.
 */
export const addsRisk = (rows: readonly TargetRow[]): boolean =>
  rows.some(({ holding, target }) => {
    const [before, after] = [fixed(holding), fixed(target)];
    if (after === 0n) return false;
    return after > 0n ? after > before : after < before;
  });

type RehearsalLog = Pick<Rehearsals, 'isRequired' | 'isUsed' | 'record' | 'lastRehearsal' | 'markUsed'>;

/**
 * Decides whether a list still needs a rehearsal on a live connection. It needs none if it ran on
 * practice, or if the live platform accepted it once (acts.md 5).
 */
export class TargetGate {
  readonly #rehearsals: RehearsalLog;
  readonly #mode: Mode;

  constructor(rehearsals: RehearsalLog, mode: Mode) {
    this.#rehearsals = rehearsals;
    this.#mode = mode;
  }

  state(systemId: string, list: DesiredTarget): ReturnType<TargetFacts['rehearsal']> {
    if (this.#mode !== 'LIVE' || this.#rehearsals.isUsed(liveUseItem(systemId, list)))
      return { isMissing: false, lastRun: null };
    const run = this.#rehearsals.lastRehearsal(rehearsedItem(list));
    return { isMissing: run === null && this.#rehearsals.isRequired, lastRun: run };
  }

  /**
   * Called when the platform accepted a list. On practice this counts as a run. On a live
   * connection the same list needs no rehearsal from then on.
   */
  accepted(systemId: string, list: DesiredTarget): void {
    if (list.kind !== 'list') return;
    if (this.#mode === 'LIVE') this.#rehearsals.markUsed(liveUseItem(systemId, list));
    else
      this.#rehearsals.record(rehearsedItem(list), {
        code: 'rehearsal.target',
        lines: list.positions.length,
        reached: null,
      });
  }

  /** `reachedCount`: the number of lines whose target practice held at the end. */
  rehearsed(list: DesiredTarget, lineCount: number, reachedCount: number): void {
    this.#rehearsals.record(rehearsedItem(list), { code: 'rehearsal.target', lines: lineCount, reached: reachedCount });
  }
}
