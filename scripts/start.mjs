// npm start: installs if needed, builds what is stale, and starts the program on Electron or,
// without it, in the browser.
import { resolve } from 'node:path';
import { build } from './build.mjs';
import { electronBinary, fetchElectron, hasDisplay } from './electron-binary.mjs';
import { continueOnPinnedNode } from './pinned-node.mjs';
import { inRoot, nodeEnvironment, nodeFlags, pinnedNode, root, say } from './project.mjs';
import { runChild } from './run-child.mjs';
import { runMain } from './run-main.mjs';
import { setUp } from './set-up.mjs';
import { parseStartFlags, programArguments } from './start-flags.mjs';
import { UserError } from './user-error.mjs';

/**
 * The path of Electron's program, if Electron is to be the host.
 * @param {import('./start-flags.mjs').Host | undefined} wanted
 * @returns {string | undefined}
 */
function chooseElectron(wanted) {
  if (wanted === 'browser') return undefined;
  const display = hasDisplay();
  if (display) fetchElectron();
  const binary = electronBinary();
  if (binary !== undefined && display) return binary;
  const reason = display
    ? 'its program is not here and could not be fetched (node node_modules/electron/install.js tries again)'
    : 'there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)';
  if (wanted === 'electron') throw new UserError(`--host=electron: Electron cannot start, ${reason}.`);
  say(`stratdesk: Electron cannot start, ${reason}; using the browser host.`);
  return undefined;
}

// npm runs scripts in the project folder, but a relative path is resolved from the folder where the
// command was typed.
const toFolder = (/** @type {string} */ folder) => resolve(process.env['INIT_CWD'] ?? process.cwd(), folder);

await runMain(async () => {
  const flags = parseStartFlags(process.argv.slice(2));
  await setUp();
  const exitCode = await continueOnPinnedNode();
  if (exitCode !== undefined) return exitCode;
  const electron = chooseElectron(flags.host);
  await build();
  if (electron !== undefined) return runChild(electron, [root, ...programArguments(flags, 'electron', toFolder)]);
  const program = inRoot('out', 'main', 'browser.js');
  const args = [...nodeFlags, program, ...programArguments(flags, 'browser', toFolder)];
  return runChild(pinnedNode, args, { ...process.env, ...nodeEnvironment });
});
