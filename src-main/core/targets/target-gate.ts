import type { DesiredTarget } from '#contract/model/desired.ts';
import type { TargetRow } from '#contract/model/target-plan.ts';
import type { Mode } from '#contract/model/status.ts';
import { digestOf } from '#core/files/sealed.ts';
import type { Rehearsals, RehearsedItem } from '#core/orders/risk/rehearsals.ts';
import { fixed } from '#rules/decimal.ts';
import type { TargetFacts } from './target-facts.ts';

/** The order of its lines changes nothing. */
const listDigest = (list: DesiredTarget): string => {
  const lines = list.kind === 'list' ? list.positions : [];
  return digestOf(
    JSON.stringify(lines.map(({ symbol, instrument, quantity }) => [symbol, instrument, quantity]).sort()),
  );
};

/** A list runs on practice under another strategy, and with the same lines. */
const ran = (list: DesiredTarget): RehearsedItem => ({ kind: 'target', fingerprint: listDigest(list) });
/** What is confirmed for one strategy is not confirmed for another. */
const used = (systemId: string, list: DesiredTarget): RehearsedItem => ({
  kind: 'target',
  fingerprint: `${systemId} ${listDigest(list)}`,
});

/** It opens, enlarges or turns a position. What is on its way may never fill, so that only holdings count. */
export const addsRisk = (rows: readonly TargetRow[]): boolean =>
  rows.some(({ holding, target }) => {
    const [before, after] = [fixed(holding), fixed(target)];
    if (after === 0n) return false;
    return after > 0n ? after > before : after < before;
  });

type Ledger = Pick<Rehearsals, 'isRequired' | 'isUsed' | 'record' | 'rehearsed' | 'used'>;

/** Whether a list may be sent on a live connection: it ran on practice, or it was confirmed once (acts.md 5). */
export class TargetGate {
  readonly #ledger: Ledger;
  readonly #mode: Mode;

  constructor(ledger: Ledger, mode: Mode) {
    this.#ledger = ledger;
    this.#mode = mode;
  }

  state(systemId: string, list: DesiredTarget): ReturnType<TargetFacts['rehearsal']> {
    if (this.#mode !== 'LIVE' || this.#ledger.isUsed(used(systemId, list))) return { isMissing: false, ran: null };
    const run = this.#ledger.rehearsed(ran(list));
    return { isMissing: run === null && this.#ledger.isRequired, ran: run };
  }

  /** The platform took the list: on practice it ran, on a live connection it was rehearsed or confirmed. */
  accepted(systemId: string, list: DesiredTarget): void {
    if (list.kind !== 'list') return;
    if (this.#mode === 'LIVE') this.#ledger.used(used(systemId, list));
    else this.#ledger.record(ran(list), { code: 'rehearsal.target', lines: list.positions.length, reached: null });
  }

  /** `reached`: the lines that practice held at the end. */
  rehearsed(list: DesiredTarget, lines: number, reached: number): void {
    this.#ledger.record(ran(list), { code: 'rehearsal.target', lines, reached });
  }
}
