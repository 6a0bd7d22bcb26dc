import type { ChildProcess } from 'node:child_process';
import type { ToMain, ToPage } from './messages.ts';

type NumberedMessage = Extract<ToMain, { id: number }>;
type WithoutId<Message> = Message extends unknown ? Omit<Message, 'id'> : never;
type PendingRequest = { resolve: (value: unknown) => void; reject: (error: Error) => void };

/** The page's side of the connection to the main process. */
export class ConnectionToMain {
  /** Windows that pages requested, and the main process's decision. */
  readonly popUps: { url: string; action: string }[] = [];
  /**
   * Files that pages wanted to save. `dialog` is the options of the save dialog; null if the main
   * process refused the download.
   */
  readonly downloads: { name: string; dialog: unknown }[] = [];
  readonly #process: ChildProcess;
  readonly #pending = new Map<number, PendingRequest>();
  #lastId = 0;

  constructor(process: ChildProcess, receive: (message: Exclude<ToPage, { type: 'answer' }>) => void) {
    this.#process = process;
    process.on('message', (raw) => {
      const message = raw as ToPage;
      if (message.type === 'answer') this.#answer(message);
      else receive(message);
    });
    process.once('exit', () => this.#fail());
  }

  /** The options of the save dialog; null if the main process refused the download. */
  async askDownload(url: string, name: string): Promise<{ dialog: unknown } | null> {
    const answer = (await this.ask({ type: 'download', url, name })) as { dialog: unknown } | null;
    this.downloads.push({ name, dialog: answer?.dialog ?? null });
    return answer;
  }

  send(message: ToMain): void {
    if (!this.#process.connected) return;
    // The process may have ended without notice. The pending requests then fail at once.
    this.#process.send(message, (error) => error !== null && this.#fail());
  }

  ask(message: WithoutId<NumberedMessage>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#pending.set((this.#lastId += 1), { resolve, reject });
      if (this.#process.connected) this.send({ ...message, id: this.#lastId });
      else this.#fail();
    });
  }

  #answer({ id, value, error }: Extract<ToPage, { type: 'answer' }>): void {
    const waiter = this.#pending.get(id);
    this.#pending.delete(id);
    if (error === null) waiter?.resolve(value);
    else waiter?.reject(new Error(error));
  }

  #fail(): void {
    for (const { reject } of this.#pending.values()) reject(new Error('the main process is gone'));
    this.#pending.clear();
  }
}
