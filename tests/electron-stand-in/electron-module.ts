// What `electron` is to a main process under the stand-in. See README.md.
import { EventEmitter } from 'node:events';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { takeInstanceLock } from './instance-lock.ts';
import type { FrameFacts, PageAnswer } from './messages.ts';
import { PageLine } from './page-line.ts';
import { strict } from './strict.ts';
import { WebContents, WebFrame, type Details } from './web-contents.ts';

type Answer<T> = (value: T) => void;
type Rectangle = { x: number; y: number; width: number; height: number };
type Handler = (event: unknown, ...args: unknown[]) => unknown;

const line = new PageLine();
const names = new Map<string, string>();
let ready = false;
let markReady: () => void = () => undefined;
const whenReady = new Promise<void>((resolve) => {
  markReady = resolve;
});

/** Called when the main entry was read to its end. */
export function codeIsLoaded(): void {
  ready = true;
  markReady();
  appEvents.emit('ready');
}

const beforeReady = (what: string): void => {
  if (ready) throw new Error(`${what} must be called before the app is ready`);
};
const afterReady = (what: string): void => {
  if (!ready) throw new Error(`${what} can only be used after the app is ready`);
};

/** An event whose listeners may forbid what it tells. */
function preventable(facts: Record<string, unknown>) {
  const event = { ...facts, defaultPrevented: false, preventDefault: () => void (event.defaultPrevented = true) };
  return event;
}

const windows = new Map<number, StandInWindow>();
let lastWindow = 0;

class StandInWindow extends EventEmitter {
  static getAllWindows(): StandInWindow[] {
    return [...windows.values()];
  }

  readonly webContents: WebContents;
  readonly #id: number;
  #bounds: Rectangle;
  #maximized = false;
  #closing = false;

  constructor(options: Record<string, unknown>) {
    super();
    afterReady('BrowserWindow');
    this.#id = lastWindow += 1;
    const { width = 800, height = 600, x = 0, y = 0 } = options as Partial<Rectangle>;
    this.#bounds = { x, y, width, height };
    this.webContents = strict('WebContents', new WebContents(this.#id, line));
    windows.set(this.#id, this);
    line.tell({ type: 'window', window: this.#id, options });
    appEvents.emit('web-contents-created', {}, this.webContents);
  }

  async loadURL(url: string): Promise<void> {
    await line.ask({ type: 'load', window: this.#id, url });
    this.emit('ready-to-show');
  }

  show(): void {
    line.tell({ type: 'shown', window: this.#id });
  }

  focus(): void {
    line.tell({ type: 'focused', window: this.#id });
  }

  isMinimized(): boolean {
    return false;
  }

  restore(): void {}

  maximize(): void {
    this.#maximized = true;
  }

  isMaximized(): boolean {
    return this.#maximized;
  }

  getNormalBounds(): Rectangle {
    return this.#bounds;
  }

  /** The page goes first, and what it says while it goes is heard. */
  close(): void {
    if (this.#closing) return;
    const event = preventable({});
    this.emit('close', event);
    if (event.defaultPrevented) return;
    this.#closing = true;
    void line.ask({ type: 'unload', window: this.#id }).then(() => this.#gone());
  }

  #gone(): void {
    windows.delete(this.#id);
    this.webContents.destroyed = true;
    this.webContents.emit('destroyed');
    this.emit('closed');
    if (windows.size > 0) return;
    // Whoever quits is not asked what the end of the last window means.
    if (quitting) willQuit();
    else appEvents.emit('window-all-closed');
  }
}

const appEvents = new EventEmitter();

let quitting = false;

function quit(): void {
  if (quitting) return;
  quitting = true;
  if (windows.size === 0) willQuit();
  for (const window of windows.values()) window.close();
}

function willQuit(): void {
  const event = preventable({});
  appEvents.emit('will-quit', event);
  if (!event.defaultPrevented) process.exit(0);
  quitting = false;
}

const app = strict('app', {
  isPackaged: false,
  name: 'Electron',
  getVersion: () => '0.0.0',
  getPath: (name: string) => names.get(name) ?? join(homedir(), '.config', 'Electron', name),
  setPath: (name: string, path: string) => void names.set(name, path),
  setName: (name: string) => void names.set('name', name),
  enableSandbox: () => beforeReady('app.enableSandbox'),
  whenReady: () => whenReady,
  requestSingleInstanceLock() {
    const folder = names.get('userData');
    if (folder === undefined) throw new Error('the lock belongs to a data folder: set userData first');
    return takeInstanceLock(folder, () => appEvents.emit('second-instance', {}, []));
  },
  on: (name: string, listener: (...args: unknown[]) => void) => void appEvents.on(name, listener),
  once: (name: string, listener: (...args: unknown[]) => void) => void appEvents.once(name, listener),
  quit,
  exit: (code = 0) => process.exit(code),
});

const invokers = new Map<string, Handler>();
const ipcEvents = new EventEmitter();
const ipcMain = strict('ipcMain', {
  handle(channel: string, handler: Handler) {
    if (invokers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    invokers.set(channel, handler);
  },
  on: (channel: string, listener: Handler) => void ipcEvents.on(channel, listener),
});

type SchemeHandler = (request: Request) => Response | Promise<Response>;
const schemes = new Map<string, SchemeHandler>();
const privileged = new Set<string>();
const protocol = strict('protocol', {
  registerSchemesAsPrivileged(list: { scheme: string; privileges: { standard?: boolean; secure?: boolean } }[]) {
    beforeReady('protocol.registerSchemesAsPrivileged');
    for (const { scheme, privileges } of list) {
      if (privileges.standard === true && privileges.secure === true) privileged.add(scheme);
    }
  },
  handle(scheme: string, handler: SchemeHandler) {
    afterReady('protocol.handle');
    if (!privileged.has(scheme)) throw new Error(`${scheme} is neither standard nor secure: 'self' would mean nothing`);
    schemes.set(scheme, handler);
  },
});

type PermissionAsk = (contents: unknown, permission: string, answer: Answer<boolean>) => void;
const sessionEvents = new EventEmitter();
const sessionState = {
  ask: ((_contents, _permission, answer) => answer(true)) as PermissionAsk,
  check: (): boolean => true,
  device: (): boolean => true,
  before: ((_details, answer) => answer({ cancel: false })) as (
    d: Details,
    answer: Answer<{ cancel: boolean }>,
  ) => void,
};
const defaultSession = strict('session.defaultSession', {
  setPermissionRequestHandler: (handler: PermissionAsk) => void (sessionState.ask = handler),
  setPermissionCheckHandler: (handler: () => boolean) => void (sessionState.check = handler),
  setDevicePermissionHandler: (handler: () => boolean) => void (sessionState.device = handler),
  setSpellCheckerEnabled: (_on: boolean) => undefined,
  on: (name: string, listener: (...args: unknown[]) => void) => void sessionEvents.on(name, listener),
  webRequest: strict('webRequest', {
    onBeforeRequest: (handler: typeof sessionState.before) => void (sessionState.before = handler),
  }),
});
const session = strict('session', {
  get defaultSession() {
    afterReady('session.defaultSession');
    return defaultSession;
  },
});

type MenuItem = { label?: string; role?: string; submenu?: MenuItem[]; click?: () => void };
let menuItems: MenuItem[] = [];
const withoutFunctions = (items: MenuItem[]): unknown => JSON.parse(JSON.stringify(items));
const Menu = strict('Menu', {
  buildFromTemplate: (template: MenuItem[]) => template,
  setApplicationMenu(template: MenuItem[]) {
    menuItems = template;
    line.tell({ type: 'menu', template: withoutFunctions(template) });
  },
});

const nativeTheme = strict('nativeTheme', {
  shouldUseDarkColors: true,
  get themeSource(): string {
    return names.get('theme') ?? 'system';
  },
  set themeSource(source: string) {
    names.set('theme', source);
    line.tell({ type: 'theme', source });
  },
});

/** No program of the desktop gets this one: the system refuses it without throwing. */
const HELD_BY_THE_SYSTEM = 'Control+Alt+Delete';
const shortcuts = new Map<string, () => void>();
const globalShortcut = strict('globalShortcut', {
  register(accelerator: string, pressed: () => void): boolean {
    afterReady('globalShortcut.register');
    if (accelerator === HELD_BY_THE_SYSTEM || shortcuts.has(accelerator)) return false;
    shortcuts.set(accelerator, pressed);
    return true;
  },
  unregisterAll: () => shortcuts.clear(),
});
line.on('press-shortcut', ({ accelerator }) => {
  const pressed = shortcuts.get(accelerator);
  pressed?.();
  return pressed !== undefined;
});

const powerEvents = new EventEmitter();
const powerMonitor = strict('powerMonitor', {
  on(name: string, listener: () => void) {
    afterReady('powerMonitor.on');
    powerEvents.on(name, listener);
  },
});
line.on('power', ({ event }) => powerEvents.emit(event));

const screen = strict('screen', {
  getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
});

const shell = strict('shell', {
  openExternal: async (url: string) => line.tell({ type: 'external', url }),
});

const contentsOf = (id: number): WebContents => {
  const window = windows.get(id);
  if (window === undefined) throw new Error('the window is gone');
  return window.webContents;
};

/** The main frame is one object as long as its document is; a frame inside another is never that object. */
function frameOf(contents: WebContents, { url, main }: FrameFacts): WebFrame {
  if (!main) return strict('WebFrameMain', new WebFrame(url, contents.mainFrame));
  if (contents.mainFrame.url !== url) contents.mainFrame = strict('WebFrameMain', new WebFrame(url, null));
  return contents.mainFrame;
}

line.on('ipc', async ({ window, frame, kind, channel, args }) => {
  const sender = contentsOf(window);
  const event = strict('event', { sender, senderFrame: frameOf(sender, frame) });
  if (kind === 'send') return ipcEvents.emit(channel, event, ...args) ? null : null;
  const handler = invokers.get(channel);
  if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
  return await handler(event, ...args);
});

line.on('request', async ({ method, url }): Promise<PageAnswer> => {
  const { cancel } = await new Promise<{ cancel: boolean }>((resolve) => sessionState.before({ url }, resolve));
  const handler = schemes.get(URL.parse(url)?.protocol.slice(0, -1) ?? '');
  if (cancel || handler === undefined) return null;
  // Node's Request knows no scheme but its own two; the handler reads the method and the address.
  const request = strict('request', { method, url }) as unknown as Request;
  const response = await handler(request);
  const body = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: Object.fromEntries(response.headers), body };
});

line.on('navigate', ({ window, url, main }) => {
  const event = preventable({ url, isMainFrame: main });
  contentsOf(window).emit('will-frame-navigate', event);
  return !event.defaultPrevented;
});

line.on('navigated', ({ window, url }) => {
  const contents = windows.get(window)?.webContents;
  contents?.emit('did-start-navigation', { url, isMainFrame: true, isSameDocument: false });
});

line.on('open-window', ({ window, url }) => contentsOf(window).openHandler({ url }).action);
line.on('download', ({ url, name }) => {
  const event = preventable({});
  let dialog: unknown = null;
  const item = strict('DownloadItem', {
    getURL: () => url,
    getFilename: () => name,
    setSaveDialogOptions: (options: unknown) => void (dialog = options),
  });
  sessionEvents.emit('will-download', event, item);
  return event.defaultPrevented ? null : { dialog };
});
line.on('permission', async ({ permission }) => {
  const asked = await new Promise<boolean>((resolve) => sessionState.ask({}, permission, resolve));
  return { asked, checked: sessionState.check(), device: sessionState.device() };
});
line.on('click-menu', ({ label }) => {
  const all = menuItems.flatMap((item) => [item, ...(item.submenu ?? [])]);
  const item = all.find((other) => other.label === label || other.role === label);
  if (item === undefined) throw new Error(`the menu has no ${label}`);
  if (item.role === 'quit') setImmediate(quit);
  item.click?.();
  return null;
});
line.on('quit', () => quit());

const BrowserWindow = strict('BrowserWindow', StandInWindow);
const all = strict('electron', {
  app,
  BrowserWindow,
  globalShortcut,
  ipcMain,
  Menu,
  nativeTheme,
  powerMonitor,
  protocol,
  screen,
  session,
  shell,
});

export {
  app,
  BrowserWindow,
  globalShortcut,
  ipcMain,
  Menu,
  nativeTheme,
  powerMonitor,
  protocol,
  screen,
  session,
  shell,
  all as default,
};
