import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { failPointNames } from '#core/orders/fail-points.ts';
import { reduce } from '#core/orders/lifecycle.ts';
import type { Journal } from '#core/orders/journal.ts';
import { openJournal } from '#core/orders/open-journal.ts';
import type { OrderRow } from '#core/orders/order-row.ts';
import { liveAll, lives } from './journal-script.ts';
import { systemId, temporaryFolder } from './order-fixtures.ts';

const child = fileURLToPath(new URL('./journal-child.ts', import.meta.url));

const run = (dataDir: string, point: string): Promise<NodeJS.Signals | number | null> =>
  new Promise((resolve, reject) => {
    const running = spawn(process.execPath, [child, dataDir, point], { stdio: ['ignore', 'ignore', 'inherit'] });
    running.on('error', reject);
    running.on('exit', (code, signal) => resolve(signal ?? code));
  });

describe('killed at a named point (J1, J9, P9)', () => {
  it.concurrent.each(failPointNames.map((name) => [name]))('%s', { timeout: 60_000 }, async (point) => {
    const dataDir = temporaryFolder();
    try {
      expect(await run(dataDir, point)).toBe('SIGKILL');
      const { journal, notices } = openJournal({ dataDir, now: 2 });
      expect(notices).toEqual([]);
      const rows = [...journal.orders()];
      expect(rows).toEqual(rowsUntil(point));
      expect(kept(journal)).toEqual(othersUntil(point));
      for (const row of rows) expect(journal.events(row.rowId).reduce<OrderRow | null>(reduce, null)).toEqual(row);
      journal.close();
    } finally {
      rmSync(dataDir, { recursive: true });
    }
  });

  it('ends by itself where no point is named', { timeout: 60_000 }, async () => {
    const dataDir = temporaryFolder();
    expect(await run(dataDir, 'none')).toBe(0);
    const { journal } = openJournal({ dataDir, now: 2 });
    expect([...journal.orders()]).toHaveLength(lives.length);
    journal.close();
    rmSync(dataDir, { recursive: true });
  });
});

const others = ['cancel.saved', 'act.saved', 'group.reserved'] as const;

/** Which of the other writes are on the disk. */
function kept(journal: Journal): string[] {
  const groups = [journal.reserveGroup(systemId, drawer())];
  const has = [[...journal.cancels()].length > 0, [...journal.acts()].length > 0, !groups.includes('177246180099999')];
  return others.filter((_, index) => has[index]);
}

/** Draws the id of the script first: the journal gives it only while it is free. */
function drawer(): () => string {
  const ids = ['177246180099999', '177246180099998', '177246180099997'];
  return () => ids.shift() ?? '1';
}

function othersUntil(point: string): string[] {
  const at = others.findIndex((name) => point.startsWith(name));
  return at < 0 ? [] : others.slice(0, point.endsWith('.written') ? at + 1 : at);
}

class Reached extends Error {}

/** What must be on the disk: every arrow before the point, and the arrow itself only if it had been written. */
function rowsUntil(point: string): OrderRow[] {
  const rows = new Map<string, OrderRow>();
  const step = (type: string, row: OrderRow): OrderRow => {
    if (point === `order.${type}.before`) throw new Reached();
    rows.set(row.rowId, row);
    if (point === `order.${type}.written`) throw new Reached();
    return row;
  };
  try {
    liveAll({
      create: (order, drawId) => step('created', reduce(null, { type: 'created', ...order, ownId: drawId() })),
      apply: (rowId, event) => step(event.type, reduce(rows.get(rowId) ?? null, event)),
    });
  } catch (error) {
    if (!(error instanceof Reached)) throw error;
  }
  return [...rows.values()];
}
