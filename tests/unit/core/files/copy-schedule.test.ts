import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { markKnown } from '#core/files/copies.ts';
import { CopySchedule, type CopySource } from '#core/files/copy-schedule.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';

const name = 'orders-practice/journal.db';
const checkMs = 5_000;

/** A file of which a copy is written when the test says so. */
class SlowSource implements CopySource {
  revisions = 0;
  readonly #waiting: (() => void)[] = [];
  started = 0;

  size(): number {
    return this.revisions;
  }

  revision(): number {
    return this.revisions;
  }

  async backUp(path: string): Promise<void> {
    this.started += 1;
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

const soon = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const copies = (): string[] => readdirSync(join(dataDir, 'backups', name.replace('/', '.')));

it('starts no copy after it is closed during a copy', async () => {
  const schedule = new CopySchedule(dataDir, clock, log);
  schedule.add(name, source);
  source.revisions = 60;
  await clock.advance(checkMs);
  expect(source.started).toBe(1);
  source.revisions = 120;
  const closed = schedule.close();
  source.finish();
  await soon();
  expect(source.started).toBe(2);
  await clock.advance(10 * checkMs);
  await soon();
  source.finish();
  await closed;
  expect({ started: source.started, failures }).toEqual({ started: 2, failures: [] });
});

it('removes the part that a killed copy left, and copies', async () => {
  markKnown(dataDir, name);
  const folder = join(dataDir, 'backups', name.replace('/', '.'));
  writeFileSync(join(folder, `${clock.now()}.part`), 'half');
  writeFileSync(join(folder, `${clock.now()}.part-journal`), 'half');
  const schedule = new CopySchedule(dataDir, clock, log);
  schedule.add(name, source);
  source.revisions = 1;
  const closed = schedule.close();
  await soon();
  source.finish();
  await closed;
  expect({ copies: copies(), failures }).toEqual({ copies: [String(clock.now())], failures: [] });
});
