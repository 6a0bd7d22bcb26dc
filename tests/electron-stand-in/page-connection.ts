import type { ToMain, ToPage } from './messages.ts';

type NumberedMessage = Extract<ToPage, { id: number }>;
type WithoutId<Message> = Message extends unknown ? Omit<Message, 'id'> : never;
type PendingRequest = { resolve: (value: unknown) => void; reject: (error: Error) => void };

/**
 * The main process's side of the connection: the IPC channel to the test process that forked it.
 */
export class ConnectionToPage {
  readonly #handlers = new Map<string, (message: never) => unknown>();
  readonly #pending = new Map<number, PendingRequest>();
  #lastId = 0;

  constructor() {
    process.on(
      'message',
      (message) => void this.#receive(message as ToMain | { type: 'answer'; id: number; error: string | null }),
    );
    // The page's side has ended, so this process ends too.
    process.on('disconnect', () => process.exit(1));
  }

  on<Type extends ToMain['type']>(type: Type, handler: (message: Extract<ToMain, { type: Type }>) => unknown): void {
    this.#handlers.set(type, handler);
  }

  send(message: Exclude<ToPage, NumberedMessage> | NumberedMessage): void {
    process.send?.(message);
  }

  ask(message: WithoutId<Extract<ToPage, { type: 'load' | 'unload' }>>): Promise<unknown> {
    const id = (this.#lastId += 1);
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.send({ ...message, id });
    });
  }

  async #receive(message: ToMain | { type: 'answer'; id: number; error: string | null }): Promise<void> {
    if (message.type === 'done') {
      const pending = this.#pending.get(message.id);
      this.#pending.delete(message.id);
      if (message.error === null) pending?.resolve(undefined);
      else pending?.reject(new Error(message.error));
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
