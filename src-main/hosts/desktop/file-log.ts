// The log of the program. Every request body has the API key, so only the facts listed below are
// logged. Other facts are left out and counted, and long texts are cut.
import { join } from 'node:path';
import { pino } from 'pino';
import { secretRedactor } from '#core/platform/secret-redactor.ts';
import type { Log, LogFacts } from '#core/ports.ts';
import { RotatingFile } from './rotating-file.ts';

/**
 * Facts that may be logged. None of them ever has a body, a header, the query of an address or
 * typed text.
 */
const loggedFacts = new Set([
  'attempt',
  'bad',
  'bytes',
  'code',
  'command',
  'count',
  'dataset',
  'error',
  'event',
  'exitCode',
  'failure',
  'file',
  'from',
  'host',
  'id',
  'kind',
  'lane',
  'level',
  'line',
  'method',
  'milliseconds',
  'mode',
  'name',
  'origin',
  'platform',
  'port',
  'profileId',
  'reason',
  'revision',
  'rowId',
  'rows',
  'sent',
  'signal',
  'stack',
  'state',
  'status',
  'systemId',
  'target',
  'to',
  'version',
  'why',
]);

const MAX_TEXT_LENGTH = 2_000;

/** Secrets are removed before the text is cut, because a part of a secret would not be found. */
function cut(value: LogFacts[string]): LogFacts[string] {
  if (typeof value !== 'string') return value;
  const text = secretRedactor.redact(value);
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
}

function allowedFacts(facts: LogFacts): LogFacts {
  const names = Object.keys(facts);
  const listedNames = names.filter((name) => loggedFacts.has(name));
  const entries = listedNames.map((name): [string, LogFacts[string]] => [name, cut(facts[name] ?? null)]);
  const leftOut = names.length - listedNames.length;
  return Object.fromEntries(leftOut > 0 ? [...entries, ['leftOut', leftOut]] : entries);
}

/** Where the log of a data folder is. */
export const logFileOf = (dataDir: string): string => join(dataDir, 'log', 'stratdesk.log');

/** Opens `log/stratdesk.log` in the data folder. The first line creates the file. */
export function openFileLog(dataDir: string): Log & { close(): void } {
  const file = new RotatingFile(logFileOf(dataDir));
  const logger = pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) } },
    file,
  );
  return {
    info: (event, facts = {}) => logger.info(allowedFacts(facts), event),
    warn: (event, facts = {}) => logger.warn(allowedFacts(facts), event),
    error: (event, facts = {}) => logger.error(allowedFacts(facts), event),
    close: () => file.close(),
  };
}
