import { EventEmitter, once } from 'node:events';
import type { BrowserWindow as Real, Rectangle } from 'electron';
import { requireReady, appEvents, connection, preventable } from './state.ts';
import { strict } from './strict.ts';
import { WebContents } from './web-contents.ts';

const windows = new Map<number, StandInBrowserWindow>();
let lastWindowId = 0;

type Members =
  | 'loadURL'
  | 'show'
  | 'focus'
  | 'isMinimized'
  | 'isDestroyed'
  | 'restore'
  | 'maximize'
  | 'isMaximized'
  | 'getNormalBounds'
  | 'close';

class StandInBrowserWindow extends EventEmitter implements Pick<Real, Members> {
  static getAllWindows(): StandInBrowserWindow[] {
    return [...windows.values()];
  }

  readonly webContents: WebContents;
  readonly #id: number;
  #bounds: Rectangle;
  #maximized = false;
  #closing = false;

  constructor(options: Record<string, unknown>) {
    super();
    requireReady('BrowserWindow');
    this.#id = lastWindowId += 1;
    const { width = 800, height = 600, x = 0, y = 0 } = options as Partial<Rectangle>;
    this.#bounds = { x, y, width, height };
    this.webContents = strict('WebContents', new WebContents(this.#id, connection));
    windows.set(this.#id, this);
    connection.send({ type: 'window', window: this.#id, options });
    appEvents.emit('web-contents-created', {}, this.webContents);
  }

  async loadURL(url: string): Promise<void> {
    try {
      await connection.ask({ type: 'load', window: this.#id, url });
    } catch (error) {
      // When a window closes, its page is gone before the window.
      if (this.#closing) await once(this, 'closed');
      throw error;
    }
    this.emit('ready-to-show');
  }

  show(): void {
    connection.send({ type: 'shown', window: this.#id });
  }

  focus(): void {
    connection.send({ type: 'focused', window: this.#id });
  }

  isMinimized(): boolean {
    return false;
  }

  isDestroyed(): boolean {
    return this.webContents.destroyed;
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

  /** The page closes first, and its last messages are received. */
  close(): void {
    if (this.#closing) return;
    const event = preventable({});
    this.emit('close', event);
    // A window that refuses to close cancels the quit.
    if (event.defaultPrevented) return void (quitting = false);
    this.#closing = true;
    void connection.ask({ type: 'unload', window: this.#id }).then(() => this.#gone());
  }

  #gone(): void {
    windows.delete(this.#id);
    this.webContents.destroyed = true;
    this.webContents.emit('destroyed');
    this.emit('closed');
    connection.send({ type: 'gone', window: this.#id });
    if (windows.size > 0) return;
    // While the program quits, Electron emits no `window-all-closed`.
    if (quitting) finishQuit();
    else appEvents.emit('window-all-closed');
  }
}

let quitting = false;

/** In Electron's order: `before-quit`, the windows, `will-quit`. Each may cancel the quit. */
export function quit(): void {
  if (quitting) return;
  const event = preventable({});
  appEvents.emit('before-quit', event);
  if (event.defaultPrevented) return;
  quitting = true;
  if (windows.size === 0) finishQuit();
  for (const window of windows.values()) window.close();
}

function finishQuit(): void {
  const event = preventable({});
  appEvents.emit('will-quit', event);
  if (!event.defaultPrevented) process.exit(0);
  quitting = false;
}

export const windowOf = (id: number): StandInBrowserWindow => {
  const window = windows.get(id);
  if (window === undefined) throw new Error('the window is gone');
  return window;
};

export const contentsOf = (id: number): WebContents => windowOf(id).webContents;

export const BrowserWindow = strict('BrowserWindow', StandInBrowserWindow);
