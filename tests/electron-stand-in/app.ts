import { homedir } from 'node:os';
import { join } from 'node:path';
import type { App, CommandLine } from 'electron';
import { takeInstanceLock } from './instance-lock.ts';
import { appEvents, requireNotReady, isReady, connection, onOf, settings, whenReady } from './state.ts';
import { strict } from './strict.ts';
import { quit } from './windows.ts';

type Members =
  | 'isPackaged'
  | 'getVersion'
  | 'getPath'
  | 'setPath'
  | 'setName'
  | 'setDesktopName'
  | 'enableSandbox'
  | 'isReady'
  | 'whenReady'
  | 'requestSingleInstanceLock'
  | 'on'
  | 'quit'
  | 'exit';

export const app = strict('app', {
  isPackaged: false,
  getVersion: () => '0.0.0',
  getPath: (name: string) => settings.get(name) ?? join(homedir(), '.config', 'Electron', name),
  setPath: (name: string, path: string) => void settings.set(name, path),
  setName: (name: string) => void settings.set('name', name),
  setDesktopName(name: string) {
    requireNotReady('app.setDesktopName');
    settings.set('desktopName', name);
  },
  enableSandbox: () => requireNotReady('app.enableSandbox'),
  isReady,
  whenReady: () => whenReady,
  commandLine: strict('commandLine', {
    appendSwitch: (name: string, value?: string) => void settings.set(`--${name}`, value ?? ''),
  } satisfies Pick<CommandLine, 'appendSwitch'>),
  requestSingleInstanceLock() {
    const folder = settings.get('userData');
    if (folder === undefined) throw new Error('the lock belongs to a data folder: set userData first');
    return takeInstanceLock(folder, () => appEvents.emit('second-instance', {}, []));
  },
  on: onOf(appEvents),
  quit,
  exit: (code = 0) => process.exit(code),
} satisfies Pick<App, Members> & { commandLine: Pick<CommandLine, 'appendSwitch'> });

connection.on('quit', () => quit());
connection.on('activate', () => appEvents.emit('activate', {}, false));
connection.on('child-process-gone', ({ kind }) => {
  appEvents.emit('child-process-gone', {}, { type: kind, reason: 'crashed', exitCode: 5 });
});
// A bug of the main process: an unhandled rejection.
connection.on('reject', () => {
  setImmediate(() => void Promise.reject(new Error('planted rejection')));
});
