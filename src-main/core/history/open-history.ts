import type { Message, MessageCode, Text } from '#contract/message.ts';
import { basename } from 'node:path';
import type { HistoryDifference, Moment, PastAccount } from '#contract/model/history.ts';
import type { Notice } from '#contract/model/status.ts';
import type { SubscriberChange, SubscriberReading, SubscriberStep } from '#contract/model/subscriber-changes.ts';
import { CacheFile } from '#core/cache/file/cache-file.ts';
import type { CopySource } from '#core/files/copy-schedule.ts';
import { dataFile } from '#core/cache/file/data-file.ts';
import { isDamage } from '#core/sqlite/database.ts';
import { type DatabaseSync } from 'node:sqlite';
import { backUpDatabase } from '#core/files/back-up.ts';
import type { Ports } from '#core/ports.ts';
import { compareAccounts } from './compare-accounts.ts';
import { historyTables } from './history-tables.ts';
import { readMoments, readPastAccount } from './past-account.ts';
import { readSubscriberChanges, readSubscriberReadings, readSubscriberSteps } from './subscriber-readings.ts';

export type HistoryOptions = {
  readonly ports: Pick<Ports, 'dataDir' | 'clock' | 'log'>;
  readonly profileId: string;
  readonly notify: (notice: Pick<Notice, 'level' | 'title' | 'text'>) => void;
};

/** The account at past readings. None of it can be read again from the platform. */
export interface History {
  /** The file that the ingest thread writes; null when it cannot be opened. */
  readonly file: string | null;
  moments(
    systemId: string,
    page: { readonly before: number | null; readonly limit: number },
  ): { moments: Moment[]; total: number };
  /** Null when there is no reading up to that time. */
  account(systemId: string, at: number): PastAccount | null;
  compare(systemId: string, from: number, to: number): HistoryDifference[] | null;
  /** The readings in which the subscribers of the strategy changed, newest first. */
  subscriberReadings(systemId: string, limit?: number): SubscriberReading[];
  /** Null unless both are times of retained readings. */
  subscriberChanges(systemId: string, from: number, to: number): SubscriberChange[] | null;
  /** The steps of all subscriptions of the same person, newest first. */
  subscriberSteps(systemId: string, subscriptionId: string): SubscriberStep[];
  /**
   * Called when the ingest thread could not record a reading. The trader is notified once; every
   * case is logged.
   */
  reportNotRecorded(reason: Text): void;
  /** What backup copies are made from while the file is in use; null if there is no file. */
  copySource(): CopySource | null;
  close(): void;
}

/** An empty history, for a file that cannot be used. */
const noHistory: History = {
  file: null,
  moments: () => ({ moments: [], total: 0 }),
  account: () => null,
  compare: () => null,
  subscriberReadings: () => [],
  subscriberChanges: () => null,
  subscriberSteps: () => [],
  reportNotRecorded: () => undefined,
  copySource: () => null,
  close: () => undefined,
};

export const openHistory = (options: HistoryOptions): History => {
  const { ports, profileId } = options;
  const file = dataFile(ports.dataDir, 'history', profileId);
  try {
    // The file is checked regardless of its size, because its content cannot be read again.
    const opened = new CacheFile(file, () => ports.clock.now(), historyTables, Infinity);
    reportQuarantine(options, basename(file), opened);
    return new FileHistory(options, file, opened);
  } catch (error) {
    return unusableHistory(options, error);
  }
};

/** An empty history that stores nothing, with a notice. */
export const unusableHistory = ({ ports, profileId, notify }: HistoryOptions, error: unknown): History => {
  const file = basename(dataFile(ports.dataDir, 'history', profileId));
  const reason = error instanceof Error ? error.message : 'unknown reason';
  ports.log.error('history.unusable');
  notify({
    level: 'danger',
    title: { code: 'history.not-stored' },
    text: { code: 'history.unusable', file, reason },
  });
  return noHistory;
};

const reportQuarantine = (options: HistoryOptions, name: string, file: CacheFile): void => {
  const quarantined = file.takeQuarantined();
  if (quarantined === null) return;
  options.ports.log.warn('history.set-aside', { why: quarantined.why });
  const isPartial = quarantined.tables.some(({ salvaged }) => salvaged > 0);
  const { why, name: aside, tables } = quarantined;
  options.notify({
    level: 'danger',
    title: { code: isPartial ? 'history.repaired' : 'history.reset' },
    text: { code: 'history.replaced', file: name, why, aside, tables },
  });
};

class FileHistory implements History {
  readonly file: string;
  readonly #options: HistoryOptions;
  readonly #opened: CacheFile;
  readonly #notified = new Set<MessageCode>();

  constructor(options: HistoryOptions, file: string, opened: CacheFile) {
    this.#options = options;
    this.file = file;
    this.#opened = opened;
  }

  moments(
    systemId: string,
    page: { readonly before: number | null; readonly limit: number },
  ): { moments: Moment[]; total: number } {
    return this.#read((db) => readMoments(db, systemId, page), noHistory.moments(systemId, page));
  }

  account(systemId: string, at: number): PastAccount | null {
    return this.#read((db) => readPastAccount(db, systemId, at), null);
  }

  compare(systemId: string, from: number, to: number): HistoryDifference[] | null {
    const [before, after] = [this.account(systemId, from), this.account(systemId, to)];
    return before === null || after === null ? null : compareAccounts(before, after);
  }

  subscriberReadings(systemId: string, limit?: number): SubscriberReading[] {
    return this.#read((db) => readSubscriberReadings(db, systemId, limit), []);
  }

  subscriberChanges(systemId: string, from: number, to: number): SubscriberChange[] | null {
    return this.#read((db) => readSubscriberChanges(db, systemId, from, to), null);
  }

  subscriberSteps(systemId: string, subscriptionId: string): SubscriberStep[] {
    return this.#read((db) => readSubscriberSteps(db, systemId, subscriptionId), []);
  }

  reportNotRecorded(reason: Text): void {
    this.#options.ports.log.error('history.not-written');
    const file = basename(this.file);
    this.#notifyOnce({ code: 'history.not-written-title' }, { code: 'history.not-written', file, reason });
  }

  /**
   * Another thread writes the file, so its changes are recognized by `data_version`. The rows are
   * not counted: `size` is 1 if there are any, otherwise 0.
   */
  copySource(): CopySource {
    const firstNumber = (sql: string): number =>
      Number(Object.values(this.#opened.database().prepare(sql).get() ?? {})[0]);
    return {
      size: () => firstNumber('SELECT EXISTS (SELECT 1 FROM moments) OR EXISTS (SELECT 1 FROM subscriber_readings)'),
      revision: () => firstNumber('PRAGMA data_version'),
      backUp: async (path) => {
        await backUpDatabase(this.#opened.database(), path);
      },
    };
  }

  close(): void {
    this.#opened.close();
  }

  /** Returns `empty` if the file is damaged. */
  #read<Value>(work: (db: DatabaseSync) => Value, empty: Value): Value {
    try {
      return work(this.#opened.database());
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.#options.ports.log.error('history.damaged');
      this.#notifyOnce({ code: 'history.unreadable' }, { code: 'history.damaged', file: basename(this.file) });
      return empty;
    }
  }

  #notifyOnce(title: Message, text: Message): void {
    if (this.#notified.has(title.code)) return;
    this.#notified.add(title.code);
    this.#options.notify({ level: 'danger', title, text });
  }
}
