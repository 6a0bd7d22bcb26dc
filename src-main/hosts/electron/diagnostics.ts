import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { release } from 'node:os';

export type DiagnosticsSource = {
  readonly version: string;
  /** Null before the data folder is known. */
  readonly logFile: () => string | null;
};

/** The size of the end of the log in a report. */
const LOG_BYTES = 16 * 1024;

/**
 * The text that the user can send with a failure report. The log has allow-listed facts only, never
 * a key, an order or the query of an address, so its end is included.
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

/** Empty if the log cannot be read: a report is made without it. */
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
