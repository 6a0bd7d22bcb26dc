import type { ToMain, ToPage } from './messages.ts';

type Numbered = Extract<ToPage, { id: number }>;
type Without<Message> = Message extends unknown ? Omit<Message, 'id'> : never;
type Waiting = { resolve: (value: unknown) => void; reject: (error: Error) => void };

/**
 * The main process's connection to the page's side: the channel of the fork by the test process.
 */
export class PageConnection {
  readonly #handlers = new Map<string, (message: never) => unknown>();
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  constructor() {
    process.on(
      'message',
      (message) => void this.#receive(message as ToMain | { type: 'answer'; id: number; error: string | null }),
    );
    // The page's side has ended: as when Electron's browser process ends.
    process.on('disconnect', () => process.exit(1));
  }

  on<Type extends ToMain['type']>(type: Type, handler: (message: Extract<ToMain, { type: Type }>) => unknown): void {
    this.#handlers.set(type, handler);
  }

  send(message: Exclude<ToPage, Numbered> | Numbered): void {
    process.send?.(message);
  }

  ask(message: Without<Extract<ToPage, { type: 'load' | 'unload' }>>): Promise<unknown> {
    const id = (this.#lastId += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.send({ ...message, id });
    });
  }

  async #receive(message: ToMain | { type: 'answer'; id: number; error: string | null }): Promise<void> {
    if (message.type === 'done') {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.error === null) waiting?.resolve(undefined);
      else waiting?.reject(new Error(message.error));
      return;
    }
    const handler = this.#handlers.get(message.type) as ((message: unknown) => unknown) | undefined;
    if (handler === undefined) throw new Error(`no handler for ${message.type}`);
    if (!('id' in message)) {
      handler(message);
      return;
    }
    try {
      this.send({ type: 'answer', id: message.id, value: await handler(message), error: null });
    } catch (error) {
      this.send({
        type: 'answer',
        id: message.id,
        value: null,
        error: error instanceof Error ? error.message : 'failed',
      });
    }
  }
}
