import type { UnreadableSignal } from '#core/unreadable-signal.ts';
import { textOrNull } from '../absent.ts';
import { isRecord } from '../wire/json-object.ts';
import { action, id, instant } from './scalars.ts';

/** Characters of a raw record that are retained. */
const rawLimit = 2_000;

/**
 * The readable members of a signal record that cannot be used. `contradicts` is true if another
 * record of the list has the same id and different content.
 */
export const unreadableSignal = (
  record: unknown,
  systemId: string,
  problem: string,
  contradicts = false,
): UnreadableSignal => {
  const wire = isRecord(record) ? record : {};
  const symbol = textOrNull(wire['symbol'])?.trim() ?? '';
  return {
    systemId,
    serviceId: id(wire['signal_id']),
    ownId: id(wire['localsignalid']) ?? id(wire['localsignal_id']),
    symbol: symbol === '' ? null : symbol,
    action: action(wire['action']),
    postedAt: instant(wire['posted_time_unix'], wire['posted_time']),
    contradicts,
    problem,
    raw: JSON.stringify(record).slice(0, rawLimit),
  };
};
