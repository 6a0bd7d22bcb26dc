// As in Electron, the app becomes ready only after the main entry has run. An entry that waits for
// `ready` at the top level hangs.
import { pathToFileURL } from 'node:url';
import { makeAppReady } from './state.ts';

const [, , main = ''] = process.argv;
// Simulates another operating system: only `process.platform` is changed.
const platform = process.env['STAND_IN_PLATFORM'];
if (platform !== undefined) Object.defineProperty(process, 'platform', { value: platform });
await import(pathToFileURL(main).href);
makeAppReady();
