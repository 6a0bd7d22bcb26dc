import { closeSync, openSync, readSync } from 'node:fs';

/** A call or a request that `wire-times.ts` has noted; `at` is in ms of the monotonic clock. */
export type WireEvent = {
  readonly at: number;
  readonly thread: string;
  /** `in` or `out`. */
  readonly direction: string;
  readonly path: string;
};

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 4));
const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6;

/** Reads what `wire-times.ts` has written since the last reading. */
export class WireLog {
  readonly #file: number;
  readonly #chunk = Buffer.allocUnsafe(1 << 20);
  #offset = 0;
  #rest = '';

  constructor(path: string) {
    this.#file = openSync(path, 'a+');
  }

  take(): WireEvent[] {
    const size = readSync(this.#file, this.#chunk, 0, this.#chunk.length, this.#offset);
    this.#offset += size;
    const lines = (this.#rest + this.#chunk.toString('utf8', 0, size)).split('\n');
    this.#rest = lines.pop() ?? '';
    return lines.map((line) => {
      const [at = '', thread = '', direction = '', path = ''] = line.split(' ');
      return { at: Number(at) / 1e6, thread, direction, path };
    });
  }

  /** Resolves after this long without an event that `matches` accepts; discards what it reads. */
  async waitForQuiet(milliseconds: number, matches: (event: WireEvent) => boolean = () => true): Promise<void> {
    let last = nowMs();
    while (nowMs() - last < milliseconds) {
      last = this.take().findLast(matches)?.at ?? last;
      await pause();
    }
  }

  /** Reads until an event that `matches` accepts; returns everything that was read. */
  async until(matches: (event: WireEvent) => boolean, limitMs: number): Promise<WireEvent[]> {
    const passed: WireEvent[] = [];
    const end = nowMs() + limitMs;
    while (nowMs() < end) {
      passed.push(...this.take());
      if (passed.some(matches)) return passed;
      await pause();
    }
    throw new Error(`nothing of the kind passed within ${String(limitMs)} ms: ${JSON.stringify(passed.slice(-5))}`);
  }

  close(): void {
    closeSync(this.#file);
  }
}
