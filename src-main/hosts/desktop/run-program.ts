import type { Log } from '#core/ports.ts';
import { exitCodes, UserError } from './user-error.ts';

/** Runs a program's start; what the user can mend is one sentence on the terminal, everything else a bug with its stack. */
export async function runProgram(start: () => Promise<void>, exit: (code: number) => void): Promise<void> {
  try {
    await start();
  } catch (error) {
    tellUser(error);
    exit(error instanceof UserError ? error.exitCode : exitCodes.failed);
  }
}

function tellUser(error: unknown): void {
  const text = error instanceof UserError ? error.message : describe(error);
  process.stderr.write(`stratdesk: ${text}\n`);
}

const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : 'failed');

/**
 * A bug that nobody caught ends the program at once: the journal is written before every effect, so a fresh start knows
 * more than a process in an unknown state.
 */
export function endOnBugs(log: Log, exit: (code: number) => void): void {
  process.on('uncaughtException', (error) => {
    log.error('bug', { stack: describe(error) });
    process.stderr.write(`stratdesk: ended by a bug: ${describe(error)}\n`);
    exit(exitCodes.failed);
  });
}
