import { say } from './project.mjs';
import { UserError } from './user-error.mjs';

/**
 * Converts an error of `parseArgs` about the command line to an error that the user can fix.
 * Returns null for any other error.
 * @param {unknown} error
 */
const asFlagError = (error) =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
    ? new UserError(error.message, 2)
    : null;

/**
 * Runs the main function of a script. Prints an error that the user can fix as one line; a bug is
 * printed with its stack.
 * @param {() => Promise<number>} main returns the exit code
 */
export async function runMain(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    const known = error instanceof UserError ? error : asFlagError(error);
    if (known === null) throw error;
    say(`stratdesk: ${known.message}`);
    process.exitCode = known.exitCode;
  }
}
