import type { CommandOutcome } from '#contract/commands.ts';
import { limits } from '#contract/limits.ts';
import type { ChangePlan, ChangeRun, PlannedChange, StagedChange } from '#contract/model/change-set.ts';
import { done } from '#contract/outcome.ts';
import { demoNow } from './demo-clock.ts';

const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const staged: readonly StagedChange[] = [
  { id: uuid(1), op: 'person.change', personId: '51001', fields: { email: 'ada.brenner@example.com' } },
  {
    id: uuid(2),
    op: 'license.recurring',
    personId: '51002',
    fields: { license_id: '64', recurring_billing_status: '0' },
  },
  {
    id: uuid(3),
    op: 'subscription.end',
    personId: '51004',
    fields: { systemid: '91000001', unsubAtYYYYMMDDhhmm: '2026-04-01 16:00' },
  },
  { id: uuid(4), op: 'user.delete', personId: '51005', fields: {} },
];

const row = (
  index: number,
  name: string,
  values: PlannedChange['values'],
  textToType: string | null = null,
): PlannedChange => ({
  change: staged[index] ?? { id: uuid(9), op: 'user.delete', personId: '51005', fields: {} },
  name,
  values: [...values],
  warnings: [],
  textToType,
});
const value = (field: string, before: string | null, after: string): PlannedChange['values'][number] => ({
  field,
  before,
  after,
  isRead: true,
});

const planned: readonly PlannedChange[] = [
  row(0, 'Ada Brenner', [value('email', 'ada@example.com', 'ada.brenner@example.com')]),
  row(1, 'Bruno Hollis', [value('recurring_billing_status', '1', '0')]),
  row(2, 'Esther Hollis', [value('subscription_ends', '', '2026-04-01 16:00')]),
  row(3, 'Frank Ito', [value('deleted', '', 'deleted')], 'Frank Ito'),
];

export const demoChangePlan: ChangePlan = {
  planId: 'demo',
  digest: '5f0c1a92be3d7746',
  at: demoNow,
  readAt: demoNow - 12,
  rows: [...planned],
  noOps: [uuid(8)],
  problems: [],
  blast: {
    people: 4,
    licensesBegun: 0,
    licensesStopped: 1,
    subscriptionsBegun: 0,
    subscriptionsEnded: 1,
    deletes: 1,
    recurring: '-174',
    unknownAmounts: 0,
    openPositions: [],
    unknownPositions: 0,
  },
  checks: [
    { code: 'deletes', level: 'warn', text: { code: 'change.deletes', count: 1 }, field: null },
    { code: 'links', level: 'note', text: { code: 'change.links-not-listed' }, field: null },
    { code: 'no-ops', level: 'note', text: { code: 'change.no-ops', count: 1 }, field: null },
  ],
  deleteLimit: limits.deletesPerRun,
  requests: 6,
  seconds: 6,
};

const demoRun: ChangeRun = {
  runId: uuid(20),
  digest: '1b90d4e7aa52c308',
  startedAt: demoNow - 86_400,
  state: 'ended',
  ending: false,
  reason: null,
  verified: { at: demoNow - 86_380, asPlanned: 2, of: 3 },
  rows: planned.slice(0, 3).map((one, index) => ({
    ...one,
    intentId: uuid(30 + index),
    state: index === 2 ? 'changed-since' : 'done',
    found: index === 2 ? [{ field: 'subscription_ends', now: '2026-03-15 16:00' }] : [],
    errors: [],
    at: demoNow - 86_390 + index,
    asPlanned: index !== 2,
  })),
};

export const demoChangeSet = (isFull: boolean): CommandOutcome<'changes.get'> =>
  done({
    revision: 1,
    changes: isFull ? [...staged] : [],
    expected: null,
    run: isFull ? demoRun : null,
  });

/** The answer to an import: no change is added, and three faults are listed. */
export const demoImport = (): CommandOutcome<'changes.import'> =>
  done({
    added: 0,
    faults: [
      { line: 2, column: 2, text: '1.2E+10', problem: { code: 'change.exponent', field: 'personid' } },
      { line: 5, column: 3, text: '', problem: { code: 'change.missing', field: 'license_id' } },
      {
        line: limits.pageRows,
        column: 1,
        text: '51001',
        problem: { code: 'change.twice', field: 'personid', line: 4 },
      },
    ],
    faultCount: 3,
  });
