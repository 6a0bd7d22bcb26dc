import { say } from './project.mjs';
import { UserError } from './user-error.mjs';

/**
 * Runs a script's main function: what a person can put right is told in one line, a bug keeps its stack.
 * @param {() => Promise<number>} main answers the exit code
 */
export async function runMain(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    say(`stratdesk: ${error.message}`);
    process.exitCode = error.exitCode;
  }
}
