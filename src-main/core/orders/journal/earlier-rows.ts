import { isRecord } from '#core/platform/wire/json-object.ts';
import { migrateAlarm, migrateText } from './earlier-texts.ts';

type Members = Record<string, unknown>;

/** Converts an order row of an earlier version into the present form. */
export function migrateOrder(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const row = withPreExistingMatches(value);
  const { reason, alarm, misses, notedAlarms, cancelFirst } = row;
  return {
    ...row,
    ...changedMember('reason', reason, textOf),
    ...changedMember('alarm', alarm, alarmOf),
    ...changedMember('misses', misses, each(textOf)),
    ...changedMember('notedAlarms', notedAlarms, each(alarmOf)),
    ...(isRecord(cancelFirst)
      ? { cancelFirst: { ...cancelFirst, ...changedMember('alarm', cancelFirst['alarm'], alarmOf) } }
      : {}),
  };
}

/**
 * Converts an event of an earlier version. Its evidence remains as it was written: nothing reads
 * it.
 */
export function migrateEvent(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const event = withPreExistingMatches(value);
  const { reason, alarm, misses } = event;
  return {
    ...event,
    ...changedMember('reason', reason, textOf),
    ...changedMember('alarm', alarm, alarmOf),
    ...changedMember('misses', misses, each(textOf)),
  };
}

/**
 * Converts a run of an earlier version. If a partial close was for the whole position, it was
 * recorded as a close, but with an amount.
 */
export function migrateRun(value: unknown): unknown {
  const row = migrateCodes(value);
  if (!isRecord(row) || !isRecord(row['act']) || !isRecord(row['act']['request'])) return row;
  const { amount, ...request } = row['act']['request'];
  if (amount === undefined || request['kind'] !== 'close') return row;
  return { ...row, act: { ...row['act'], request } };
}

/** Earlier versions called the pre-existing matches `strangers`. */
function withPreExistingMatches(value: Members): Members {
  if (!('strangers' in value)) return value;
  const { strangers, ...rest } = value;
  return { ...rest, preExistingMatches: strangers };
}

const changedMember = (name: string, value: unknown, change: (value: unknown) => unknown): Members =>
  value === undefined ? {} : { [name]: change(value) };

const each =
  (change: (value: unknown) => unknown) =>
  (value: unknown): unknown =>
    Array.isArray(value) ? value.map(change) : value;

const textOf = (value: unknown): unknown => (typeof value === 'string' ? migrateText(value) : migrateCodes(value));
const alarmOf = (value: unknown): unknown => (typeof value === 'string' ? migrateAlarm(value) : migrateCodes(value));

/** Codes of earlier versions, with their present names. */
const renamedCodes: ReadonlyMap<unknown, string> = new Map([
  ['exit.kept', 'exit.retained'],
  ['exit.kept-with-group', 'exit.retained-with-group'],
  ['exit.entry-kept', 'exit.entry-retained'],
  ['exit.held', 'exit.position'],
  ['replace.held-back', 'replace.not-sent'],
]);

/** Replaces the codes of earlier versions by the present ones in all messages of a value. */
export function migrateCodes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(migrateCodes);
  if (!isRecord(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, migrateCodes(member)]);
  const code = renamedCodes.get(value['code']);
  return Object.fromEntries(code === undefined ? members : [...members, ['code', code]]);
}
