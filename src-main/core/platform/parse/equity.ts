import { isAbsent } from '../absent.ts';
import { isRecord, type JsonObject } from '../wire/json-object.ts';
import { EquityPointRecord } from '../wire/record-schemas.ts';
import { parseList, type ParsedRecord } from './parsed.ts';
import { decimal, id, instant, price } from './scalars.ts';

/** A point of the curve. Floats, because only charts and statistics use them. */
export type EquityPoint = {
  /** Unix seconds. */
  readonly at: number;
  readonly withCost: number | null;
  readonly raw: number | null;
  /** Price of the benchmark index. */
  readonly index: number | null;
  readonly fees: readonly number[];
};

export type ParsedEquity = {
  /** Ascending in time. */
  readonly points: EquityPoint[];
  readonly indexScale: string | null;
  readonly bad: number;
  readonly problems: readonly string[];
};

/**
 * Parses `retrieveSystemEquity`, whose members are at the top level or under `response`. Null when
 * there is no list of points, or when it is the curve of another strategy.
 */
export const parseEquity = (body: JsonObject, systemId: string): ParsedEquity | null => {
  const wire = isRecord(body['response']) ? body['response'] : body;
  const answeredSystemId = id(wire['systemid']);
  if (answeredSystemId !== null && answeredSystemId !== systemId) return null;
  const parsed = parseList(wire['equity_data'], parsePoint);
  if (parsed === null) return null;
  return {
    points: parsed.items.sort((left, right) => left.at - right.at),
    indexScale: price(wire['initial_index_to_equity_scaling_factor']),
    bad: parsed.bad,
    problems: parsed.problems,
  };
};

const parsePoint = (record: unknown): ParsedRecord<EquityPoint> => {
  if (!EquityPointRecord.Check(record)) return { problem: 'equity point: unix_timestamp' };
  const wire: JsonObject = record;
  // The day replaces a time that is absent, not one that cannot be read.
  const unix = wire['unix_timestamp'];
  const at = instant(unix, isAbsent(unix) ? wire['YYYYMMDD'] : null);
  const withCost = float(decimal(wire['strategy_with_cost']));
  const raw = float(decimal(wire['strategy_raw']));
  if (at === null) return { problem: 'equity point: unix_timestamp' };
  if (withCost === null && raw === null) return { problem: 'equity point: strategy_with_cost, strategy_raw' };
  return { at, withCost, raw, index: float(price(wire['index_price'])), fees: feesOf(wire['fee_event_list']) };
};

const float = (text: string | null): number | null => (text === null ? null : Number(text));

const feesOf = (value: unknown): number[] =>
  Array.isArray(value) ? value.map((fee) => float(decimal(fee))).filter((fee) => fee !== null) : [];
