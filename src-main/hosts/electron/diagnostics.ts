import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { release } from 'node:os';

export type DiagnosticsSource = {
  readonly version: string;
  /** Null before the data folder is known. */
  readonly logFile: () => string | null;
};

/** The last part of the log that a report carries. */
const LOG_BYTES = 16 * 1024;

/**
 * What the user can send with a report of a failure. The log holds allow-listed facts only, never a key, an order or an
 * address query, so its end may go along.
 */
export function diagnosticsText({ version, logFile }: DiagnosticsSource, problem: string | null): string {
  const file = logFile();
  const { electron, chrome, node } = process.versions;
  return [
    `Stratdesk ${version}`,
    `Time: ${new Date().toISOString()}`,
    `System: ${process.platform} ${release()} ${process.arch}`,
    `Electron ${electron}, Chromium ${chrome}, Node ${node}`,
    `Log: ${file ?? 'not opened'}`,
    ...(problem === null ? [] : ['', problem]),
    '',
    'End of the log:',
    file === null ? '' : endOf(file),
  ].join('\n');
}

/** Empty where there is no log yet, or where it cannot be read: a report is made of what is there. */
function endOf(file: string): string {
  try {
    const handle = openSync(file, 'r');
    try {
      const { size } = fstatSync(handle);
      const bytes = Buffer.alloc(Math.min(size, LOG_BYTES));
      readSync(handle, bytes, 0, bytes.length, size - bytes.length);
      return bytes.toString('utf8');
    } finally {
      closeSync(handle);
    }
  } catch {
    return '';
  }
}
