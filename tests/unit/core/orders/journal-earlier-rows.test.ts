import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { seal } from '#core/files/sealed.ts';
import { migrateCodes, migrateOrder, migrateRun } from '#core/orders/journal/earlier-rows.ts';
import { salvageJournal } from '#core/orders/journal/journal-salvage.ts';
import { openJournal } from '#core/orders/journal/open-journal.ts';
import type { OrderEvent } from '#core/orders/journal/order-event.ts';
import { intent, newOrder, startWall, temporaryFolder } from './order-fixtures.ts';

let dataDir = '';
const path = (): string => join(dataDir, 'journal.db');

beforeEach(() => {
  dataDir = temporaryFolder();
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const at = startWall;
const alarm = "An order believed lost has appeared. The platform holds 2 orders under this order's own id.";
type Transition = Exclude<OrderEvent, { type: 'created' }>;
/** The order has its turn in the send queue. */
const slotFree: Transition = { type: 'slot-free', at, monotonic: 1, preExistingMatches: ['150'] };

/** Writes two orders with the sentences and the member names of journal version 3. */
function writeVersion3(): void {
  const { journal } = openJournal({ dataDir, now: 1 });
  journal.create({ ...newOrder(1), staged: true }, () => '100000000000001');
  journal.create(newOrder(2), () => '100000000000002');
  const serviceIds = { signal: '155', target: null, stop: null, ocaGroup: null, parent: null };
  const events: readonly Transition[] = [
    slotFree,
    { type: 'lost', at, reason: 'the answer does not name this order', answer: [] },
    { type: 'own-id-match', at, serviceIds, mirror: null, alarm, evidence: 'own-id of signal 155 (working)' },
  ];
  for (const event of events) journal.apply(intent(2), event);
  journal.close();
  const database = new DatabaseSync(path());
  for (const { name } of database.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all())
    database.exec(`DROP TRIGGER ${String(name)}`);
  for (const table of ['orders', 'events']) {
    for (const { rowid, body } of database.prepare(`SELECT rowid, body FROM ${table}`).all()) {
      const text = String(body).replace('"preExistingMatches":', '"strangers":');
      const old = seal(JSON.parse(text.replace('{"code":"hold.staged"}', '"it was prepared to be sent later"')));
      database
        .prepare(`UPDATE ${table} SET body = ?, digest = ? WHERE rowid = ?`)
        .run(old.body, old.digest, rowid ?? 0);
    }
  }
  // The columns that version 4 added.
  database.exec('ALTER TABLE acts DROP COLUMN command; ALTER TABLE acts DROP COLUMN target_id;');
  database.exec('PRAGMA user_version = 3');
  database.close();
}

const expected = [
  { rowId: intent(1), state: 'HELD', staged: true, reason: { code: 'hold.staged' }, preExistingMatches: [] },
  {
    rowId: intent(2),
    state: 'LANDED',
    reason: { code: 'lost.other-order' },
    alarm: { code: 'order.alarms', alarms: [{ code: 'alarm.appeared' }, { code: 'alarm.duplicates', count: 2 }] },
    preExistingMatches: ['150'],
  },
];

it('the journal reads sentences of version 3 as codes of the same meaning, and stores codes', () => {
  writeVersion3();
  const { journal, notices } = openJournal({ dataDir, now: 2 });
  expect(notices).toEqual([]);
  expect([...journal.orders()]).toMatchObject(expected);
  expect(journal.events(intent(2))).toContainEqual(slotFree);
  journal.apply(intent(2), { type: 'acknowledged', at });
  journal.close();
  const database = new DatabaseSync(path());
  expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 4 });
  expect(database.prepare("SELECT body FROM orders WHERE body LIKE '%believed lost%'").all()).toEqual([]);
  database.close();
});

it('a salvage restores rows of version 3 from their events', () => {
  writeVersion3();
  const database = new DatabaseSync(path());
  database.exec("UPDATE orders SET digest = 'altered'");
  database.close();
  const folder = temporaryFolder();
  try {
    salvageJournal(path(), join(folder, 'journal.db'));
    const { journal } = openJournal({ dataDir: folder, now: 2 });
    expect([...journal.orders()][1]).toMatchObject(expected[1] ?? {});
    journal.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('renamed message codes are migrated, also within other messages', () => {
  const step = { id: 'a', text: { code: 'exit.kept', covered: '5' }, state: 'done', note: '' };
  const run = { act: { kind: 'exit', steps: [step, { ...step, text: { code: 'exit.held', side: 'long' } }] } };
  expect(migrateCodes(run)).toEqual({
    act: {
      kind: 'exit',
      steps: [
        { ...step, text: { code: 'exit.retained', covered: '5' } },
        { ...step, text: { code: 'exit.position', side: 'long' } },
      ],
    },
  });
  const reason = { code: 'nothing-sent', reason: { code: 'replace.held-back', reason: 'verbatim' } };
  expect(migrateOrder({ reason })).toEqual({
    reason: { code: 'nothing-sent', reason: { code: 'replace.not-sent', reason: 'verbatim' } },
  });
});

it('a close of an earlier version that still has the amount of a partial close is read without it', () => {
  const request = { kind: 'close', systemId: '1', positionId: 'p', price: { kind: 'market' }, duration: 'DAY' };
  const withAmount = { ...request, amount: { percent: 100 } };
  expect(migrateRun({ act: { kind: 'exit', request: withAmount } })).toEqual({ act: { kind: 'exit', request } });
  const partial = { act: { kind: 'exit', request: { ...withAmount, kind: 'scale-out' } } };
  expect(migrateRun(partial)).toEqual(partial);
});
