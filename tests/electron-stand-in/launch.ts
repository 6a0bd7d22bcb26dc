import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { ConnectionToMain } from './main-connection.ts';
import type { FrameFacts, ToPage } from './messages.ts';
import { StandInWindow } from './stand-in-window.ts';

export type LaunchOptions = {
  readonly browser: Browser;
  readonly dataDir: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The folder of the bundles; `out` of the repository by default. */
  readonly outDir?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  /**
   * True by default: the program gets --json, and the launch waits for the line that it prints.
   * False: the program shows its message boxes, and the launch waits for the window.
   */
  readonly json?: boolean;
  /** The buttons that the user will press in the next boxes. */
  readonly answers?: readonly number[];
};

/** A message box that the main process showed, and the button that was pressed. */
export type Box = {
  readonly message: string;
  readonly detail?: string;
  readonly buttons: readonly string[];
  readonly button: number;
};

export type MenuItem = { readonly label?: string; readonly role?: string; readonly submenu?: readonly MenuItem[] };

/** The output and exit code of a main process that ended before its window opened. */
export class StandInEnded extends Error {
  readonly exitCode: number | null;
  readonly stderr: string;

  readonly boxes: readonly Box[];
  readonly clipboard: string | null;

  constructor(exitCode: number | null, stderr: string, shown: Pick<StandIn, 'boxes' | 'clipboard'>) {
    super(`the main process ended with ${exitCode}: ${stderr}`);
    this.exitCode = exitCode;
    this.stderr = stderr;
    this.boxes = shown.boxes;
    this.clipboard = shown.clipboard;
  }
}

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** Ignores the error if the page closes during the call, as a denied pop-up does. */
const setColorScheme = (page: Page, colorScheme: 'dark' | 'light' | null): Promise<void> =>
  page.emulateMedia({ colorScheme }).catch((failure: unknown) => {
    if (!String(failure).includes('closed')) throw failure;
  });

/** The built Electron program under the stand-in: see README.md. */
export class StandIn {
  /**
   * Resolves with the exit code when the main process and its windows have ended; null after a
   * signal.
   */
  readonly exited: Promise<number | null>;
  readonly #process: ChildProcess;
  readonly #context: BrowserContext;
  readonly #connection: ConnectionToMain;
  readonly #windows = new Map<number, Promise<StandInWindow>>();
  readonly #preload: string;
  readonly #focusedWindows: number[] = [];
  readonly #externalUrls: string[] = [];
  readonly #windowOptions: Record<string, unknown>[] = [];
  #menu: readonly MenuItem[] = [];
  #stdout = '';
  #stderr = '';
  #page: Page | undefined;
  #markShown: () => void = () => undefined;
  readonly #firstShown = new Promise<void>((resolve) => (this.#markShown = resolve));

  private constructor(process: ChildProcess, context: BrowserContext, preload: string) {
    this.#process = process;
    this.#context = context;
    this.#preload = preload;
    this.#connection = new ConnectionToMain(process, (message) => void this.#receive(message));
    process.stdout?.on('data', (text: Buffer) => (this.#stdout += text.toString()));
    process.stderr?.on('data', (text: Buffer) => (this.#stderr += text.toString()));
    this.exited = once(process, 'close').then(async () => {
      await context.close();
      return process.exitCode;
    });
  }

  static async launch(options: LaunchOptions): Promise<StandIn> {
    const { browser, dataDir, args = [], env = {}, outDir = pathOf('../../out'), viewport = null } = options;
    const { json = true, answers = [] } = options;
    const context = await browser.newContext(viewport === null ? {} : { viewport: { ...viewport } });
    const child = fork(
      pathOf('run-main.ts'),
      [join(outDir, 'main', 'index.js'), `--data-dir=${dataDir}`, ...(json ? ['--json'] : []), ...args],
      {
        // Electron starts Node with this flag: an unhandled rejection prints a warning and does not
        // end the process.
        execArgv: [
          '--unhandled-rejections=warn-with-error-code',
          '--import',
          new URL('register.ts', import.meta.url).href,
        ],
        env: { ...process.env, ...env, STAND_IN_ANSWERS: JSON.stringify(answers) },
        serialization: 'advanced',
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      },
    );
    const preload = readFileSync(join(outDir, 'preload', 'index.cjs'), 'utf8');
    const app = new StandIn(child, context, preload);
    await app.#untilStarted(json);
    return app;
  }

  /** The page of the window that was loaded last. */
  get page(): Page {
    if (this.#page === undefined) throw new Error('no window was opened');
    return this.#page;
  }

  /** The line of JSON that --json printed. */
  get startLine(): { readonly host: string; readonly url: string } {
    return JSON.parse(this.#stdout) as { host: string; url: string };
  }

  get menu(): readonly MenuItem[] {
    return this.#menu;
  }

  /** The options of each BrowserWindow. */
  get windowOptions(): readonly Record<string, unknown>[] {
    return this.#windowOptions;
  }

  /** Windows that pages requested, and the main process's decision. */
  get requestedWindows(): readonly { readonly url: string; readonly action: string }[] {
    return this.#connection.popUps;
  }

  /**
   * Files that pages wanted to save. `dialog` is the options of the save dialog; null if the main
   * process refused the download.
   */
  get downloads(): readonly { readonly name: string; readonly dialog: unknown }[] {
    return this.#connection.downloads;
  }

  /** Addresses opened in the user's browser. */
  get externalUrls(): readonly string[] {
    return this.#externalUrls;
  }

  /** How many windows the main process has. */
  get windowCount(): number {
    return this.#windows.size;
  }

  /** How often a window was brought to the front. */
  get timesFocused(): number {
    return this.#focusedWindows.length;
  }

  get output(): string {
    return this.#stdout + this.#stderr;
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Sends an IPC message as if it came from this frame, without the preload. */
  invokeAs(frame: FrameFacts, channel: string, ...args: unknown[]): Promise<unknown> {
    return this.#connection.ask({ type: 'ipc', window: 1, frame, kind: 'invoke', channel, args });
  }

  sendAs(frame: FrameFacts, channel: string, ...args: unknown[]): Promise<unknown> {
    return this.#connection.ask({ type: 'ipc', window: 1, frame, kind: 'send', channel, args });
  }

  /** The results of the permission handlers: for a request, for a check, and for a device. */
  askPermission(permission: string): Promise<unknown> {
    return this.#connection.ask({ type: 'permission', permission });
  }

  clickMenu(label: string): Promise<unknown> {
    return this.#connection.ask({ type: 'click-menu', label });
  }

  /** Boxes in the order of their display. */
  get boxes(): readonly Box[] {
    return this.#reports().flatMap(({ box }) => (box === undefined ? [] : [box]));
  }

  /** What was copied to the clipboard last. */
  get clipboard(): string | null {
    return this.#reports().findLast(({ clipboard }) => clipboard !== undefined)?.clipboard ?? null;
  }

  /** The buttons that the user will press in the next boxes. */
  answer(...buttons: readonly number[]): void {
    this.#connection.send({ type: 'answers', buttons });
  }

  /** Causes an unhandled rejection in the main process. */
  plantRejection(): void {
    this.#connection.send({ type: 'reject' });
  }

  /** Ends the page's process. A window that is loaded again gets a new page. */
  async crashPage(window = 1, reason = 'crashed'): Promise<void> {
    await (await this.#windows.get(window))?.crash();
    this.#connection.send({ type: 'page-gone', window, reason });
  }

  windowEvent(event: 'unresponsive' | 'responsive', window = 1): void {
    this.#connection.send({ type: 'window-event', window, event });
  }

  /** The user presses the window's close button. */
  closeWindow(window = 1): void {
    this.#connection.send({ type: 'close-window', window });
  }

  /** The user clicks the icon in the dock. */
  activate(): void {
    this.#connection.send({ type: 'activate' });
  }

  childProcessGone(kind: string): void {
    this.#connection.send({ type: 'child-process-gone', kind });
  }

  /** The system reports its power state; false when there is no listener. */
  reportPower(event: 'lock-screen' | 'suspend' | 'resume'): Promise<unknown> {
    return this.#connection.ask({ type: 'power', event });
  }

  /** Presses a system-wide key; false when the program has not registered it. */
  pressShortcut(accelerator: string): Promise<unknown> {
    return this.#connection.ask({ type: 'press-shortcut', accelerator });
  }

  /** Quits as a user does. Resolves with the exit code. */
  async close(): Promise<number | null> {
    this.#connection.send({ type: 'quit' });
    return await this.exited;
  }

  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.exited;
  }

  async #untilStarted(json: boolean): Promise<void> {
    const ended = this.exited.then((exitCode) => {
      throw new StandInEnded(exitCode, this.#stderr, this);
    });
    const announced = new Promise<void>((resolve) => {
      const check = (): void => {
        if (this.#stdout.includes('\n')) resolve();
      };
      this.#process.stdout?.on('data', check);
    });
    await Promise.race([json ? announced : this.#firstShown, ended]);
    // From here on the test handles the end of the program.
    ended.catch(() => undefined);
  }

  async #receive(message: Exclude<ToPage, { type: 'answer' }>): Promise<void> {
    if (message.type === 'window') {
      this.#windowOptions.push(message.options);
      this.#windows.set(
        message.window,
        StandInWindow.open(message.window, this.#context, this.#connection, this.#preload),
      );
    } else if (message.type === 'load') await this.#load(message);
    else if (message.type === 'shown') this.#markShown();
    else if (message.type === 'crash') await this.crashPage(message.window, 'killed');
    else if (message.type === 'send') (await this.#windows.get(message.window))?.emit(message.channel, message.args);
    else if (message.type === 'unload') await this.#unload(message);
    else if (message.type === 'gone') this.#windows.delete(message.window);
    else if (message.type === 'focused') this.#focusedWindows.push(message.window);
    else if (message.type === 'external') this.#externalUrls.push(message.url);
    else if (message.type === 'menu') this.#menu = message.template as readonly MenuItem[];
    else if (message.type === 'theme') await this.#theme(message.source);
  }

  async #load({ id, window, url }: Extract<ToPage, { type: 'load' }>): Promise<void> {
    const opened = await this.#usableWindow(window);
    this.#page = opened?.page;
    const error = await opened?.load(url).then(
      () => null,
      (failure: unknown) => (failure instanceof Error ? failure.message : 'failed'),
    );
    this.#connection.send({ type: 'done', id, error: error ?? null });
  }

  /** A page that crashed is replaced by a new one in the same window. */
  async #usableWindow(window: number): Promise<StandInWindow | undefined> {
    const known = await this.#windows.get(window);
    if (known?.page.isClosed() !== true) return known;
    const newWindow = StandInWindow.open(window, this.#context, this.#connection, this.#preload);
    this.#windows.set(window, newWindow);
    return newWindow;
  }

  #reports(): readonly { readonly box?: Box; readonly clipboard?: string }[] {
    const lines = this.#stderr.split('\n').filter((line) => line.startsWith('stand-in: '));
    return lines.map((line) => JSON.parse(line.slice('stand-in: '.length)) as { box?: Box; clipboard?: string });
  }

  async #unload({ id, window }: Extract<ToPage, { type: 'unload' }>): Promise<void> {
    await (await this.#windows.get(window))?.close();
    this.#connection.send({ type: 'done', id, error: null });
  }

  async #theme(source: string): Promise<void> {
    const colorScheme = source === 'dark' || source === 'light' ? source : null;
    await Promise.all(this.#context.pages().map((page) => setColorScheme(page, colorScheme)));
  }
}

/** Starts the built Electron program under the stand-in and waits for its window. */
export const launchElectronStandIn = (options: LaunchOptions): Promise<StandIn> => StandIn.launch(options);
