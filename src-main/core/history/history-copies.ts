import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { dataFile } from '#core/cache/data-file.ts';
import { undoReplacing } from '#core/durable/replace-file.ts';
import { copiesOf } from '#core/files/copies.ts';
import { CopySchedule } from '#core/files/copy-schedule.ts';
import { lostNotice } from '#core/files/lost-file.ts';
import { restoreFile } from '#core/files/restore-file.ts';
import { openHistory, type History, type HistoryOptions } from './open-history.ts';

/** A file of past readings that is missing although it has copies: the newest one takes its place, with a notice. */
function restoreMissing({ ports, profileId, tell }: HistoryOptions): void {
  const file = dataFile(ports.dataDir, 'history', profileId);
  const [newest] = copiesOf(ports.dataDir, basename(file));
  undoReplacing(file);
  if (existsSync(file) || newest === undefined) return;
  restoreFile(file, newest.path, ports.clock.now());
  tell(lostNotice({ name: basename(file), aside: null, copyAt: Math.floor(newest.at / 1000) }));
}

type Past = { readonly history: History; readonly copies: CopySchedule | null };

/** Past readings of the own desk, which are copied while they are written. */
export function openCopied(options: HistoryOptions): Past {
  restoreMissing(options);
  const history = openHistory(options);
  const source = history.copySource();
  if (source === null || history.file === null) return { history, copies: null };
  const { ports } = options;
  const copies = new CopySchedule(ports.dataDir, ports.clock, ports.log);
  copies.add(basename(history.file), source);
  return { history, copies };
}

/** Those of a review bundle, which has its own copy in its file. */
export const openUncopied = (options: HistoryOptions): Past => ({ history: openHistory(options), copies: null });
