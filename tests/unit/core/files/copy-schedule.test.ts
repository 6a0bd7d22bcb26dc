import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { markKnown } from '#core/files/copies.ts';
import { CopySchedule, type CopySource } from '#core/files/copy-schedule.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';

const name = 'orders-practice/journal.db';
const checkMs = 5_000;

/** A file whose copy is finished only when the test calls `finish`. */
class SlowSource implements CopySource {
  rowCount = 0;
  readonly #waiting: (() => void)[] = [];
  startedCount = 0;

  size(): number {
    return this.rowCount;
  }

  revision(): number {
    return this.rowCount;
  }

  async backUp(path: string): Promise<void> {
    this.startedCount += 1;
    if (existsSync(path)) throw new Error('the file is in use');
    writeFileSync(path, 'half');
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  finish(): void {
    this.#waiting.shift()?.();
  }
}

let dataDir: string;
let clock: FakeClock;
let source: SlowSource;
const failures: unknown[] = [];
const log = {
  info: () => undefined,
  warn: () => undefined,
  error: (_: string, facts: unknown) => failures.push(facts),
};

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'stratdesk-copies-'));
  clock = new FakeClock();
  source = new SlowSource();
  failures.length = 0;
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const nextTurn = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const copies = (): string[] => readdirSync(join(dataDir, 'backups', name.replace('/', '.')));

it('a schedule that is closed during a copy makes one last copy, and no copy after that', async () => {
  const schedule = new CopySchedule(dataDir, clock, log);
  schedule.add(name, source);
  source.rowCount = 60;
  await clock.advance(checkMs);
  expect(source.startedCount).toBe(1);
  source.rowCount = 120;
  const closed = schedule.close();
  source.finish();
  await nextTurn();
  expect(source.startedCount).toBe(2);
  await clock.advance(10 * checkMs);
  await nextTurn();
  source.finish();
  await closed;
  expect({ started: source.startedCount, failures }).toEqual({ started: 2, failures: [] });
});

it('a schedule removes the files that an interrupted copy left, and makes a new copy', async () => {
  markKnown(dataDir, name);
  const folder = join(dataDir, 'backups', name.replace('/', '.'));
  writeFileSync(join(folder, `${clock.now()}.part`), 'half');
  writeFileSync(join(folder, `${clock.now()}.part-journal`), 'half');
  const schedule = new CopySchedule(dataDir, clock, log);
  schedule.add(name, source);
  source.rowCount = 1;
  const closed = schedule.close();
  await nextTurn();
  source.finish();
  await closed;
  expect({ copies: copies(), failures }).toEqual({ copies: [String(clock.now())], failures: [] });
});

/** A file whose first copy fails. */
class FailingSource implements CopySource {
  tries = 0;

  size(): number {
    return 1;
  }

  revision(): number {
    return 1;
  }

  backUp(path: string): Promise<void> {
    this.tries += 1;
    if (this.tries === 1) return Promise.reject(new Error('the disk is full'));
    writeFileSync(path, 'whole');
    return Promise.resolve();
  }
}

it('a schedule repeats a failed copy after five minutes, although nothing changed since', async () => {
  const schedule = new CopySchedule(dataDir, clock, log);
  const failing = new FailingSource();
  schedule.add(name, failing);
  await clock.advance(checkMs);
  expect({ tries: failing.tries, copies: copies() }).toEqual({ tries: 1, copies: [] });
  await clock.advance(300_000 - checkMs);
  expect(failing.tries).toBe(1);
  await clock.advance(2 * checkMs);
  expect({ tries: failing.tries, copies: copies().length }).toEqual({ tries: 2, copies: 1 });
  await schedule.close();
  expect(failing.tries).toBe(2);
});

it('a schedule repeats a failed copy when closed, and closes even without a copy folder', async () => {
  const schedule = new CopySchedule(dataDir, clock, log);
  const failing = new FailingSource();
  schedule.add(name, failing);
  await clock.advance(checkMs);
  await schedule.close();
  expect({ tries: failing.tries, copies: copies().length }).toEqual({ tries: 2, copies: 1 });
  rmSync(join(dataDir, 'backups'), { recursive: true });
  writeFileSync(join(dataDir, 'backups'), '');
  const other = new CopySchedule(dataDir, clock, log);
  other.add(name, failing);
  await clock.advance(checkMs);
  await other.close();
  expect({ tries: failing.tries, failures: failures.length }).toEqual({ tries: 2, failures: 3 });
});
