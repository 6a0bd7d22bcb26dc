import type { DatabaseSync } from 'node:sqlite';
import type { EquityCurve } from '#contract/model/equity.ts';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { number, numberOrNull, text, textOrNull } from './row.ts';
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

/** Writes points ascending in time; how many were new or different. A whole answer, since places start anew in each. */
export const writeEquity = (
  db: DatabaseSync,
  { systemId, plan }: EquityKey,
  points: readonly StoredPoint[],
): number => {
  const write = upsert(db, {
    table: 'equity',
    keys: ['system_id', 'plan', 'at', 'place'],
    columns: ['with_cost', 'raw', 'index_level', 'fees'],
  });
  let changed = 0;
  let place = 0;
  let before: number | null = null;
  for (const point of points) {
    place = point.at === before ? place + 1 : 0;
    before = point.at;
    const fees = point.fees.length === 0 ? null : JSON.stringify(point.fees);
    if (write([systemId, plan, point.at, place, point.withCost, point.raw, point.index, fees])) changed += 1;
  }
  return changed;
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
  const rows = db
    .prepare(
      'SELECT at, with_cost, raw, index_level, fees FROM equity WHERE system_id = ? AND plan = ? ORDER BY at, place',
    )
    .iterate(systemId, plan);
  for (const row of rows) {
    if (row['fees'] !== null) curve.fees.push({ at: curve.times.length, amounts: feesOf(text(row, 'fees')) });
    curve.times.push(number(row, 'at'));
    curve.withCost.push(numberOrNull(row, 'with_cost'));
    curve.raw.push(numberOrNull(row, 'raw'));
    curve.index.push(numberOrNull(row, 'index_level'));
  }
  return curve;
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
