import type { BrowserContext, CDPSession, Download, Page, Request, Route } from '@playwright/test';
import type { ConnectionToMain } from './main-connection.ts';
import type { PageAnswer } from './messages.ts';
import { bindingName, isolatedWorldSource, pageWorldSource, worldName } from './page-worlds.ts';

const ERR_BLOCKED_BY_CLIENT = -20;

const SCHEME = 'stratdesk://app/';
const WEB = 'https://app.stratdesk.invalid/';

/** Maps an address of our scheme to one for Chromium. `.invalid` is guaranteed not to resolve. */
const toWeb = (address: string): string => (address.startsWith(SCHEME) ? WEB + address.slice(SCHEME.length) : address);

function toScheme(address: string): string {
  if (address.startsWith('blob:')) return `blob:${toScheme(address.slice('blob:'.length))}`;
  return address.startsWith(WEB) ? SCHEME + address.slice(WEB.length) : address;
}

type Ipc = { id: number; kind: 'invoke' | 'send'; channel: string; args: unknown[]; url: string; isMainFrame: boolean };

/**
 * Simulates Chromium for one BrowserWindow: a page whose requests, IPC, navigations and pop-ups are
 * sent to the main process.
 */
export class StandInWindow {
  readonly page: Page;
  readonly #id: number;
  readonly #connection: ConnectionToMain;
  readonly #cdp: CDPSession;
  #world: number | undefined;
  /** The next navigation is the program's own `loadURL`. */
  #loading = false;
  /** A request of the main frame was allowed and its document is not committed yet. */
  #requested = false;

  private constructor(id: number, page: Page, cdp: CDPSession, connection: ConnectionToMain) {
    this.#id = id;
    this.page = page;
    this.#cdp = cdp;
    this.#connection = connection;
  }

  static async open(
    id: number,
    context: BrowserContext,
    connection: ConnectionToMain,
    preload: string,
  ): Promise<StandInWindow> {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    const window = new StandInWindow(id, page, cdp, connection);
    await window.#wire(preload);
    return window;
  }

  async load(url: string): Promise<void> {
    this.#loading = true;
    await this.page.goto(toWeb(url), { waitUntil: 'load' });
  }

  /** Closes the page as a user does: its handlers run, and their messages are received first. */
  async close(): Promise<void> {
    if (this.page.isClosed()) return;
    const closed = this.page.waitForEvent('close');
    await this.page.close({ runBeforeUnload: true });
    await closed;
  }

  /** Ends the page's process without running its handlers. */
  async crash(): Promise<void> {
    await this.page.close();
  }

  emit(channel: string, args: unknown[]): void {
    void this.#inPreload('function (channel, args) { standInReceive.emit(channel, args) }', [channel, args]);
  }

  async #wire(preload: string): Promise<void> {
    this.#cdp.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.name === worldName) this.#world = context.id;
    });
    this.#cdp.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name === bindingName) void this.#ipc(JSON.parse(payload) as Ipc);
    });
    // A pop-up is closed at once. The decision of the main process's handler is only recorded.
    this.#cdp.on('Page.windowOpen', ({ url }) => void this.#recordPopUp(url));
    this.page.on('popup', (popup) => void popup.close());
    // If the program ends during a download, it does not answer, and the download is not listed in
    // `downloads`.
    this.page.on('download', (download) => void this.#downloaded(download).catch(() => undefined));
    // This listener uses the CDP session of the page's IPC, so that a commit arrives before the
    // first message of its document.
    this.#cdp.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId === undefined) this.#committed(frame.url, frame.unreachableUrl);
    });
    await this.#cdp.send('Page.enable');
    await this.#cdp.send('Runtime.addBinding', { name: bindingName, executionContextName: worldName });
    await this.#cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: isolatedWorldSource(preload), worldName });
    await this.#cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: pageWorldSource() });
    await this.#cdp.send('Runtime.enable');
    // A program that ends does not answer; the page is closed right after.
    await this.page.route('**/*', (route) => this.#serve(route).catch(() => undefined));
  }

  /** A download that the main process allows is saved, as if the user had pressed Save. */
  async #downloaded(download: Download): Promise<void> {
    const url = toScheme(download.url());
    const answer = await this.#connection.askDownload(url, download.suggestedFilename());
    if (answer === null) await download.cancel();
  }

  async #serve(route: Route): Promise<void> {
    const request = route.request();
    const url = toScheme(request.url());
    if (request.isNavigationRequest() && !(await this.#mayNavigate(request, url))) return route.abort('aborted');
    const answer = (await this.#connection.ask({ type: 'request', method: request.method(), url })) as PageAnswer;
    if (answer === null) return route.abort('blockedbyclient');
    return route.fulfill({ status: answer.status, headers: answer.headers, body: Buffer.from(answer.body) });
  }

  async #mayNavigate(request: Request, url: string): Promise<boolean> {
    const isMainFrame = request.frame() === this.page.mainFrame();
    const byPage = !(isMainFrame && this.#loading);
    if (isMainFrame) this.#loading = false;
    const allowed = await this.#connection.ask({ type: 'navigate', window: this.#id, url, isMainFrame, byPage });
    if (isMainFrame) this.#requested = allowed === true;
    return allowed === true;
  }

  #committed(url: string, unreachable: string | undefined): void {
    const window = this.#id;
    // Addresses such as `about:blank` need no request.
    if (!this.#requested && unreachable === undefined)
      this.#connection.send({ type: 'started', window, url: toScheme(url) });
    this.#requested = false;
    const error = unreachable === undefined ? null : ERR_BLOCKED_BY_CLIENT;
    this.#connection.send({ type: 'committed', window, url: toScheme(unreachable ?? url), error });
  }

  async #recordPopUp(url: string): Promise<void> {
    const action = await this.#connection.ask({ type: 'open-window', window: this.#id, url });
    this.#connection.popUps.push({ url, action: String(action) });
  }

  async #ipc({ id, kind, channel, args, url, isMainFrame }: Ipc): Promise<void> {
    const frame = { url: toScheme(url), isMainFrame };
    let error: string | null = null;
    const value = await this.#connection
      .ask({ type: 'ipc', window: this.#id, frame, kind, channel, args })
      .catch((failure: unknown) => {
        error = failure instanceof Error ? failure.message : 'failed';
        return null;
      });
    if (kind === 'invoke') {
      await this.#inPreload('function (...answer) { standInReceive.answer(...answer) }', [id, value ?? null, error]);
    }
  }

  async #inPreload(functionDeclaration: string, args: unknown[]): Promise<void> {
    if (this.#world === undefined) return;
    const call = { functionDeclaration, executionContextId: this.#world, arguments: args.map((value) => ({ value })) };
    // The document and its preload may have ended: then there is no receiver.
    await this.#cdp.send('Runtime.callFunctionOn', call).catch(() => undefined);
  }
}
