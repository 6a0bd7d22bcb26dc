import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Journal } from '#core/orders/journal/journal.ts';
import { openJournal } from '#core/orders/journal/open-journal.ts';
import { newRunRow } from '#core/orders/journal/run-row.ts';
import { intent, newOrder, startWall, systemId, temporaryFolder } from './order-fixtures.ts';

let dataDir = '';
beforeEach(() => {
  dataDir = temporaryFolder();
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const profile = { id: 'practice', mode: 'PRACTICE' } as const;
const numbers = Array.from({ length: 120 }, (_, at) => at + 1);

/** Writes a journal, makes the page with this text unreadable, and salvages the rest. */
function salvagedJournal(write: (journal: Journal) => void, text: string): Journal {
  const { journal } = openJournal({ dataDir, now: 1 });
  write(journal);
  journal.close();
  const path = join(dataDir, 'journal.db');
  const bytes = readFileSync(path);
  const page = Math.floor(bytes.indexOf(text) / 4096) * 4096;
  expect(page).toBeGreaterThan(0);
  writeFileSync(path, bytes.fill(0xff, page, page + 4096));
  const opened = openJournal({ dataDir, now: 2 });
  expect(opened.notices).toHaveLength(1);
  return opened.journal;
}

/** A salvaged journal of orders in flight. The event of one of them is on the damaged page. */
const salvagedOrders = () =>
  salvagedJournal((newJournal) => {
    for (const number of numbers) {
      newJournal.create(newOrder(number), () => String(100_000_000_000_000 + number));
      newJournal.apply(intent(number), {
        type: 'slot-free',
        at: startWall,
        monotonic: number + 0.25,
        preExistingMatches: [],
      });
    }
  }, '"monotonic":60.25');

it('a salvage keeps the sequence of runs that are behind a damaged page of the file', () => {
  const journal = salvagedJournal((newJournal) => {
    for (const number of numbers) {
      const act = { kind: 'probe', step: `step ${number} `, facts: null } as const;
      newJournal.saveRun(newRunRow({ intentId: intent(number), systemId, act, profile, at: startWall }));
    }
  }, '"step 60 "');
  const found = [...journal.runs()].map(({ intentId }) => numbers.find((one) => intent(one) === intentId) ?? 0);
  expect(found).not.toContain(60);
  expect(found.length).toBeGreaterThan(100);
  expect(found).toEqual(found.toSorted((one, other) => one - other));
  journal.close();
});

it('a salvage keeps the events of orders that are behind a damaged page of the file', () => {
  const journal = salvagedOrders();
  const last = intent(numbers.length);
  expect(journal.events(last).map(({ type }) => type)).toEqual(['created', 'slot-free']);
  journal.close();
});

it('a salvage that could not read a part locks new risk until the lists were checked', () => {
  const journal = salvagedOrders();
  expect(journal.restoredAt(systemId)).toBe(2);
  journal.markChecked(systemId);
  journal.close();
  const { journal: reopened } = openJournal({ dataDir, now: 3 });
  expect(reopened.restoredAt(systemId)).toBeNull();
  reopened.close();
});
