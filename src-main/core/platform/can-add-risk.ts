import type { PlatformRequest } from './platform-client.ts';
import { isRecord } from './wire/json-object.ts';

/** Commands that reduce risk or leave it unchanged. */
const harmless = ['cancelSignal', 'stopAutoTrade'];
const closing = ['STC', 'BTC'];
const emptying = ['flat', 'stop'];

/**
 * Whether a mutating request can add risk, read from the request itself. A change of AutoTrade
 * settings shows only what they become, so its sender says whether it reduces. The kill switch stops such
 * a request in the instant before it is sent. That a closing order is within the position size is
 * checked by the order desk.
 */
export function canAddRisk({ command, body, reduces }: Pick<PlatformRequest, 'command' | 'body' | 'reduces'>): boolean {
  if (harmless.includes(command)) return false;
  if (command === 'changeAutoTrade') return reduces !== true;
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
