import { secretRedactor } from '#core/platform/secret-redactor.ts';
import type { Log } from '#core/ports.ts';
import { exitCodes, UserError } from './user-error.ts';

/** Why the program ends without being asked to. */
export type Ending = {
  readonly exitCode: number;
  /** One sentence for the user. */
  readonly sentence: string;
  /** The stack trace of a bug; null for a user error. */
  readonly stack: string | null;
  /** The user already saw what happened, so no error box is shown. */
  readonly wasShown: boolean;
};

/** Shows the ending and exits. After a bug it must not return to the event loop. */
export type End = (ending: Ending) => void;

/**
 * Runs the start of a program. A failure ends the program: a user error with one sentence, a bug
 * with its stack.
 */
export async function runProgram(start: () => Promise<void>, end: End): Promise<void> {
  try {
    await start();
  } catch (error) {
    end(endingOf(error));
  }
}

/**
 * A bug ends the program at once: the journal is written before every effect, so a new start knows
 * more than a process in an unknown state. An unhandled rejection is such a bug. Node ends the
 * program for it, but Electron only prints a warning.
 */
export function endOnBugs(log: () => Log | null, end: End): void {
  let ended = false;
  const onBug = (error: unknown): void => {
    // A failure while the program ends must not end it a second time.
    if (ended) return;
    ended = true;
    const ending = endingOf(error);
    log()?.error('bug', { stack: ending.stack ?? ending.sentence });
    end(ending);
  };
  process.on('uncaughtException', onBug);
  process.on('unhandledRejection', onBug);
}

/** The line on the terminal, in both hosts. */
export function printEnding({ sentence, stack }: Ending): void {
  process.stderr.write(`stratdesk: ${stack === null ? sentence : `ended by a bug: ${stack}`}\n`);
}

function endingOf(error: unknown): Ending {
  if (error instanceof UserError) {
    return { exitCode: error.exitCode, sentence: error.message, stack: null, wasShown: error.wasShown };
  }
  const sentence = 'Stratdesk ended because of a bug. Orders that were sent are in the journal.';
  return { exitCode: exitCodes.failed, sentence, stack: stackOf(error), wasShown: false };
}

/** The stack trace of an error, without secrets, for the log and the terminal. */
export const stackOf = (error: unknown): string =>
  error instanceof Error
    ? secretRedactor.redact(error.stack ?? error.message)
    : `a value that is no error: ${typeof error}`;
