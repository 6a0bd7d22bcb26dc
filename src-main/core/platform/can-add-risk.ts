import type { PlatformRequest } from './platform-client.ts';
import { isRecord } from './wire/json-object.ts';

/**
 * Commands that never add risk. A command that is not handled in this file counts as adding risk.
 */
const harmlessCommands = ['cancelSignal', 'stopAutoTrade'];
const exitActions = ['STC', 'BTC'];
/**
 * Types of a target list element that names no position: `flat` closes all positions, `stop` ends
 * the target mode.
 */
const typesWithoutPosition = ['flat', 'stop'];

/**
 * Whether a mutating request can add risk, read from the request itself. A change of AutoTrade
 * settings contains only the new settings, so its sender says whether it reduces risk. In the
 * instant before a request is sent, the kill switch stops it if it can add risk. The order desk
 * checks that a closing order is within the position size.
 */
export function canAddRisk({
  command,
  body,
  reducesRisk,
}: Pick<PlatformRequest, 'command' | 'body' | 'reducesRisk'>): boolean {
  if (harmlessCommands.includes(command)) return false;
  if (command === 'changeAutoTrade') return reducesRisk !== true;
  if (command === 'setDesiredPositions') return !namesNoPosition(body['positions']);
  return command !== 'submitSignal' || !isClosing(body['signal']);
}

const isClosing = (signal: unknown): boolean =>
  isRecord(signal) && exitActions.includes(String(signal['action'])) && signal['conditionalUponSignal'] === undefined;

const namesNoPosition = (positions: unknown): boolean =>
  Array.isArray(positions) &&
  positions.length === 1 &&
  isRecord(positions[0]) &&
  typesWithoutPosition.includes(String(positions[0]['typeofsymbol']));
