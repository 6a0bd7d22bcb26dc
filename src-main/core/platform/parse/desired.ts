import type { DesiredTarget, DesiredTerms } from '#contract/model/desired.ts';
import { textOrNull } from '../absent.ts';
import { isRecord, type JsonObject } from '../wire/json-object.ts';
import { optionTerms } from './option-terms.ts';
import { decimal } from './scalars.ts';

/**
 * The list that the platform last stored. `empty` if the list has no element or only zero
 * quantities. Null if there is no readable list.
 */
export type StoredList = DesiredTarget | 'empty' | null;

const instruments = ['stock', 'option', 'future', 'forex'] as const;

/**
 * `response` of getDesiredPositions and setDesiredPositions (platform-api "Desired position").
 * Never throws.
 */
export function parseDesired(body: JsonObject): StoredList {
  const list = body['response'];
  if (!Array.isArray(list)) return null;
  const records = list.filter(isRecord);
  if (records.length !== list.length) return null;
  if (records.length === 0) return 'empty';
  const kinds = records.map((record) => textOrNull(record['typeofsymbol']));
  if (kinds.length === 1 && (kinds[0] === 'flat' || kinds[0] === 'stop')) return { kind: kinds[0] };
  const positions = records.map(positionOf);
  const known = positions.filter((position) => position !== null);
  if (known.length !== positions.length) return null;
  const nonZero = known.filter(({ quantity }) => quantity !== '0');
  return nonZero.length === 0 ? 'empty' : { kind: 'list', positions: nonZero };
}

type Position = Extract<DesiredTarget, { kind: 'list' }>['positions'][number];

function positionOf(record: JsonObject): Position | null {
  const symbol = textOrNull(record['symbol']);
  const instrument = instruments.find((one) => one === record['typeofsymbol']);
  // A quantity that is missing or of another type is not zero. The stored list is then unknown.
  const quantity = decimal(record['quant'])?.replace(/\.0+$/, '');
  if (symbol === null || instrument === undefined || quantity === undefined || !/^-?\d{1,10}$/.test(quantity))
    return null;
  return { symbol, instrument, quantity: quantity === '-0' ? '0' : quantity };
}

/** The option terms of the stored list, for the screen only: lists are compared by symbol. */
export function parseDesiredTerms(body: JsonObject): DesiredTerms[] {
  const list = body['response'];
  if (!Array.isArray(list)) return [];
  return list.filter(isRecord).flatMap((record) => {
    const symbol = textOrNull(record['symbol']);
    const { option } = optionTerms(record, 'expir');
    return symbol === null || option === undefined ? [] : [{ symbol, option }];
  });
}
