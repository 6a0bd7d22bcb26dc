import type { DatabaseSync } from 'node:sqlite';
import type { EquityCurve } from '#contract/model/equity.ts';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { arrayRows, number, numberIn, numberOrNullIn, text, textOrNull } from '#core/sqlite/row.ts';
import { upsert } from './upsert.ts';

/** A curve of a strategy; `plan` is empty for the platform's default. */
export type EquityKey = { readonly systemId: string; readonly plan: string };

/**
 * A stored point. The column `place` numbers the points with the same `at` (unix seconds), in the
 * order of the answer.
 */
export type StoredPoint = {
  readonly at: number;
  readonly withCost: number | null;
  readonly raw: number | null;
  readonly index: number | null;
  readonly fees: readonly number[];
};

const isFees = Compile(Type.Array(Type.Number()));

const table = {
  table: 'equity',
  keys: ['system_id', 'plan', 'at', 'place'],
  columns: ['with_cost', 'raw', 'index_level', 'fees', 'unlisted_at'],
  // A new point without fees erases stored ones: they were corrected, or charged at another point
  // of the same second.
  rules: { fees: 'new.fees', unlisted_at: 'new.unlisted_at' },
} as const;

/** The time of a point in unix seconds, and its place among the points of the same time. */
type PointKey = readonly [at: number, place: number];

/**
 * Writes all points of an answer, ascending in time, and returns how many were new, different, or
 * are no longer listed. Places restart in each answer. `wholeAt` is the time of the reading (unix
 * seconds), or null when the answer is not whole and therefore cannot unlist a point.
 */
export const writeEquity = (
  db: DatabaseSync,
  key: EquityKey,
  points: readonly StoredPoint[],
  wholeAt: number | null,
): number => {
  const write = upsert(db, table);
  const pointKeys = pointKeysOf(points);
  let changed = 0;
  points.forEach(({ withCost, raw, index, fees }, row) => {
    const [at = 0, place = 0] = pointKeys[row] ?? [];
    const feeText = fees.length === 0 ? null : JSON.stringify(fees);
    if (write([key.systemId, key.plan, at, place, withCost, raw, index, feeText, null])) changed += 1;
  });
  return wholeAt === null ? changed : changed + unlistPoints(db, key, pointKeys, wholeAt);
};

const pointKeysOf = (points: readonly StoredPoint[]): PointKey[] => {
  const pointKeys: PointKey[] = [];
  for (const { at } of points) {
    const [before, place] = pointKeys.at(-1) ?? [null, 0];
    pointKeys.push([at, at === before ? place + 1 : 0]);
  }
  return pointKeys;
};

/**
 * Marks points that a whole answer, already written, does not contain. Returns early when the
 * answer contains all listed points.
 */
const unlistPoints = (
  db: DatabaseSync,
  { systemId, plan }: EquityKey,
  answered: readonly PointKey[],
  readAt: number,
): number => {
  const listed = 'FROM equity WHERE system_id = ? AND plan = ? AND unlisted_at IS NULL';
  const count = db.prepare(`SELECT count(*) AS points ${listed}`).get(systemId, plan) ?? {};
  if (number(count, 'points') === answered.length) return 0;
  const mark = db.prepare(
    'UPDATE equity SET unlisted_at = ? WHERE system_id = ? AND plan = ? AND at = ? AND place = ?',
  );
  let next = 0;
  let unlistedCount = 0;
  const rows = arrayRows(db, `SELECT at, place ${listed} ORDER BY at, place`, systemId, plan);
  for (const [at = null, place = null] of rows) {
    const pointKey = answered[next];
    if (pointKey?.[0] === at && pointKey[1] === place) next += 1;
    else unlistedCount += Number(mark.run(readAt, systemId, plan, at, place).changes);
  }
  return unlistedCount;
};

export const writeEquityScale = (db: DatabaseSync, { systemId, plan }: EquityKey, indexScale: string | null): boolean =>
  upsert(db, { table: 'equity_scale', keys: ['system_id', 'plan'], columns: ['index_scale'] })([
    systemId,
    plan,
    indexScale,
  ]);

export const readEquity = (db: DatabaseSync, { systemId, plan }: EquityKey): EquityCurve => {
  const scale = db.prepare('SELECT index_scale FROM equity_scale WHERE system_id = ? AND plan = ?').get(systemId, plan);
  const curve: EquityCurve = {
    systemId,
    ...(plan === '' ? {} : { plan }),
    times: [],
    withCost: [],
    raw: [],
    index: [],
    indexScale: scale === undefined ? null : textOrNull(scale, 'index_scale'),
    fees: [],
  };
  const unlisted: number[] = [];
  const rows = arrayRows(db, pointsSql(db, { systemId, plan }), systemId, plan);
  rows.forEach(([at, withCost, raw, index, fees, unlistedAt], row) => {
    if (typeof fees === 'string') curve.fees.push({ row, amounts: feesOf(fees) });
    if (unlistedAt !== null) unlisted.push(row);
    curve.times.push(numberIn(at));
    curve.withCost.push(numberOrNullIn(withCost));
    curve.raw.push(numberOrNullIn(raw));
    curve.index.push(numberOrNullIn(index));
  });
  return unlisted.length === 0 ? curve : { ...curve, unlisted: unlistedRowsOf(curve.times, unlisted) };
};

/** The last of several points of one second counts, so listed points sort after unlisted ones. */
const pointsSql = (db: DatabaseSync, { systemId, plan }: EquityKey): string => {
  const firstUnlisted = db
    .prepare('SELECT 1 FROM equity WHERE system_id = ? AND plan = ? AND unlisted_at IS NOT NULL LIMIT 1')
    .get(systemId, plan);
  const order = firstUnlisted === undefined ? 'at, place' : 'at, unlisted_at IS NULL, place';
  return `SELECT at, with_cost, raw, index_level, fees, unlisted_at FROM equity
    WHERE system_id = ? AND plan = ? ORDER BY ${order}`;
};

/**
 * An unlisted point inside the range of the listed ones was replaced (the service adds a point for
 * the current moment to each answer). Outside that range nothing replaced it.
 */
const unlistedRowsOf = (
  times: readonly number[],
  unlisted: readonly number[],
): NonNullable<EquityCurve['unlisted']> => {
  const unlistedSet = new Set(unlisted);
  const isListed = (_: number, row: number): boolean => !unlistedSet.has(row);
  const from = times[times.findIndex(isListed)] ?? Infinity;
  const to = times[times.findLastIndex(isListed)] ?? -Infinity;
  return unlisted.map((row) => {
    const time = times[row] ?? 0;
    return { row, replaced: time >= from && time <= to };
  });
};

/** Commission plans with a stored curve, without the platform's default. */
export const readPlans = (db: DatabaseSync, systemId: string): string[] =>
  db
    .prepare("SELECT DISTINCT plan FROM equity_scale WHERE system_id = ? AND plan <> '' ORDER BY plan")
    .all(systemId)
    .map((row) => text(row, 'plan'));

const feesOf = (stored: string): number[] => {
  const value: unknown = JSON.parse(stored);
  return isFees.Check(value) ? value : [];
};
