import { Worker } from 'node:worker_threads';

export type ThreadLinkOptions<Answer> = {
  readonly entry: URL;
  /** The answer for every waiting caller when the thread dies. */
  readonly lostAnswer: () => Answer;
  readonly failed: () => void;
};

/**
 * Limits the memory for new objects to three areas of 16 MB each: two between which V8 copies new
 * objects, and one for large new objects. Without the limit this memory grows to four times the
 * size, and does not shrink while the thread is idle.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 48 };

/**
 * A thread that answers each message with a message of the same id. The first message starts the
 * thread. After the thread died, the next message starts another.
 */
export class ThreadLink<Question, Answer> {
  readonly #options: ThreadLinkOptions<Answer>;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #worker: Worker | null = null;
  #lastId = 0;

  constructor(options: ThreadLinkOptions<Answer>) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#worker !== null;
  }

  ask(question: Question, transfer: readonly ArrayBuffer[] = []): Promise<Answer> {
    const worker = this.#worker ?? this.#start();
    return new Promise((resolve) => {
      this.#lastId += 1;
      this.#waiting.set(this.#lastId, resolve);
      worker.postMessage({ id: this.#lastId, question }, transfer);
    });
  }

  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    // Questions that are asked from here on are for the next thread.
    const unanswered = [...this.#waiting.keys()];
    await worker?.terminate();
    this.#answerAsLost(unanswered);
  }

  #start(): Worker {
    const worker = new Worker(this.#options.entry, { resourceLimits });
    worker.on('message', ({ id, answer }: { readonly id: number; readonly answer: Answer }) => {
      this.#waiting.get(id)?.(answer);
      this.#waiting.delete(id);
    });
    worker.on('error', this.#options.failed);
    worker.on('exit', () => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      this.#answerAsLost();
    });
    this.#worker = worker;
    return worker;
  }

  #answerAsLost(ids = [...this.#waiting.keys()]): void {
    for (const id of ids) {
      this.#waiting.get(id)?.(this.#options.lostAnswer());
      this.#waiting.delete(id);
    }
  }
}
