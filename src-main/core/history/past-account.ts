import type { DatabaseSync } from 'node:sqlite';
import {
  PastDesired,
  PastEquity,
  PastPosition,
  PastSignal,
  type Moment,
  type PastAccount,
} from '#contract/model/history.ts';
import { Margin } from '#contract/model/strategy.ts';
import { number, text } from '#core/sqlite/row.ts';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { facetKey, type AccountDataset, type StoredFacet } from './account-facets.ts';

/** Moments, newest first; `before` excludes that moment and later ones. */
export const readMoments = (
  db: DatabaseSync,
  systemId: string,
  page: { readonly before: number | null; readonly limit: number },
): { moments: Moment[]; total: number } => {
  const count = db.prepare('SELECT count(*) AS total FROM moments WHERE system_id = ?').get(systemId);
  const rows = db
    .prepare('SELECT read_at, changes FROM moments WHERE system_id = ? AND read_at < ? ORDER BY read_at DESC LIMIT ?')
    .all(systemId, page.before ?? Number.MAX_SAFE_INTEGER, page.limit);
  return {
    moments: rows.map((row) => ({ at: number(row, 'read_at'), changes: number(row, 'changes') })),
    total: count === undefined ? 0 : number(count, 'total'),
  };
};

/** Null when there is no reading up to that time. */
export const readPastAccount = (db: DatabaseSync, systemId: string, at: number): PastAccount | null => {
  const moment = db
    .prepare('SELECT max(read_at) AS at FROM moments WHERE system_id = ? AND read_at <= ?')
    .get(systemId, at)?.['at'];
  if (typeof moment !== 'number') return null;
  const values = valuesAt(db, systemId, moment);
  const isRead = (dataset: AccountDataset): boolean =>
    values.has(facetKey('read', dataset)) || hasEarlierVersion(db, systemId);
  const positions = valuesOfFacet(values, 'position').flatMap(({ name, value }) =>
    positionOf(value, values.get(facetKey('mark', name))),
  );
  const working = valuesOfFacet(values, 'working').flatMap(({ value }) => parseValue(value, isSignal));
  return {
    at: moment,
    margin: singleValue(values, 'margin', isMargin),
    equity: singleValue(values, 'equity', isEquity),
    positions: positions.length > 0 || isRead('tradesOpen') ? positions : null,
    working: working.length > 0 || isRead('signalsWorking') ? working : null,
    desired: singleValue(values, 'desired', isDesired),
    statistics: valuesOfFacet(values, 'statistic').map(({ name, value }) => ({
      name,
      value: value === '' ? null : value,
    })),
  };
};

type Value = { readonly facet: string; readonly name: string; readonly value: string };
type Values = ReadonlyMap<string, Value>;

/**
 * With max(), SQLite takes the other columns from the row with the maximum: the last value up to
 * `at`.
 */
const valuesAt = (db: DatabaseSync, systemId: string, at: number): Values => {
  const rows = db
    .prepare(
      `SELECT facet, name, value, max(read_at) AS at FROM readings_of WHERE system_id = ? AND read_at <= ?
       GROUP BY facet, name`,
    )
    .all(systemId, at)
    .filter(({ value }) => value !== null)
    .map((row) => ({ facet: text(row, 'facet'), name: text(row, 'name'), value: text(row, 'value') }));
  return new Map(rows.map((row) => [facetKey(row.facet, row.name), row]));
};

/**
 * Whether the first reading is from an earlier version of the program, which did not record what
 * was read. Every list then counts as read.
 */
function hasEarlierVersion(db: DatabaseSync, systemId: string): boolean {
  const first = db.prepare('SELECT min(read_at) AS at FROM moments WHERE system_id = ?').get(systemId)?.['at'];
  const recorded = db
    .prepare("SELECT min(read_at) AS at FROM readings_of WHERE system_id = ? AND facet = 'read'")
    .get(systemId)?.['at'];
  return typeof recorded !== 'number' || (typeof first === 'number' && first < recorded);
}

const isMargin = Compile(Margin);
const isEquity = Compile(PastEquity);
const isSignal = Compile(PastSignal);
const isDesired = Compile(Type.Array(PastDesired));
const isPosition = Compile(PastPosition);

type Check<Kind> = { Check(value: unknown): value is Kind };

/** A value in the form of an older version is skipped. */
const parseValue = <Kind>(value: string, check: Check<Kind>): Kind[] => {
  const found: unknown = JSON.parse(value);
  return check.Check(found) ? [found] : [];
};

const singleValue = <Kind>(values: Values, facet: StoredFacet, check: Check<Kind>): Kind | null => {
  const found = values.get(facetKey(facet, ''));
  return found === undefined ? null : (parseValue(found.value, check)[0] ?? null);
};

const valuesOfFacet = (values: Values, facet: StoredFacet): Value[] =>
  [...values.values()].filter((one) => one.facet === facet);

const positionOf = (value: string, mark: Value | undefined): PastPosition[] => {
  const noMark = '{"mark":null,"markedAt":null,"profit":null}';
  const position: unknown = JSON.parse(value);
  const marked: unknown = JSON.parse(mark?.value ?? noMark);
  if (!isObject(position) || !isObject(marked)) return [];
  const found: unknown = { ...position, ...marked };
  return isPosition.Check(found) ? [found] : [];
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
