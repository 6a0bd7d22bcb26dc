import { DesiredTarget } from '#contract/model/desired.ts';
import { parseDesired, type StoredList } from '#core/platform/parse/desired.ts';
import type { JsonObject } from '#core/platform/wire/json-object.ts';
import { contractKey } from '#rules/option-symbol.ts';
import type { ActType } from './act-type.ts';

export const setDesiredPositions: ActType<DesiredTarget, NonNullable<StoredList>> = {
  command: 'setDesiredPositions',
  target: 'system',
  wanted: DesiredTarget,
  // Flattening is sent before everything else in the queue.
  lane: (wanted) => (wanted.kind === 'flat' ? 'cancel' : 'submit'),
  body: (systemid, wanted) => ({ systemid, positions: wirePositions(wanted) }),
  confirms: (answer: JsonObject, wanted) => {
    const stored = parseDesired(answer);
    // `ok` confirms the act even if the answer has no readable list.
    return stored === null || isSameTarget(wanted, stored) ? 'all' : 'none';
  },
  proof: {
    command: 'getDesiredPositions',
    body: (systemid) => ({ systemid }),
    parse: parseDesired,
    shows: (stored, { wanted }) => isSameTarget(wanted, stored),
  },
  // The desk of target lists reads the list back itself while order entry is locked. A list that is
  // read later may have been set on the web site.
  readsBack: false,
  messages: {
    title: { code: 'desired.not-confirmed' },
    absent: { code: 'desired.contradicted' },
    late: { code: 'desired.appeared-late' },
    differs: { code: 'desired.contradicted' },
  },
};

/**
 * Whether the stored list equals the target. The lines may be in another sequence, and the strike of
 * an option may have trailing zeros or not. A stored list may have two lines of one symbol. An empty
 * list equals `flat`.
 */
export function isSameTarget(target: DesiredTarget, stored: StoredList): boolean {
  if (stored === null) return false;
  if (stored === 'empty') return target.kind === 'flat';
  if (target.kind !== 'list' || stored.kind !== 'list') return target.kind === stored.kind;
  const storedLines = sortedLines(stored.positions);
  const lines = sortedLines(target.positions);
  return lines.length === storedLines.length && lines.every((line, index) => line === storedLines[index]);
}

const sortedLines = (positions: Positions): string[] =>
  positions
    .map(({ instrument, quantity, symbol }) => `${instrument} ${contractKey(symbol)} ${BigInt(quantity)}`)
    .sort();

type Positions = Extract<DesiredTarget, { kind: 'list' }>['positions'];

/**
 * `positions` of setDesiredPositions. Flat and stop are a single line with quant 0 (order-safety
 * 6.3 D1).
 */
function wirePositions(target: DesiredTarget): { symbol: string; typeofsymbol: string; quant: string }[] {
  if (target.kind !== 'list') return [{ symbol: target.kind, typeofsymbol: target.kind, quant: '0' }];
  return target.positions.map(({ symbol, instrument, quantity }) => ({
    symbol,
    typeofsymbol: instrument,
    quant: quantity,
  }));
}
