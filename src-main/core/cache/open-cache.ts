// The cache of a connection can be read again, so it must never keep the program from starting.
// Without a network nothing is read again, so the good rows of a damaged file are salvaged into a
// new one. The damaged file is quarantined, never deleted. A file of a newer version is quarantined
// as well and replaced by an empty one. A notice reports it. When the folder cannot be written, the
// cache is in the temporary folder for this run, and a notice says so.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Notice } from '#contract/model/status.ts';
import type { Ports } from '#core/ports.ts';
import { salvageSummary } from '#core/salvage/salvage-summary.ts';
import type { Salvaged } from '#core/salvage/salvage-file.ts';
import { CacheFile } from './cache-file.ts';
import type { CacheReader } from './cache-reader.ts';
import { CachedData } from './cached-data.ts';
import { cacheTables } from './cache-tables.ts';
import { dataFile } from './data-file.ts';

export type CacheOptions = {
  readonly ports: Pick<Ports, 'dataDir' | 'clock' | 'log'>;
  readonly profileId: string;
  readonly notify: (notice: Pick<Notice, 'level' | 'title' | 'text'>) => void;
};

export interface Cache {
  readonly reader: CacheReader;
  /** The path that the ingest thread opens. */
  readonly file: string;
  /**
   * Called when a read finds damage. Call `rebuild` when no other thread has the file open. Returns
   * the unsubscribe function.
   */
  onDamage(listener: () => void): () => void;
  /** Path of the salvaged copy of the damaged file. */
  salvagePath(): string;
  /** Replaces the damaged file by its salvaged copy. The other threads must have closed it. */
  rebuild(salvaged: Salvaged): void;
  /** How often the file was replaced in this run. Revisions and row ids may restart each time. */
  generation(): number;
  close(): void;
}

export const openCache = (options: CacheOptions): Cache => {
  const file = dataFile(options.ports.dataDir, 'cache', options.profileId);
  try {
    return new OpenCache(options, file, false);
  } catch (error) {
    options.ports.log.error('cache.unusable', { code: codeOf(error) });
    options.notify({
      level: 'danger',
      title: 'What is read is kept for this run only',
      text: `The file ${basename(file)} in the data folder cannot be opened or written (${codeOf(error)}). Nothing was changed.`,
    });
    const temporary = mkdtempSync(join(tmpdir(), 'stratdesk-cache-'));
    return new OpenCache(options, dataFile(temporary, 'cache', options.profileId), true);
  }
};

const codeOf = (error: unknown): string => {
  const code: unknown = error instanceof Error ? (Reflect.get(error, 'errstr') ?? Reflect.get(error, 'code')) : '';
  return typeof code === 'string' && code !== '' ? code : 'unknown reason';
};

/** Names of the rows of a table in notices, singular and plural. */
const cacheWords = {
  strategies: ['strategy', 'strategies'],
  details: ['strategy’s details', 'strategies’ details'],
  margin: ['account', 'accounts'],
  signals: ['signal', 'signals'],
  unreadable_signals: ['unreadable record', 'unreadable records'],
  trades: ['trade', 'trades'],
  components: ['signal of a trade', 'signals of trades'],
  equity: ['equity point', 'equity points'],
  desired: ['target portfolio', 'target portfolios'],
  subscribers: ['subscriber', 'subscribers'],
  roster: ['strategy of the public list', 'strategies of the public list'],
} as const;

class OpenCache implements Cache {
  readonly file: string;
  readonly reader: CacheReader;
  readonly #options: CacheOptions;
  readonly #cacheFile: CacheFile;
  readonly #isTemporary: boolean;
  readonly #listeners = new Set<() => void>();
  #generation = 0;

  constructor(options: CacheOptions, file: string, isTemporary: boolean) {
    this.#options = options;
    this.#isTemporary = isTemporary;
    this.file = file;
    this.#cacheFile = new CacheFile(file, () => options.ports.clock.now(), cacheTables);
    this.#report();
    this.reader = new CachedData(
      () => this.#cacheFile.database(),
      () => this.#damaged(),
    );
  }

  onDamage(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  salvagePath(): string {
    return this.#cacheFile.salvagePath();
  }

  rebuild(salvaged: Salvaged): void {
    this.#cacheFile.setAside(salvaged);
    this.#generation += 1;
    this.#report();
  }

  generation(): number {
    return this.#generation;
  }

  close(): void {
    this.#cacheFile.close();
    if (this.#isTemporary) rmSync(dirname(this.file), { recursive: true, force: true });
  }

  #damaged(): void {
    this.#options.ports.log.error('cache.damaged');
    for (const listener of this.#listeners) listener();
  }

  /** Notifies once about a quarantined file. */
  #report(): void {
    const quarantined = this.#cacheFile.takeQuarantined();
    if (quarantined === null) return;
    this.#options.ports.log.warn('cache.set-aside', { why: quarantined.why });
    const isNewer = quarantined.why === 'newer';
    const isWhole = !isNewer && quarantined.tables.length > 0 && quarantined.tables.every(({ lost }) => lost === 0);
    const why = isNewer ? 'was written by a newer version of this program.' : 'was damaged.';
    const keptText = isNewer ? '' : ` ${salvageSummary(quarantined.tables, cacheWords)}`;
    const consequence = isWhole ? ' Nothing was lost.' : ' Until it was read again, lists may be incomplete.';
    this.#options.notify({
      level: 'warn',
      title: isWhole ? 'Stored data was repaired' : 'Stored data is being read again',
      text: `The file of stored trades and signals ${why}${keptText}${consequence} The ${isNewer ? 'other' : 'damaged'} file is kept as ${quarantined.name}; orders are not stored in it.`,
    });
  }
}
