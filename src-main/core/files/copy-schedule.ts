import { renameSync } from 'node:fs';
import type { Clock, Log } from '#core/ports.ts';
import { copiesOf, nextCopy, removePartsOf, deleteOldCopies } from './copies.ts';

/** A file that can copy itself while it is in use. */
export type CopySource = {
  /** Number of rows. A source that does not count its rows returns 1 if it has any, otherwise 0. */
  size(): number;
  /** Grows with every change of this run. */
  revision(): number;
  backUp(path: string): Promise<void>;
};

const checkIntervalMs = 5_000;
const copyIntervalMs = 300_000;
const rowsPerCopy = 50;
const maxCopies = 10;

/**
 * `at` (monotonic milliseconds) and `size` are from the last try to copy, `revision` is from the
 * last copy. Before the first try, all three have the values that `add` set.
 */
type WatchedFile = { readonly name: string; readonly source: CopySource; at: number; size: number; revision: number };

/** Copies a file after five minutes if it changed, after every fifty rows, and at the end. */
export class CopySchedule {
  readonly #dataDir: string;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #watched: WatchedFile[] = [];
  #running: Promise<void> = Promise.resolve();
  #cancel: () => void;
  #closed = false;

  constructor(dataDir: string, clock: Clock, log: Log) {
    this.#dataDir = dataDir;
    this.#clock = clock;
    this.#log = log;
    this.#cancel = clock.after(checkIntervalMs, () => this.#check());
  }

  /** A file that has rows and no copy is copied at the next check. */
  add(name: string, source: CopySource): void {
    const isNew = copiesOf(this.#dataDir, name).length === 0;
    const revision = isNew && source.size() > 0 ? -1 : source.revision();
    const at = revision < 0 ? -copyIntervalMs : this.#clock.monotonic();
    this.#watched.push({ name, source, at, size: source.size(), revision });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#cancel();
    await this.#running;
    for (const one of this.#watched) if (isChanged(one)) await this.#copy(one);
  }

  #check(): void {
    const now = this.#clock.monotonic();
    const due = this.#watched.filter(
      (one) => isChanged(one) && (now - one.at >= copyIntervalMs || hasManyNewRows(one)),
    );
    this.#running = this.#copyAll(due).finally(() => {
      // A copy that ends during `close` must not start the next check: two copies would write one
      // file.
      if (!this.#closed) this.#cancel = this.#clock.after(checkIntervalMs, () => this.#check());
    });
  }

  async #copyAll(due: readonly WatchedFile[]): Promise<void> {
    for (const one of due) await this.#copy(one);
  }

  async #copy(one: WatchedFile): Promise<void> {
    let { size } = one;
    try {
      size = one.source.size();
      const revision = one.source.revision();
      const path = nextCopy(this.#dataDir, one.name, this.#clock.now());
      removePartsOf(this.#dataDir, one.name);
      await one.source.backUp(`${path}.part`);
      renameSync(`${path}.part`, path);
      deleteOldCopies(this.#dataDir, one.name, maxCopies);
      one.revision = revision;
    } catch (error) {
      this.#log.error('copy.failed', { file: one.name, error: error instanceof Error ? error.message : 'unknown' });
    }
    // After a failure the revision is not copied yet, so the copy is due again after the interval.
    Object.assign(one, { at: this.#clock.monotonic(), size });
  }
}

/** The answer of a source, or `otherwise` if its file is damaged and cannot be read. */
function answerOr(ask: () => boolean, otherwise: boolean): boolean {
  try {
    return ask();
  } catch {
    return otherwise;
  }
}

/** A damaged file counts as changed: its copy fails, and the failure is logged. */
const isChanged = ({ source, revision }: WatchedFile): boolean => answerOr(() => source.revision() !== revision, true);

const hasManyNewRows = ({ source, size }: WatchedFile): boolean =>
  answerOr(() => source.size() - size >= rowsPerCopy, false);
