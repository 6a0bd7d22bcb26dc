import type { Log } from '#core/ports.ts';
import { exitCodes, UserError } from './user-error.ts';

/** Why the program ends by itself. */
export type Ending = {
  readonly exitCode: number;
  /** One sentence for the user. */
  readonly sentence: string;
  /** Of a bug: where it happened. */
  readonly stack: string | null;
  /** The user has seen the outcome elsewhere. */
  readonly isShown: boolean;
};

/** Tells the user and exits. It must not return to the event loop after a bug. */
export type End = (ending: Ending) => void;

/** Runs a program's start. A failure ends the program: an error of the user's in one sentence, a bug with its stack. */
export async function runProgram(start: () => Promise<void>, end: End): Promise<void> {
  try {
    await start();
  } catch (error) {
    end(endingOf(error));
  }
}

/**
 * A bug ends the program at once: the journal is written before every effect, so a new start knows more than a process
 * in an unknown state. A rejected promise that nothing handles is such a bug. Node ends the program by itself then, but
 * Electron only prints a warning.
 */
export function endOnBugs(log: () => Log | null, end: End): void {
  let ended = false;
  const onBug = (error: unknown): void => {
    // What fails while the program ends must not start a second end.
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
    return { exitCode: error.exitCode, sentence: error.message, stack: null, isShown: error.isShown };
  }
  const sentence = 'Stratdesk ended because of a bug. Orders that were sent are in the journal.';
  return { exitCode: exitCodes.failed, sentence, stack: stackOf(error), isShown: false };
}

const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : `a value that is no error: ${typeof error}`;
