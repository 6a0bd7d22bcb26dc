import type { ProbeFacts } from '#contract/model/probe.ts';
import type { Journal } from '#core/orders/journal/journal.ts';
import { intent, systemId } from './order-fixtures.ts';

const learned: ProbeFacts = {
  at: 1,
  systemId,
  reuseRefused: true,
  reuseTitle: 'Duplicate signalid',
  okForms: [],
  ownIdsInLists: true,
  visibleAfterMs: 0,
  cancelAgainTitle: '',
  cancelUnknownTitle: '',
  clean: true,
};

/** Writes to the journal what a probe of this connection writes when it saw a used id refused. */
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
    act: { kind: 'probe', step: 'end', facts: learned },
  });
}
