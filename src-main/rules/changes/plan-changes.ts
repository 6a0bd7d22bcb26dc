import { fixed, formatFixed, parseFixed } from '#rules/decimal.ts';
import type { Change } from './change.ts';
import { newYorkTime } from './check-change.ts';
import { fullName, type ChangeFacts, type PersonFacts } from './facts.ts';
import { beforeOf, isMet, observe, ownerOf, type FactFault, type Value } from './observe.ts';
import { operationRule, stageOf } from './operations.ts';

/**
 * Two changes of a set that repeat or contradict each other, with their ids.
 * `change.begin-and-end`: they begin and end the same subscription. `change.deleted-too`: the
 * second one deletes a person whom the first one concerns.
 */
export type Conflict = {
  readonly code: 'change.twice' | 'change.begin-and-end' | 'change.deleted-too';
  readonly ids: readonly [string, string];
};

export type RowWarning =
  | { readonly code: 'change.repeated-hour' | 'change.past-end' | 'change.ends-strategy' | 'change.not-known' }
  | { readonly code: 'change.owner-moves'; readonly to: string };

export type PlannedRow = {
  readonly change: Change;
  /** The name of the person. */
  readonly name: string;
  readonly values: readonly Value[];
  readonly warnings: readonly RowWarning[];
};

/**
 * How much a set changes. `recurring` is the change of the recurring payments in dollars per
 * period, without the amounts that are not known.
 */
export type BlastRadius = {
  readonly people: number;
  readonly licensesBegun: number;
  readonly licensesStopped: number;
  readonly subscriptionsBegun: number;
  readonly subscriptionsEnded: number;
  readonly deletes: number;
  readonly recurring: string;
  /** Changes whose amount is not known. */
  readonly unknownAmounts: number;
  /** Strategies that the set changes or whose owner it deletes, with their open positions. */
  readonly openPositions: readonly { readonly systemId: string; readonly positions: number }[];
  /** Such strategies whose open positions were not read. */
  readonly unknownPositions: number;
};

export type ChangePlan = {
  /** In the order of sending. */
  readonly rows: readonly PlannedRow[];
  /** Ids of the changes whose result the platform already has. */
  readonly noOps: readonly string[];
  readonly faults: readonly { readonly id: string; readonly fault: FactFault }[];
  readonly conflicts: readonly Conflict[];
  readonly blast: BlastRadius;
};

export type PlanFacts = ChangeFacts & {
  /** Dollars a month; null if the fee is not known. */
  readonly fee: (systemId: string) => string | null;
  /** Open positions of a strategy; null if they were not read. */
  readonly positions: (systemId: string) => number | null;
};

/** Compares a set with the platform. Sends and reads nothing. */
export function planChanges(changes: readonly Change[], facts: PlanFacts): ChangePlan {
  const conflicts = conflictsOf(changes);
  const rows: PlannedRow[] = [];
  const noOps: string[] = [];
  const faults: ChangePlan['faults'][number][] = [];
  for (const change of changes) {
    const observed = observe(change, facts);
    const fault = 'code' in observed ? observed : ownerFault(change, facts);
    if (fault !== null || 'code' in observed) {
      if (fault !== null) faults.push({ id: change.id, fault });
      continue;
    }
    const person = facts.people.get(change.personId);
    const unmet = observed.filter((one) => isMet([one], beforeOf([one])) !== true);
    if (unmet.length === 0) noOps.push(change.id);
    else
      rows.push({
        change,
        name: person ? fullName(person) : '',
        values: unmet,
        warnings: warningsOf(change, unmet, facts),
      });
  }
  rows.sort((one, other) => stageOf(one.change.op) - stageOf(other.change.op));
  return { rows, noOps, faults, conflicts, blast: blastOf(rows, facts) };
}

/** The strategy must belong to the person, unless the change of its owner has already happened. */
function ownerFault({ op, fields, personId }: Change, { people }: PlanFacts): FactFault | null {
  if (!op.startsWith('strategy.') || op === 'strategy.create') return null;
  const owner = ownerOf(fields.systemid ?? '', people);
  const isMoved = op === 'strategy.owner' && owner?.personId === fields.ownerpersonid;
  return owner?.personId === personId || isMoved ? null : { code: 'change.unknown-strategy', field: 'systemid' };
}

/**
 * Two changes conflict if they do the same to one record, if they begin and end one subscription,
 * or if one of them deletes a person whom the other concerns or makes an owner.
 */
export function conflictsOf(changes: readonly Change[]): Conflict[] {
  const conflicts: Conflict[] = [];
  const seen = new Map<string, string>();
  const deleted = new Map<string, string>();
  for (const { id, op, personId } of changes)
    if (op === 'user.delete') deleted.set(personId, deleted.get(personId) ?? id);
  for (const change of changes) {
    const { id, op, personId, fields } = change;
    const { record } = operationRule(op);
    const target = record === undefined ? personId : `${personId} ${(fields[record] ?? '').toLowerCase()}`;
    const sameId = seen.get(`${op} ${target}`);
    if (sameId !== undefined) conflicts.push({ code: 'change.twice', ids: [sameId, id] });
    else seen.set(`${op} ${target}`, id);
    const oppositeOp =
      op === 'subscription.end' ? 'subscription.begin' : op === 'subscription.begin' ? 'subscription.end' : '';
    const oppositeId = seen.get(`${oppositeOp} ${target}`);
    if (oppositeId !== undefined) conflicts.push({ code: 'change.begin-and-end', ids: [oppositeId, id] });
    for (const concernedId of new Set([personId, op === 'strategy.owner' ? (fields.ownerpersonid ?? '') : personId])) {
      const deletion = deleted.get(concernedId);
      if (deletion !== undefined && op !== 'user.delete')
        conflicts.push({ code: 'change.deleted-too', ids: [id, deletion] });
    }
  }
  return conflicts;
}

function warningsOf({ op, fields }: Change, values: readonly Value[], { now, people }: PlanFacts): RowWarning[] {
  const warnings: RowWarning[] = [];
  const time = fields.unsubAtYYYYMMDDhhmm === undefined ? null : newYorkTime(fields.unsubAtYYYYMMDDhhmm);
  if (time?.isRepeated === true) warnings.push({ code: 'change.repeated-hour' });
  if (time !== null && time.latest <= now) warnings.push({ code: 'change.past-end' });
  if (op === 'strategy.alive' && fields.isAlive === '0') warnings.push({ code: 'change.ends-strategy' });
  if (op === 'strategy.owner') {
    const newOwner = people.get(fields.ownerpersonid ?? '');
    warnings.push({ code: 'change.owner-moves', to: newOwner === undefined ? '' : fullName(newOwner) });
  }
  if (values.some(({ proof, current }) => proof === 'set' && current === null))
    warnings.push({ code: 'change.not-known' });
  return warnings;
}

function blastOf(rows: readonly PlannedRow[], facts: PlanFacts): BlastRadius {
  let [recurring, unknownAmounts] = [fixed('0'), 0];
  const add = (amount: string | null, sign: 1n | -1n): void => {
    const known = amount === null ? undefined : parseFixed(amount);
    if (known === undefined) unknownAmounts += 1;
    else recurring += sign * known;
  };
  const count = (fits: (change: Change) => boolean): number => rows.filter(({ change }) => fits(change)).length;
  for (const { change } of rows) {
    const { op, fields } = change;
    const person = facts.people.get(change.personId);
    if (op === 'license.create') add(null, 1n);
    if (op === 'license.recurring') addLicenseAmount(change, person, add);
    if (op === 'subscription.begin') add(facts.fee(fields.systemid ?? ''), 1n);
    if (op === 'subscription.end') add(facts.fee(fields.systemid ?? ''), -1n);
  }
  const systems = new Set(rows.flatMap(({ change }) => affectedStrategies(change, facts)));
  const positionCounts = [...systems].map((systemId) => ({ systemId, positions: facts.positions(systemId) }));
  return {
    people: new Set(rows.map(({ change }) => change.personId)).size,
    licensesBegun: count(
      ({ op, fields }) =>
        op === 'license.create' || (op === 'license.recurring' && fields.recurring_billing_status === '1'),
    ),
    licensesStopped: count(({ op, fields }) => op === 'license.recurring' && fields.recurring_billing_status === '0'),
    subscriptionsBegun: count(({ op }) => op === 'subscription.begin'),
    subscriptionsEnded: count(({ op }) => op === 'subscription.end'),
    deletes: count(({ op }) => op === 'user.delete'),
    recurring: formatFixed(recurring),
    unknownAmounts,
    openPositions: positionCounts.flatMap(({ systemId, positions }) =>
      positions === null || positions === 0 ? [] : [{ systemId, positions }],
    ),
    unknownPositions: positionCounts.filter(({ positions }) => positions === null).length,
  };
}

/** The strategy that a change is for, and those of a person who is deleted that have not ended. */
function affectedStrategies({ fields, op, personId }: Change, { people }: PlanFacts): string[] {
  if (op === 'user.delete')
    return (people.get(personId)?.strategies ?? [])
      .filter(({ alive }) => alive !== false)
      .map(({ systemId }) => systemId);
  return op.startsWith('strategy.') && fields.systemid !== undefined ? [fields.systemid] : [];
}

/** The amount of the next period is known only while recurring billing is on. */
function addLicenseAmount(
  { fields }: Change,
  person: PersonFacts | undefined,
  add: (amount: string | null, sign: 1n | -1n) => void,
): void {
  const license = person?.licenses.find(({ licenseId }) => licenseId === fields.license_id);
  if (fields.recurring_billing_status === '0') add(license?.nextAmount ?? null, -1n);
  else add(null, 1n);
}
