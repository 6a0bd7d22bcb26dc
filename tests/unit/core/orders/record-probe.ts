import type { ProbeFacts } from '#contract/model/probe.ts';
import type { Journal } from '#core/orders/journal/journal.ts';
import { intent, systemId } from './order-fixtures.ts';

const probeFacts: ProbeFacts = {
  at: 1,
  systemId,
  reuseRefused: true,
  reuseTitle: 'Duplicate signalid',
  // The JSON type and value of `ok` in each answer.
  okForms: [],
  ownIdsInLists: true,
  visibleAfterMs: 0,
  cancelAgainTitle: '',
  cancelUnknownTitle: '',
  // No order of the probe is still working.
  clean: true,
};

/** Writes the journal row of a probe that found that this connection refuses a used id. */
export function recordProbe(journal: Journal): void {
  journal.saveRun({
    intentId: intent(77),
    profileId: 'practice',
    mode: 'PRACTICE',
    systemId,
    state: 'DONE',
    version: 1,
    attempts: 1,
    createdAt: 1,
    sentAt: 1,
    changedAt: 1,
    answer: [],
    act: { kind: 'probe', step: 'end', facts: probeFacts },
  });
}
