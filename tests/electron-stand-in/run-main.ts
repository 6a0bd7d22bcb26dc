// Electron is ready only after the main entry has run: an entry that waits for it at the top level
// hangs.
import { pathToFileURL } from 'node:url';
import { codeIsLoaded } from './state.ts';

const [, , main = ''] = process.argv;
await import(pathToFileURL(main).href);
codeIsLoaded();
