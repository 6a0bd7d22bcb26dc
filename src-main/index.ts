// The program in Electron. Nothing is awaited at the top level: Electron is ready only after this
// file has run.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  app,
  BrowserWindow,
  clipboard,
  dialog,
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
import type { Core, Log } from '#core/ports.ts';
import { openDataFolder } from '#hosts/desktop/data-folder.ts';
import { logFileOf } from '#hosts/desktop/file-log.ts';
import { type Flags, parseFlags } from '#hosts/desktop/flags.ts';
import { type Ending, endOnBugs, printEnding, runProgram } from '#hosts/desktop/run-program.ts';
import { onStopSignal } from '#hosts/desktop/stop-signals.ts';
import { exitCodes, UserError } from '#hosts/desktop/user-error.ts';
import { diagnosticsText } from '#hosts/electron/diagnostics.ts';
import { closeStoreChannel, electronPreferences } from '#hosts/electron/electron-preferences.ts';
import { endedPage } from '#hosts/electron/ended-page.ts';
import { endWithBox } from '#hosts/electron/error-box.ts';
import { electronGlobalKeys, isWayland } from '#hosts/electron/global-keys.ts';
import { guardContents, guardSession } from '#hosts/electron/guards.ts';
import { serveIpc } from '#hosts/electron/ipc.ts';
import { menuTemplate } from '#hosts/electron/menu.ts';
import { PAGE_URL, SCHEME } from '#hosts/electron/page-address.ts';
import { servePageFile } from '#hosts/electron/page-files.ts';
import { followPower } from '#hosts/electron/power.ts';
import { QuitQuestion } from '#hosts/electron/quit-question.ts';
import { followTheme } from '#hosts/electron/theme.ts';
import { WindowBounds } from '#hosts/electron/window-bounds.ts';
import { watchWindow } from '#hosts/electron/window-health.ts';
import { openWindow } from '#hosts/electron/window.ts';
import { type Desktop, openDesktop, serveDesktop } from './desktop.ts';

const fileUrl = (file: string): URL => new URL(file, import.meta.url);

let log: Log | null = null;
let logFile: string | null = null;
/** Opens the window or brings it to the front. Does nothing before the core is ready. */
let showWindow: () => Promise<void> = async () => undefined;

const source = { version: packageFile.version, logFile: () => logFile };
const end = (ending: Ending): void => {
  printEnding(ending);
  // With --json a program reads the output, and no person can answer a dialog.
  if (process.argv.includes('--json')) app.exit(ending.exitCode);
  else void endWithBox({ app, dialog, clipboard, source }, ending);
};

endOnBugs(() => log, end);
void runProgram(start, end);

async function start(): Promise<void> {
  const flags = parseFlags(process.argv.slice(1), 'electron');
  const dataDir = openDataFolder(flags.dataDir);
  logFile = logFileOf(dataDir);
  prepareApp(dataDir);
  await app.whenReady();
  const desktop = await openDesktop({
    host: 'electron',
    version: packageFile.version,
    flags,
    dataDir,
    practiceWorker: fileUrl('./practice-worker.js'),
    ingestWorker: fileUrl('./ingest-worker.js'),
    openPreferences: electronPreferences,
    createCore: withGlobalKeys,
  });
  log = desktop.log;
  await serveDesktop(desktop, () => serve(desktop, flags, dataDir));
}

/** The settings that Electron accepts only before it is ready. */
function prepareApp(dataDir: string): void {
  takeInstanceLock(dataDir);
  // The name of our desktop file: the portals of Wayland, the dock and notifications identify the
  // program by it.
  if (process.platform === 'linux') app.setDesktopName('stratdesk.desktop');
  // Without this feature, system-wide keys do not work in a Wayland session.
  app.commandLine.appendSwitch('enable-features', 'GlobalShortcutsPortal');
  // With the code cache, scripts are compiled at their first start only. Their names contain a hash
  // of their content.
  const privileges = { standard: true, secure: true, codeCache: true };
  protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges }]);
  app.enableSandbox();
  guardContents(app, shell);
}

async function serve(desktop: Desktop, flags: Flags, dataDir: string): Promise<void> {
  const { core } = desktop;
  const developing = !app.isPackaged;
  const question = new QuitQuestion({ core, dialog, quit: () => app.quit() });
  const releasePower = followPower({ powerMonitor, core, platform: process.platform });
  closeOnQuit(question, async () => {
    releasePower();
    await desktop.close();
  });
  guardSession(session.defaultSession, { developing });
  const pages = fileURLToPath(fileUrl('../renderer/'));
  protocol.handle(SCHEME, (request) => endedPage(request.url, logFile ?? '') ?? servePageFile(pages, request));
  serveIpc({ ipc: ipcMain, core, log: desktop.log });
  followChildProcesses(desktop);
  await openFirstWindow(desktop, question, dataDir, developing);
  if (flags.json) process.stdout.write(`${JSON.stringify({ host: 'electron', url: PAGE_URL })}\n`);
}

/**
 * Creates the core with system-wide keys. The key of the kill switch calls the core directly, so it
 * does not wait for a window.
 */
async function withGlobalKeys(ports: Parameters<typeof createCore>[0]): Promise<Core> {
  const kill = (): void => void core.call('risk.kill', { reason: 'Pressed as a system-wide key.' });
  const isRegistrationReliable = !isWayland(process.platform, process.env);
  const globalKeys = electronGlobalKeys({ globalShortcut, show: () => showWindow(), kill, isRegistrationReliable });
  const core = await createCore({ ...ports, globalKeys });
  return core;
}

/**
 * Runs before any file of the folder is opened. A second start brings the first window to the
 * front.
 */
function takeInstanceLock(dataDir: string): void {
  app.setName('Stratdesk');
  app.setPath('userData', join(dataDir, 'window'));
  if (!app.requestSingleInstanceLock()) {
    const message = 'Stratdesk already runs; its window was brought to the front.';
    throw new UserError(message, exitCodes.alreadyRunning, { wasShown: true });
  }
  app.on('second-instance', () => void showWindow());
}

async function openFirstWindow(
  { core, log }: Desktop,
  question: QuitQuestion,
  dataDir: string,
  developing: boolean,
): Promise<void> {
  followTheme(core, nativeTheme);
  const copyDiagnostics = (): void => {
    clipboard.writeText(diagnosticsText(source, null)).catch((error: unknown) => {
      log.error('diagnostics-not-copied', { error: messageOf(error) });
    });
  };
  const showLog = (): void => shell.showItemInFolder(logFileOf(dataDir));
  const template = menuTemplate({ platform: process.platform, developing, copyDiagnostics, showLog });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  const bounds = new WindowBounds(dataDir);
  closeStoreChannel(ipcMain);
  const preload = fileURLToPath(fileUrl('../preload/index.cjs'));
  const icon = fileURLToPath(fileUrl('../../resources/icons/icon.png'));
  const reloaded = (): void =>
    core.notify({ level: 'warn', title: { code: 'host.window-ended' }, text: { code: 'host.window-reloaded' } });
  const open = () =>
    openWindow({ preload, icon, bounds, developing }, (window) => {
      watchWindow(window, { log, dialog, now: () => performance.now(), reloaded });
      // On macOS the program continues without a window.
      window.on('close', (event) => {
        const isLast = BrowserWindow.getAllWindows().length === 1;
        if (isLast && process.platform !== 'darwin' && !question.mayQuit(window)) event.preventDefault();
      });
    });
  showWindow = async () => {
    const [window] = BrowserWindow.getAllWindows();
    if (window === undefined)
      return open().catch((error: unknown) => log.error('window.not-opened', { error: messageOf(error) }));
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  };
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) void showWindow();
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  await open();
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown');

/**
 * Reports the end of a child process, such as the graphics process. Chromium restarts it. The
 * notice says why the screen flickered.
 */
function followChildProcesses({ core, log }: Desktop): void {
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    log.error('child-process-ended', { kind: type, reason, exitCode });
    if (reason === 'clean-exit') return;
    core.notify({
      level: 'warn',
      title: { code: 'host.process-ended', kind: type },
      text: { code: 'host.process-restarts' },
    });
  });
}

/**
 * Quitting waits until the journal and the cache are closed, even if it is requested again
 * meanwhile.
 */
function closeOnQuit(question: QuitQuestion, close: () => Promise<void>): void {
  let closing: Promise<void> | undefined;
  app.on('before-quit', (event) => {
    // While the program closes, its connections cannot be asked any more.
    if (closing === undefined && !question.mayQuit(BrowserWindow.getAllWindows()[0])) event.preventDefault();
  });
  app.on('will-quit', (event) => {
    event.preventDefault();
    globalShortcut.unregisterAll();
    closing ??= close().then(
      () => app.exit(0),
      () => app.exit(exitCodes.failed),
    );
  });
  const stop = (): void => {
    question.agree();
    app.quit();
  };
  onStopSignal(stop, () => app.exit(130));
}
