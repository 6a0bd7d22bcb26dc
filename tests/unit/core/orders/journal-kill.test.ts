import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundlePrograms } from '#scripts/chaos-bundle.mjs';
import { failPointNames } from '#core/orders/journal/fail-points.ts';
import { reduce } from '#core/orders/journal/lifecycle.ts';
import type { Journal } from '#core/orders/journal/journal.ts';
import { openJournal } from '#core/orders/journal/open-journal.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { histories, scriptOf } from './journal-script.ts';
import { systemId, temporaryFolder } from './order-fixtures.ts';

/**
 * Each seed gives one sequence of the writes. The fail points of these sequences and the three
 * chaos runs make up the 500 kill runs that each change of the code must pass (order-safety 7.3).
 */
const seeds = [0, 1];

const bundle = temporaryFolder();
beforeAll(async () => {
  const child = fileURLToPath(new URL('./journal-child.ts', import.meta.url));
  await bundlePrograms(bundle, { child });
});
afterAll(() => rmSync(bundle, { recursive: true }));

const run = (dataDir: string, nth: number, seed: number): Promise<NodeJS.Signals | number | null> =>
  new Promise((resolve, reject) => {
    const args = [join(bundle, 'child.js'), dataDir, String(nth), String(seed)];
    const running = spawn(process.execPath, args, {
      env: { ...process.env, NODE_COMPILE_CACHE: join(bundle, 'compiled') },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    running.on('error', reject);
    running.on('exit', (code, signal) => resolve(signal ?? code));
  });

class PointReached extends Error {}

/**
 * The expected content of the disk: every write before the nth point. The write of that point is
 * included only if the point is after the write.
 */
class DiskState {
  readonly rows = new Map<string, OrderRow>();
  /** The kinds of the writes that are not orders. */
  readonly otherWrites: string[] = [];
  /** The reached points, in their order. */
  readonly points: string[] = [];
  readonly #nth: number;

  constructor(seed: number, nth: number) {
    this.#nth = nth;
    try {
      for (const step of scriptOf(seed)) step(this);
    } catch (error) {
      if (!(error instanceof PointReached)) throw error;
    }
  }

  create: Journal['create'] = (order, drawId) => {
    const row = reduce(null, { type: 'created', ...order, ownId: drawId() });
    return this.#write('order.created', () => this.#put(row));
  };

  apply: Journal['apply'] = (rowId, event) => {
    const row = reduce(this.rows.get(rowId) ?? null, event);
    return this.#write(`order.${event.type}`, () => this.#put(row));
  };

  saveCancel: Journal['saveCancel'] = () => this.#write('cancel.saved', () => void this.otherWrites.push('cancel'));
  saveAct: Journal['saveAct'] = () => this.#write('act.saved', () => void this.otherWrites.push('act'));
  reserveGroup: Journal['reserveGroup'] = (_, drawId) =>
    this.#write('group.reserved', () => {
      this.otherWrites.push('group');
      return drawId();
    });

  #put(row: OrderRow): OrderRow {
    this.rows.set(row.rowId, row);
    return row;
  }

  #write<Value>(name: string, write: () => Value): Value {
    this.#reach(`${name}.before`);
    const value = write();
    this.#reach(`${name}.written`);
    return value;
  }

  #reach(point: string): void {
    this.points.push(point);
    if (this.points.length === this.#nth) throw new PointReached();
  }
}

/** The writes on the disk that are not orders. */
function otherWritesOf(journal: Journal): string[] {
  // Offers the group id of the script first. The journal does not take an id that is reserved.
  const ids = ['177246180099999', '177246180099998', '177246180099997'];
  const group = journal.reserveGroup(systemId, () => ids.shift() ?? '1');
  return [
    ...([...journal.acts()].length > 0 ? ['act'] : []),
    ...([...journal.cancels()].length > 0 ? ['cancel'] : []),
    ...(group === '177246180099999' ? [] : ['group']),
  ];
}

const cases = seeds.flatMap((seed) => new DiskState(seed, 0).points.map((point, at) => ({ seed, nth: at + 1, point })));

it('the script reaches every named fail point', () => {
  expect(new Set(cases.map(({ point }) => point))).toEqual(new Set(failPointNames));
});

describe('a journal after a kill has exactly the writes before the kill (order-safety J1, J9, P9)', () => {
  it.concurrent.each(cases)('seed $seed, point $nth: $point', { timeout: 60_000 }, async ({ seed, nth }) => {
    const dataDir = temporaryFolder();
    try {
      expect(await run(dataDir, nth, seed)).toBe('SIGKILL');
      const { journal, notices } = openJournal({ dataDir, now: 2 });
      const expected = new DiskState(seed, nth);
      const rows = [...journal.orders()];
      expect(notices).toEqual([]);
      expect(new Map(rows.map((row) => [row.rowId, row]))).toEqual(expected.rows);
      expect(otherWritesOf(journal)).toEqual(expected.otherWrites.toSorted());
      for (const row of rows) expect(journal.events(row.rowId).reduce<OrderRow | null>(reduce, null)).toEqual(row);
      journal.close();
    } finally {
      rmSync(dataDir, { recursive: true });
    }
  });

  it('no fail point: the process ends normally, with every order written', { timeout: 60_000 }, async () => {
    const dataDir = temporaryFolder();
    expect(await run(dataDir, 0, 0)).toBe(0);
    const { journal } = openJournal({ dataDir, now: 2 });
    expect([...journal.orders()]).toHaveLength(histories.length);
    journal.close();
    rmSync(dataDir, { recursive: true });
  });
});
