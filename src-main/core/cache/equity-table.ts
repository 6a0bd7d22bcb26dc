import type { DatabaseSync } from 'node:sqlite';
import type { EquityCurve } from '#contract/model/equity.ts';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { arrayRows, number, numberIn, numberOrNullIn, text, textOrNull } from './row.ts';
import { upsert } from './upsert.ts';

/** Whose curve; `plan` is empty for what the platform gives unasked. */
export type EquityKey = { readonly systemId: string; readonly plan: string };

/** A point as it is stored; several may share a second, `place` tells them apart in the order of the answer. */
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
  rules: { unlisted_at: 'new.unlisted_at' },
} as const;

/** Where a point stands: its second, and its place among those of that second. */
type Spot = readonly [at: number, place: number];

/**
 * Writes points ascending in time; how many were new, different, or no longer listed. All points of an answer, since places
 * start anew in each. `wholeAt`: when it was read (unix seconds); null where it is not whole, and so says of none that it left.
 */
export const writeEquity = (
  db: DatabaseSync,
  key: EquityKey,
  points: readonly StoredPoint[],
  wholeAt: number | null,
): number => {
  const write = upsert(db, table);
  const spots = spotsOf(points);
  let changed = 0;
  points.forEach(({ withCost, raw, index, fees }, row) => {
    const [at = 0, place = 0] = spots[row] ?? [];
    const feeText = fees.length === 0 ? null : JSON.stringify(fees);
    if (write([key.systemId, key.plan, at, place, withCost, raw, index, feeText, null])) changed += 1;
  });
  return wholeAt === null ? changed : changed + leavePoints(db, key, spots, wholeAt);
};

const spotsOf = (points: readonly StoredPoint[]): Spot[] => {
  const spots: Spot[] = [];
  for (const { at } of points) {
    const [before, place] = spots.at(-1) ?? [null, 0];
    spots.push([at, at === before ? place + 1 : 0]);
  }
  return spots;
};

/** Points that a whole answer, written already, does not hold. Nothing is walked through where all that are listed are in it. */
const leavePoints = (
  db: DatabaseSync,
  { systemId, plan }: EquityKey,
  answered: readonly Spot[],
  readAt: number,
): number => {
  const listed = 'FROM equity WHERE system_id = ? AND plan = ? AND unlisted_at IS NULL';
  const count = db.prepare(`SELECT count(*) AS points ${listed}`).get(systemId, plan) ?? {};
  if (number(count, 'points') === answered.length) return 0;
  const mark = db.prepare(
    'UPDATE equity SET unlisted_at = ? WHERE system_id = ? AND plan = ? AND at = ? AND place = ?',
  );
  let next = 0;
  let left = 0;
  const rows = arrayRows(db, `SELECT at, place ${listed} ORDER BY at, place`, systemId, plan);
  for (const [second = null, place = null] of rows) {
    const spot = answered[next];
    if (spot?.[0] === second && spot[1] === place) next += 1;
    else left += Number(mark.run(readAt, systemId, plan, second, place).changes);
  }
  return left;
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
  rows.forEach(([second, withCost, raw, index, fees, unlistedAt], at) => {
    if (typeof fees === 'string') curve.fees.push({ at, amounts: feesOf(fees) });
    if (unlistedAt !== null) unlisted.push(at);
    curve.times.push(numberIn(second));
    curve.withCost.push(numberOrNullIn(withCost));
    curve.raw.push(numberOrNullIn(raw));
    curve.index.push(numberOrNullIn(index));
  });
  return unlisted.length === 0 ? curve : { ...curve, unlisted: judged(curve.times, unlisted) };
};

/** Of two points of one second the later given stands: one that is listed goes behind one that is not. */
const pointsSql = (db: DatabaseSync, { systemId, plan }: EquityKey): string => {
  const left = db
    .prepare('SELECT 1 FROM equity WHERE system_id = ? AND plan = ? AND unlisted_at IS NOT NULL LIMIT 1')
    .get(systemId, plan);
  const order = left === undefined ? 'at, place' : 'at, unlisted_at IS NULL, place';
  return `SELECT at, with_cost, raw, index_level, fees, unlisted_at FROM equity
    WHERE system_id = ? AND plan = ? ORDER BY ${order}`;
};

/**
 * Where the last answer lists points before and after, it tells that stretch itself, and one that it left out of it is replaced
 * (a service adds a point for the very moment to each answer). Outside of what it lists nothing takes its place.
 */
const judged = (times: readonly number[], unlisted: readonly number[]): NonNullable<EquityCurve['unlisted']> => {
  const gone = new Set(unlisted);
  const isListed = (_: number, at: number): boolean => !gone.has(at);
  const from = times[times.findIndex(isListed)] ?? Infinity;
  const to = times[times.findLastIndex(isListed)] ?? -Infinity;
  return unlisted.map((at) => {
    const time = times[at] ?? 0;
    return { at, replaced: time >= from && time <= to };
  });
};

/** Plans of which a curve is stored, without the platform's own. */
export const readPlans = (db: DatabaseSync, systemId: string): string[] =>
  db
    .prepare("SELECT DISTINCT plan FROM equity_scale WHERE system_id = ? AND plan <> '' ORDER BY plan")
    .all(systemId)
    .map((row) => text(row, 'plan'));

const feesOf = (stored: string): number[] => {
  const value: unknown = JSON.parse(stored);
  return isFees.Check(value) ? value : [];
};
