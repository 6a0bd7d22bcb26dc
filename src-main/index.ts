// The program in Electron. Nothing here is awaited at the top level: Electron is ready only after this file was read.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  app,
  BrowserWindow,
  globalShortcut,
  ipcMain,
  Menu,
  nativeTheme,
  powerMonitor,
  protocol,
  session,
  shell,
} from 'electron';
import packageFile from '../package.json' with { type: 'json' };
import { createCore } from '#core/compose.ts';
import type { Core } from '#core/ports.ts';
import { openDataFolder } from '#hosts/desktop/data-folder.ts';
import { parseFlags } from '#hosts/desktop/flags.ts';
import { endOnBugs, runProgram } from '#hosts/desktop/run-program.ts';
import { exitCodes, UserError } from '#hosts/desktop/user-error.ts';
import { disarmOnLock } from '#hosts/electron/disarm-on-lock.ts';
import { electronPreferences } from '#hosts/electron/electron-preferences.ts';
import { electronGlobalKeys } from '#hosts/electron/global-keys.ts';
import { guardContents, guardSession } from '#hosts/electron/guards.ts';
import { serveIpc } from '#hosts/electron/ipc.ts';
import { menuTemplate } from '#hosts/electron/menu.ts';
import { PAGE_URL, SCHEME } from '#hosts/electron/page-address.ts';
import { servePageFile } from '#hosts/electron/page-files.ts';
import { followTheme } from '#hosts/electron/theme.ts';
import { WindowBounds } from '#hosts/electron/window-bounds.ts';
import { openWindow } from '#hosts/electron/window.ts';
import { openDesktop } from './desktop.ts';

const here = (file: string): URL => new URL(file, import.meta.url);

void runProgram(start, (code) => app.exit(code));

async function start(): Promise<void> {
  const flags = parseFlags(process.argv.slice(1), 'electron');
  const dataDir = openDataFolder(flags.dataDir);
  lockWindow(dataDir);
  // The code cache: what was compiled at one start is not compiled at the next. Names of scripts carry their contents' hash.
  const privileges = { standard: true, secure: true, codeCache: true };
  protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges }]);
  app.enableSandbox();
  const developing = !app.isPackaged;
  guardContents(app, shell);
  await app.whenReady();

  const desktop = await openDesktop({
    host: 'electron',
    version: packageFile.version,
    flags,
    dataDir,
    practiceWorker: here('./practice-worker.js'),
    ingestWorker: here('./ingest-worker.js'),
    openPreferences: electronPreferences,
    createCore: withGlobalKeys,
  });
  endOnBugs(desktop.log, (code) => app.exit(code));
  closeOnQuit(() => desktop.close());
  guardSession(session.defaultSession, { developing });
  const pages = fileURLToPath(here('../renderer/'));
  protocol.handle(SCHEME, (request) => servePageFile(pages, request));
  serveIpc({ ipc: ipcMain, core: desktop.core, log: desktop.log });
  disarmOnLock(powerMonitor, desktop.core);
  await showDesk(desktop.core, dataDir, developing);
  if (flags.json) process.stdout.write(`${JSON.stringify({ host: 'electron', url: PAGE_URL })}\n`);
}

/** A system-wide key reaches the core itself: stopping does not wait for a window. */
async function withGlobalKeys(ports: Parameters<typeof createCore>[0]): Promise<Core> {
  const kill = (): void => void core.call('risk.kill', { reason: 'Pressed as a system-wide key.' });
  const globalKeys = electronGlobalKeys({ globalShortcut, show: bringToFront, kill });
  const core = await createCore({ ...ports, globalKeys });
  return core;
}

/** Before any file of the folder is opened; a second start brings the first window to the front. */
function lockWindow(dataDir: string): void {
  app.setName('Stratdesk');
  app.setPath('userData', join(dataDir, 'window'));
  if (!app.requestSingleInstanceLock()) {
    throw new UserError('Stratdesk already runs; its window was brought to the front.', exitCodes.alreadyRunning);
  }
  app.on('second-instance', bringToFront);
}

function bringToFront(): void {
  const [window] = BrowserWindow.getAllWindows();
  if (window?.isMinimized() === true) window.restore();
  window?.focus();
}

async function showDesk(core: Core, dataDir: string, developing: boolean): Promise<void> {
  followTheme(core, nativeTheme);
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate({ platform: process.platform, developing })));
  const bounds = new WindowBounds(dataDir);
  const preload = fileURLToPath(here('../preload/index.cjs'));
  const icon = fileURLToPath(here('../../resources/icons/icon.png'));
  const open = () => openWindow({ preload, icon, bounds, developing });
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) void open();
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  await open();
}

/** Quitting waits for the journal and the cache to be closed, however often it is asked for meanwhile. */
function closeOnQuit(close: () => Promise<void>): void {
  let closing: Promise<void> | undefined;
  app.on('will-quit', (event) => {
    event.preventDefault();
    globalShortcut.unregisterAll();
    closing ??= close().then(
      () => app.exit(0),
      () => app.exit(exitCodes.failed),
    );
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => app.quit());
}
