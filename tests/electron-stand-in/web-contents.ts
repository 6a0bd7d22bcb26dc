import { EventEmitter } from 'node:events';
import type { WebContents as Real, WebFrameMain } from 'electron';
import type { ConnectionToPage } from './page-connection.ts';
import { strict } from './strict.ts';

export type Details = { url: string };

export class WebFrame implements Pick<WebFrameMain, 'url'> {
  readonly url: string;
  readonly parent: WebFrame | null;

  constructor(url: string, parent: WebFrame | null) {
    this.url = url;
    this.parent = parent;
  }
}

/** The content of a window, as the main process sees it. */
export class WebContents
  extends EventEmitter
  implements Pick<Real, 'id' | 'isDestroyed' | 'send' | 'forcefullyCrashRenderer'>
{
  readonly id: number;
  /** Not private: strict objects are proxies, which have no private members. */
  readonly connection: ConnectionToPage;
  mainFrame = strict('WebFrameMain', new WebFrame('about:blank', null));
  destroyed = false;
  openHandler: (details: Details) => { action: string } = () => ({ action: 'allow' });

  constructor(id: number, connection: ConnectionToPage) {
    super();
    this.id = id;
    this.connection = connection;
  }

  isDestroyed(): boolean {
    return this.destroyed;
  }

  send(channel: string, ...args: unknown[]): void {
    if (this.destroyed) throw new Error('Object has been destroyed');
    this.connection.send({ type: 'send', window: this.id, channel, args });
  }

  setWindowOpenHandler(handler: (details: Details) => { action: string }): void {
    this.openHandler = handler;
  }

  forcefullyCrashRenderer(): void {
    this.connection.send({ type: 'crash', window: this.id });
  }
}
