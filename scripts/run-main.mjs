import { say } from './project.mjs';
import { UserError } from './user-error.mjs';

/**
 * What `parseArgs` says of a command line that makes no sense.
 * @param {unknown} error
 */
const flagError = (error) =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
    ? new UserError(error.message, 2)
    : null;

/**
 * Runs a script's main function: what a person can put right is told in one line, a bug keeps its stack.
 * @param {() => Promise<number>} main answers the exit code
 */
export async function runMain(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    const known = error instanceof UserError ? error : flagError(error);
    if (known === null) throw error;
    say(`stratdesk: ${known.message}`);
    process.exitCode = known.exitCode;
  }
}
