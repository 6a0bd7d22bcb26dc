import { mkdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Text } from '#contract/message.ts';
import type { LostFile } from '#contract/recovery-commands.ts';
import type { Mode } from '#contract/model/status.ts';
import { putAside } from '#core/files/replace-file.ts';
import type { NoticeText } from '#core/events/notices.ts';
import { copiesOf } from '#core/files/copies.ts';
import { CopySchedule } from '#core/files/copy-schedule.ts';
import { restoreFile } from '#core/files/restore-file.ts';
import type { Notes } from '#core/notes/notes.ts';
import { openNotes } from '#core/notes/open-notes.ts';
import type { FailPoint } from '#core/orders/journal/fail-points.ts';
import type { Journal } from '#core/orders/journal/journal.ts';
import { openJournal } from '#core/orders/journal/open-journal.ts';
import { restoreJournal } from '#core/orders/journal/restore-journal.ts';
import type { Ports } from '#core/ports.ts';

type OpenedFile = {
  readonly name: string;
  readonly kind: LostFile['kind'];
  readonly mode: Mode;
  readonly fault: Text | null;
  close(): void;
};
type Options = Pick<Ports, 'dataDir' | 'clock' | 'log' | 'lockJournals'> & { readonly failPoint?: FailPoint };

const folderSuffixes: Readonly<Record<Mode, string>> = { PRACTICE: 'practice', LIVE: 'live' };
const fileNames = { orders: 'journal.db', notes: 'notes.db' } as const;

/**
 * The files that must never be lost, orders and notes. Practice and live have one of each, and
 * never share a file. Each file is copied while it is in use. A file that cannot be used stays
 * unused until the user chooses its replacement.
 */
export class DeskFiles {
  readonly #options: Options;
  readonly #notify: (notice: NoticeText) => void;
  readonly #copies: CopySchedule;
  readonly #journals = new Map<Mode, OpenedFile & { readonly journal: Journal }>();
  readonly #notes = new Map<Mode, OpenedFile & { readonly notes: Notes }>();

  constructor(options: Options, notify: (notice: NoticeText) => void) {
    this.#options = options;
    this.#notify = notify;
    this.#copies = new CopySchedule(options.dataDir, options.clock, options.log);
    // Both journals are opened, so that a second program in the other mode finds them in use.
    for (const mode of ['PRACTICE', 'LIVE'] as const) this.#openJournal(mode);
  }

  journal(mode: Mode): Journal {
    return (this.#journals.get(mode) ?? this.#openJournal(mode)).journal;
  }

  notes(mode: Mode): Notes {
    return (this.#notes.get(mode) ?? this.#openNotes(mode)).notes;
  }

  notesPath(mode: Mode): string {
    return this.#path('notes', mode);
  }

  /** The files that cannot be used. */
  lost(): LostFile[] {
    return this.#opened().flatMap(({ name, kind, mode, fault }) => {
      if (fault === null) return [];
      return [{ name, kind, mode, reason: fault, copies: copiesOf(this.#options.dataDir, name).map(({ at }) => at) }];
    });
  }

  /**
   * Replaces a lost file with a copy, or with an empty file if `copyAt` is null. `unknown`: there
   * is no such lost file, or no such copy. Throws the errors of the disk.
   */
  recover(name: string, copyAt: number | null): 'done' | 'unknown' {
    const { clock, dataDir } = this.#options;
    const lost = this.#opened().find((one) => one.name === name && one.fault !== null);
    const copy = copiesOf(dataDir, name).find(({ at }) => at === copyAt);
    if (lost === undefined || (copyAt !== null && copy === undefined)) return 'unknown';
    const path = this.#path(lost.kind, lost.mode);
    lost.close();
    if (copy === undefined) putAside(path, clock.now());
    else if (lost.kind === 'notes') restoreFile(path, copy.path, clock.now());
    else restoreJournal(join(path, '..'), copy.path, clock.now());
    if (lost.kind === 'notes') this.#openNotes(lost.mode, copy === undefined);
    else this.#openJournal(lost.mode, copy === undefined);
    return 'done';
  }

  async close(): Promise<void> {
    await this.#copies.close();
    for (const one of this.#opened()) one.close();
  }

  #opened(): OpenedFile[] {
    return [...this.#journals.values(), ...this.#notes.values()];
  }

  /** `isEmptyChosen`: the user chose an empty file, so it is opened although copies exist. */
  #openJournal(mode: Mode, isEmptyChosen = false): OpenedFile & { readonly journal: Journal } {
    const { clock, dataDir, failPoint, lockJournals } = this.#options;
    const name = nameOf('orders', mode);
    const { journal, notices, fault } = openJournal({
      dataDir: join(this.#path('orders', mode), '..'),
      now: clock.now(),
      exclusive: lockJournals === true,
      hasCopies: !isEmptyChosen && copiesOf(dataDir, name).length > 0,
      isOldContentLost: isEmptyChosen,
      ...(failPoint ? { failPoint } : {}),
    });
    notices.forEach(this.#notify);
    this.#copies.add(name, journal);
    const opened = { name, kind: 'orders', mode, fault, journal, close: () => journal.close() } as const;
    this.#journals.set(mode, opened);
    return opened;
  }

  /** `isEmptyChosen`: as for `#openJournal`. */
  #openNotes(mode: Mode, isEmptyChosen = false): OpenedFile & { readonly notes: Notes } {
    const { clock, dataDir } = this.#options;
    const name = nameOf('notes', mode);
    const { notes, notices, fault } = openNotes(
      this.#path('notes', mode),
      clock,
      !isEmptyChosen && copiesOf(dataDir, name).length > 0,
    );
    notices.forEach(this.#notify);
    this.#copies.add(name, notes);
    const opened = { name, kind: 'notes', mode, fault, notes, close: () => notes.close() } as const;
    this.#notes.set(mode, opened);
    return opened;
  }

  #path(kind: LostFile['kind'], mode: Mode): string {
    const folder = join(this.#options.dataDir, `${kind}-${folderSuffixes[mode]}`);
    this.#makeFolder(folder);
    return join(folder, fileNames[kind]);
  }

  /**
   * Creates the folder if it does not exist. If a file has taken its name, the contents of the
   * folder are already lost: the file is put aside, and an empty folder is created.
   */
  #makeFolder(folder: string): void {
    const found = statSync(folder, { throwIfNoEntry: false });
    if (found?.isFile() === true) {
      const aside = putAside(folder, this.#options.clock.now());
      this.#notify({
        level: 'danger',
        title: { code: 'file.not-a-folder', name: basename(folder) },
        text: { code: 'file.moved', aside },
      });
    }
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }
}

const nameOf = (kind: LostFile['kind'], mode: Mode): string => `${kind}-${folderSuffixes[mode]}/${fileNames[kind]}`;
