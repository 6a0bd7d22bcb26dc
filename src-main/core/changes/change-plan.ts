import type { Message } from '#contract/message.ts';
import type { ChangePlan, ChangeProblem, PlannedChange, StagedChange } from '#contract/model/change-set.ts';
import type { Check } from '#contract/model/ticket.ts';
import { mayBeDuplicate } from '#core/acts/act-lifecycle.ts';
import type { ActRow } from '#core/acts/act-row.ts';
import { createLicense, subscribePerson } from '#core/acts/platform-acts.ts';
import { createNewSystem } from '#core/acts/strategy-acts.ts';
import { isActOf } from '#core/acts/act-type.ts';
import { isNotShownYet } from '#core/acts/created-ids.ts';
import { subscriptionId } from '#core/acts/act-target.ts';
import { digestOf } from '#core/files/sealed.ts';
import { check } from '#core/plans/check.ts';
import { fullName, type PersonFacts } from '#rules/changes/facts.ts';
import { planChanges, type PlanFacts, type PlannedRow } from '#rules/changes/plan-changes.ts';

type PlanInput = {
  readonly planId: string;
  readonly at: number;
  readonly readAt: number;
  readonly changes: readonly StagedChange[];
  /** The digest of the plan file that the set was opened from; null after an edit. */
  readonly expected: string | null;
  readonly facts: PlanFacts;
  readonly platformId: string;
  /** Acts of people and of subscriptions, the oldest first. */
  readonly acts: readonly ActRow[];
  readonly isProvable: (act: ActRow) => boolean;
  readonly deleteLimit: number;
  readonly paceMs: number;
};

/** The plan of a set. Sends and reads nothing. */
export function planOf(input: PlanInput): ChangePlan {
  const { at, changes, deleteLimit, facts, paceMs, planId, platformId, readAt } = input;
  const plan = planChanges(changes, facts);
  const rows = plan.rows.map((row) => shownRow(row, input));
  const nameOf = (id: string): string => {
    const change = changes.find((one) => one.id === id);
    const person = change && facts.people.get(change.personId);
    return `${person ? fullName(person) : ''} ${change?.personId ?? ''} ${change?.op ?? ''}`.trim();
  };
  const problems: ChangeProblem[] = [
    ...plan.faults.map(({ id, fault }) => ({ id, name: nameOf(id), other: null, text: fault })),
    ...plan.conflicts.map(({ code, ids: [id, other] }) => ({
      id,
      name: nameOf(id),
      other,
      text: { code, field: 'personid', line: changes.findIndex((one) => one.id === other) + 1 },
    })),
  ];
  // Ids and times are left out, because they differ between two operators who plan the same set.
  const content = rows.map(({ change: { fields, op, personId }, name, values }) => [
    ...[op, personId, sortedEntries(fields), values],
    // The name is part of the content, because it is typed to confirm the deletion.
    ...(op === 'user.delete' ? [name] : []),
  ]);
  const digest = digestOf(JSON.stringify([platformId, content, plan.noOps.length, problems.length]));
  const { blast } = plan;
  const readings = 1 + blast.deletes + new Set(rows.flatMap(({ change }) => strategyIdsToRead(change))).size;
  const requests = rows.length === 0 ? 0 : rows.length + readings;
  const checks = checksOf({
    ...input,
    digest,
    blast,
    rows,
    noOpCount: plan.noOps.length,
    problemCount: problems.length,
  });
  return {
    ...{ planId, digest, at, readAt, rows, problems, checks, deleteLimit, requests },
    noOps: [...plan.noOps],
    blast: { ...blast, openPositions: [...blast.openPositions] },
    seconds: Math.ceil((requests * paceMs) / 1000),
  };
}

/** Sorts by code unit, because `localeCompare` depends on the language of the computer. */
const sortedEntries = (fields: object) => Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1));

/** The strategies whose details are read again for the change. */
const strategyIdsToRead = ({ fields, op }: StagedChange): string[] =>
  op === 'strategy.change' && fields.systemid !== undefined ? [fields.systemid] : [];

type Acts = Pick<PlanInput, 'acts' | 'facts' | 'isProvable' | 'readAt'>;

const shownRow = ({ change, name, values, warnings }: PlannedRow, acts: Acts): PlannedChange => ({
  change,
  name,
  values: values.map(({ field, current, proof, wanted }) => ({
    field,
    before: current,
    after: wanted,
    isRead: proof !== 'sent',
  })),
  warnings: [...warnings],
  textToType: textToTypeFor(change, name, acts),
});

/**
 * The text that the user has to type; null if there is none. For a deletion it is the name of the
 * person. For a creation that may be a duplicate it is, for example, `second license`. A creation
 * may be a duplicate if an earlier equal creation was never proven (acts.md A5), or was confirmed a
 * moment ago and is not shown yet.
 */
function textToTypeFor(
  { fields, op, personId }: StagedChange,
  name: string,
  { acts, facts, isProvable, readAt }: Acts,
): string | null {
  if (op === 'user.delete') return name === '' ? personId : name;
  const creations = acts.filter((row) => {
    if (op === 'license.create')
      return (
        isActOf(createLicense, row) &&
        row.target.id === personId &&
        isSameName(row.wanted.license_type_requested, fields.license_type_requested)
      );
    if (op === 'subscription.begin')
      return isActOf(subscribePerson, row) && row.target.id === subscriptionId(fields.systemid ?? '', personId);
    return (
      op === 'strategy.create' &&
      isActOf(createNewSystem, row) &&
      row.target.id === personId &&
      isSameName(row.wanted.strategy.name, fields.name)
    );
  });
  const last = creations.findLast(({ state }) => state === 'DONE');
  const isUnseen = isNotShownYet(last, readAt, idsOf(facts.people.get(personId)));
  if (!isUnseen && !mayBeDuplicate(creations, isProvable)) return null;
  return op === 'license.create'
    ? 'second license'
    : op === 'strategy.create'
      ? 'second strategy'
      : 'second subscription';
}

/** The ids of everything that the list of people shows of a person. */
const idsOf = ({ licenses = [], strategies = [], subscriptions = [] }: Partial<PersonFacts> = {}): string[] => [
  ...licenses.map(({ licenseId }) => licenseId),
  ...strategies.map(({ systemId }) => systemId),
  ...subscriptions.map(({ guid }) => guid),
];

/** Names are compared as `conflictsOf` compares them, and a request has them trimmed. */
const isSameName = (one: string, other = ''): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

type CheckInput = PlanInput &
  Pick<ChangePlan, 'digest' | 'rows'> & {
    readonly blast: ReturnType<typeof planChanges>['blast'];
    readonly noOpCount: number;
    readonly problemCount: number;
  };

function checksOf({ blast, deleteLimit, digest, expected, noOpCount, problemCount, rows }: CheckInput): Check[] {
  const { deletes, openPositions, subscriptionsEnded, unknownAmounts, unknownPositions } = blast;
  const checks: Check[] = [];
  const add = (level: Check['level'], code: string, text: Message, applies: boolean): void => {
    if (applies) checks.push(check(level, code, text));
  };
  add('block', 'problems', { code: 'change.problems', count: problemCount }, problemCount > 0);
  add('block', 'empty', { code: 'change.nothing', noOps: noOpCount }, rows.length === 0 && problemCount === 0);
  add(
    'block',
    'delete-limit',
    { code: 'change.delete-limit', count: deletes, max: deleteLimit },
    deletes > deleteLimit,
  );
  add('block', 'other-plan', { code: 'change.other-plan' }, expected !== null && expected !== digest);
  add('warn', 'deletes', { code: 'change.deletes', count: deletes }, deletes > 0);
  const positions = openPositions.reduce((sum, one) => sum + one.positions, 0);
  add(
    'warn',
    'open-positions',
    { code: 'change.open-positions', strategies: openPositions.length, positions },
    positions > 0,
  );
  add(
    'warn',
    'unknown-positions',
    { code: 'change.unknown-positions', strategies: unknownPositions },
    unknownPositions > 0,
  );
  const counts = new Map<string, { readonly text: Message; count: number }>();
  for (const warning of rows.flatMap((row) => row.warnings)) {
    const counted = counts.get(warning.code);
    if (counted === undefined) counts.set(warning.code, { text: warning, count: 1 });
    else counted.count += 1;
  }
  for (const [code, { count, text }] of counts) add('warn', code, { code: 'change.rows-warn', count, text }, true);
  add('note', 'links', { code: 'change.links-not-listed' }, deletes + subscriptionsEnded > 0);
  add('note', 'no-ops', { code: 'change.no-ops', count: noOpCount }, noOpCount > 0);
  add('note', 'amounts', { code: 'change.unknown-amounts', count: unknownAmounts }, unknownAmounts > 0);
  return checks;
}
