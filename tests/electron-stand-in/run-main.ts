// Electron is ready only after the main entry has run: an entry that waits for it at the top level
// hangs.
import { pathToFileURL } from 'node:url';
import { makeAppReady } from './state.ts';

const [, , main = ''] = process.argv;
// Simulates another system, as far as the program asks for its name.
const platform = process.env['STAND_IN_PLATFORM'];
if (platform !== undefined) Object.defineProperty(process, 'platform', { value: platform });
await import(pathToFileURL(main).href);
makeAppReady();
