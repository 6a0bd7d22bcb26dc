import type { PlatformRequest } from './platform-client.ts';
import { isRecord } from './wire/json-object.ts';

/** Commands that take risk away or leave it as it is. */
const harmless = ['cancelSignal', 'stopAutoTrade'];
const closing = ['STC', 'BTC'];
const emptying = ['flat', 'stop'];

/**
 * Whether a request that changes something can add risk, read from the request itself: what the kill switch stops in the
 * instant before it leaves. That a closing order is within what is held is the order desk's to know.
 */
export function canAddRisk({ command, body }: PlatformRequest): boolean {
  if (harmless.includes(command)) return false;
  if (command === 'setDesiredPositions') return !isEmptying(body['positions']);
  return command !== 'submitSignal' || !isClosing(body['signal']);
}

const isClosing = (signal: unknown): boolean =>
  isRecord(signal) && closing.includes(String(signal['action'])) && signal['conditionalUponSignal'] === undefined;

const isEmptying = (positions: unknown): boolean =>
  Array.isArray(positions) &&
  positions.length === 1 &&
  isRecord(positions[0]) &&
  emptying.includes(String(positions[0]['typeofsymbol']));
