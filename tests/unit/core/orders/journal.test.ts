import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ReservedSpace } from '#core/orders/journal/reserved-space.ts';
import type { CancelRow } from '#core/orders/journal/cancel-row.ts';
import { FileJournal } from '#core/orders/journal/file-journal.ts';
import { connectDurable } from '#core/files/durable-database.ts';
import { prepareTables } from '#core/files/durable-tables.ts';
import { journalFile } from '#core/orders/journal/journal-schema.ts';
import { IdConflict, type Journal } from '#core/orders/journal/journal.ts';
import { JournalError } from '#core/sending/journal-error.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { reduce } from '#core/orders/journal/lifecycle.ts';
import { isOpenOrder } from '#core/orders/journal/row-states.ts';
import { openOrders } from '#core/orders/entry/open-orders.ts';
import { isOwn } from '#core/owner.ts';
import { openJournal } from '#core/orders/journal/open-journal.ts';
import { drawOwnId } from '#core/orders/entry/own-id.ts';
import { writeAll, histories } from './journal-script.ts';
import { intent, newOrder, startWall, systemId, temporaryFolder } from './order-fixtures.ts';

let dataDir = '';
const path = (): string => join(dataDir, 'journal.db');
const open = () => openJournal({ dataDir, now: 1 });
const fillJournal = (): void => {
  const { journal } = open();
  writeAll(journal);
  journal.close();
};

beforeEach(() => {
  dataDir = temporaryFolder();
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const cancel: CancelRow = {
  cancelId: `${intent(90)}#0`,
  intentId: intent(90),
  profileId: 'practice',
  mode: 'PRACTICE',
  systemId,
  signalId: '155',
  rowId: 's155',
  covers: [],
  state: 'QUEUED',
  version: 1,
  attempts: 0,
  createdAt: startWall,
  sentAt: null,
  changedAt: startWall,
  answer: [],
};

describe('the journal file', () => {
  it('uses WAL and synchronous=FULL', () => {
    const database = connectDurable(path());
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
    database.close();
  });

  it('has the same rows and ids after a restart', () => {
    const first = open().journal;
    writeAll(first);
    first.saveCancel(cancel);
    first.saveCancel({ ...cancel, state: 'CANCELED', version: 2 });
    const rows = [...first.orders()];
    first.close();
    const { journal, notices } = open();
    expect(notices).toEqual([]);
    expect([...journal.orders()]).toEqual(rows);
    expect([...journal.cancels()]).toEqual([{ ...cancel, state: 'CANCELED', version: 2 }]);
    expect(journal.knowsIntent(intent(0))).toBe(true);
    expect(journal.knowsIntent(intent(90))).toBe(true);
    expect(journal.knowsIntent(intent(95))).toBe(false);
    expect([...journal.acts()]).toEqual([...first.acts()]);
    journal.close();
  });

  it('finds its open orders, before and after a restart', () => {
    const expectOpen = (journal: Journal): void => {
      const openIds = [...journal.openOrders()].map(({ rowId }) => rowId).toSorted();
      const searched = [...journal.orders()].filter(isOpenOrder).map(({ rowId }) => rowId);
      expect(openIds).toEqual(searched.toSorted());
      expect(openIds.length).toBeGreaterThan(0);
      expect(openIds.length).toBeLessThan([...journal.orders()].length);
    };
    const { journal } = open();
    writeAll(journal);
    expectOpen(journal);
    journal.close();
    expectOpen(open().journal);
  });

  it('draws another own id if the first is used, even by a group, and never reuses an id (order-safety J2)', () => {
    const { journal } = open();
    const ids = ['177246180000001', '177246180000001', '177246180000001', '177246180000002', '177246180000008'];
    const draw = () => ids.shift() ?? '0';
    expect(journal.create(newOrder(1), draw).ownId).toBe('177246180000001');
    expect(journal.create(newOrder(2, { ocaGroupId: '177246180000009' }), draw).ownId).toBe('177246180000002');
    expect(journal.reserveGroup(systemId, draw)).toBe('177246180000008');
    ids.push('177246180000008', '177246180000003');
    expect(journal.create(newOrder(3, { ocaGroupId: '177246180000009' }), draw).ownId).toBe('177246180000003');
    expect(() => journal.create(newOrder(4, { ocaGroupId: '177246180000001' }), draw)).toThrow(IdConflict);
    expect(journal.order(intent(4))).toBeUndefined();
    expect(journal.problem()).toBeNull();
    journal.close();
  });

  it('refuses to delete rows, events and ids', () => {
    fillJournal();
    const database = new DatabaseSync(path());
    for (const table of ['orders', 'events', 'ids'])
      expect(() => database.exec(`DELETE FROM ${table}`)).toThrow('never');
    expect(() => database.exec(`UPDATE events SET body = ''`)).toThrow('never changed');
    database.close();
  });

  it('locks new orders while it cannot write, and writes again when it can (order-safety P10)', () => {
    const database = connectDurable(path());
    prepareTables(database, journalFile);
    const reservedSpace = new ReservedSpace(join(dataDir, 'journal.ballast'));
    const journal = new FileJournal(database, reservedSpace, () => undefined);
    journal.create(newOrder(1), () => '177246180000001');
    const pages = Number(database.prepare('PRAGMA page_count').get()?.['page_count']);
    database.exec(`PRAGMA max_page_count = ${pages}`);
    let number = 1;
    const fill = (): void => {
      for (;;) journal.create(newOrder(++number), () => `17724618${String(number).padStart(7, '0')}`);
    };
    expect(fill).toThrow(JournalError);
    expect(journal.problem()).toEqual({ code: 'journal.no-room' });
    expect(() => journal.create(newOrder(900), () => '1')).toThrow(JournalError);
    expect(journal.order(intent(number))).toBeUndefined();
    // A cancel is saved nevertheless.
    journal.saveCancel(cancel);
    expect([...journal.cancels()]).toHaveLength(1);
    database.exec('PRAGMA max_page_count = 100000');
    expect(journal.retry()).toBe(true);
    expect(journal.create(newOrder(901), () => '177246180000999').state).toBe('QUEUED');
    journal.close();
  });

  it('reserves space that a file system cannot compress', () => {
    const reservedFile = join(dataDir, 'journal.ballast');
    expect(new ReservedSpace(reservedFile).reserve()).toBe(true);
    const content = readFileSync(reservedFile);
    expect(deflateRawSync(content).length).toBeGreaterThan(content.length * 0.99);
  });

  it('deletes the reserved space on a full disk so that evidence can be written', () => {
    const database = connectDurable(path());
    prepareTables(database, journalFile);
    const reservedFile = join(dataDir, 'journal.ballast');
    // Simulates a disk that has space again once the reserved space is deleted.
    const reservedSpace = new (class extends ReservedSpace {
      override release(): void {
        super.release();
        database.exec('PRAGMA max_page_count = 100000');
      }
    })(reservedFile);
    const journal = new FileJournal(database, reservedSpace, () => undefined);
    journal.create(newOrder(1), () => '177246180000001');
    journal.apply(intent(1), { type: 'slot-free', at: 1, monotonic: 1, preExistingMatches: [] });
    const pages = Number(database.prepare('PRAGMA page_count').get()?.['page_count']);
    database.exec(`PRAGMA max_page_count = ${pages}`);
    const answer = ['x'.repeat(20_000)];
    expect(journal.apply(intent(1), { type: 'lost', at: 2, reason: 'no answer', answer }).state).toBe('UNKNOWN');
    expect(existsSync(reservedFile)).toBe(false);
    expect(journal.problem()).not.toBeNull();
    expect(journal.retry()).toBe(true);
    expect(existsSync(reservedFile)).toBe(true);
    journal.close();
  });
});

describe('the connections of a journal', () => {
  /** A place: the address and the platform of a connection. */
  const worldPlace = 'https://api.example.com world';

  it('have the orders of their address and platform, under any connection id', () => {
    const { journal } = open();
    journal.recordPlace(worldPlace, 'practice');
    writeAll(journal);
    const [row] = journal.orders();
    journal.close();
    const reopened = open().journal;
    const isOwnedBy = (place: string, id: string): boolean =>
      isOwn({ id, mode: 'PRACTICE', formerIds: reopened.recordPlace(place, id) }, row!);
    expect(isOwnedBy(worldPlace, 'added-again')).toBe(true);
    expect(isOwnedBy('https://other.example.com world', 'elsewhere')).toBe(false);
    expect(isOwnedBy('https://api.example.com 7', 'other-platform')).toBe(false);
    reopened.close();
  });

  it('are salvaged with its orders', () => {
    const { journal } = open();
    journal.recordPlace(worldPlace, 'practice');
    writeAll(journal);
    journal.close();
    const database = new DatabaseSync(path());
    database.exec("UPDATE orders SET digest = 'altered' WHERE rowid = 1");
    database.close();
    const salvaged = open();
    expect(salvaged.notices).toHaveLength(1);
    expect(salvaged.journal.recordPlace(worldPlace, 'new')).toEqual(new Set(['practice', 'new']));
    salvaged.journal.close();
  });

  it('list their open orders until these have ended', () => {
    const { journal } = open();
    const row = journal.create(newOrder(70), () => '155000000000001');
    const owner = { id: row.profileId, mode: row.mode };
    expect(openOrders(journal, owner)).toEqual([expect.objectContaining({ code: 'open-orders.order' })]);
    expect(openOrders(journal, { ...owner, id: 'other' })).toEqual([]);
    journal.apply(row.rowId, { type: 'slot-free', at: startWall, monotonic: 0, preExistingMatches: [] });
    journal.apply(row.rowId, { type: 'lost', at: startWall, reason: 'no answer', answer: [] });
    expect(openOrders(journal, owner)).toHaveLength(1);
    journal.apply(row.rowId, {
      type: 'own-id-match',
      at: startWall,
      serviceIds: { signal: '155', target: null, stop: null, ocaGroup: null, parent: null },
      mirror: { status: 'traded', tradedPrice: null, at: 1 },
      alarm: null,
      evidence: { rule: 'own-id', serviceId: '155', status: 'traded' },
    });
    expect(openOrders(journal, owner)).toEqual([]);
    journal.close();
  });
});

describe('a journal file that was changed or damaged', () => {
  it('is repaired if the altered row is a replacement whose cancel was not proved', () => {
    const { journal } = open();
    const { rowId } = journal.create(newOrder(70), () => '155000000000001');
    const at = startWall;
    journal.apply(rowId, { type: 'held', at, reason: { code: 'hold.staged' } });
    journal.apply(rowId, { type: 'cancel-first-asked', at, names: ['155'], isStop: false, codes: [] });
    journal.close();
    const database = new DatabaseSync(path());
    database.exec("UPDATE orders SET digest = 'altered'");
    database.close();
    const salvaged = open();
    expect(salvaged.journal.problem()).toBeNull();
    expect(salvaged.journal.order(rowId)?.state).toBe('SENDING');
    salvaged.journal.close();
  });

  it('is not touched and locks new orders if it belongs to another program', () => {
    const database = new DatabaseSync(path());
    database.exec('CREATE TABLE notes (text)');
    database.close();
    const before = readFileSync(path());
    const { journal, notices } = open();
    expect(journal.problem()).toMatchObject({ code: 'journal.unusable', reason: { code: 'fault.foreign' } });
    expect(notices[0]?.level).toBe('danger');
    expect(readFileSync(path())).toEqual(before);
  });

  it('is migrated if it is of version 1, and keeps its orders', () => {
    const { journal: first } = openJournal({ dataDir, now: 1 });
    writeAll(first);
    first.close();
    const database = new DatabaseSync(join(dataDir, 'journal.db'));
    database.exec('DROP TABLE acts; DROP TABLE connections; PRAGMA user_version = 1');
    database.close();
    const { journal, notices } = openJournal({ dataDir, now: 2 });
    expect(notices).toEqual([]);
    expect([...journal.orders()]).toHaveLength(histories.length);
    expect([...journal.acts()]).toEqual([]);
    const [act] = first.acts();
    journal.saveAct(act!);
    journal.close();
    expect([...openJournal({ dataDir, now: 3 }).journal.acts()]).toEqual([act]);
  });

  it('is migrated if it is of version 2', () => {
    fillJournal();
    const database = new DatabaseSync(path());
    database.exec(
      'DROP TABLE connections; ALTER TABLE acts DROP COLUMN command; ALTER TABLE acts DROP COLUMN target_id; PRAGMA user_version = 2',
    );
    database.close();
    const { journal, notices } = open();
    expect(notices).toEqual([]);
    expect([...journal.orders()]).toHaveLength(histories.length);
    expect(journal.recordPlace('https://a world', 'first')).toEqual(new Set(['first']));
    journal.close();
  });

  it('is not touched and locks new orders if a later version wrote it', () => {
    fillJournal();
    const database = new DatabaseSync(path());
    database.exec('PRAGMA user_version = 99');
    database.close();
    const { journal } = open();
    expect(journal.problem()).toMatchObject({ code: 'journal.unusable', reason: { code: 'fault.newer' } });
    expect(() => journal.create(newOrder(50), () => '1')).toThrow(JournalError);
  });

  it('is not touched and locks new orders if it is no database', () => {
    writeFileSync(path(), 'not a database at all, but somebody may want it back'.repeat(100));
    const { journal } = open();
    expect(journal.problem()).toMatchObject({ code: 'journal.unusable', reason: { code: 'fault.no-database' } });
    expect(readFileSync(path(), 'utf8')).toContain('somebody may want it back');
  });

  it('is not touched and locks new orders if it cannot be moved away', () => {
    fillJournal();
    const database = new DatabaseSync(path());
    database.exec(`UPDATE orders SET digest = 'altered' WHERE row_id = '${intent(4)}'`);
    database.close();
    // A folder at the target path simulates a file that another program has open on Windows.
    mkdirSync(`${path()}.damaged-1`);
    const before = readFileSync(path());
    const { journal, fault } = open();
    expect(fault).toMatchObject({ code: 'fault.not-copied' });
    expect(journal.problem()).toMatchObject({ code: 'journal.unusable' });
    expect(readFileSync(path()).equals(before)).toBe(true);
    expect(readdirSync(dataDir).filter((name) => name.includes('salvage'))).toEqual([]);
  });

  it('is reported if it is missing', () => {
    fillJournal();
    for (const end of ['', '-wal', '-shm']) rmSync(path() + end, { force: true });
    const { journal, notices } = open();
    expect(notices[0]?.title).toEqual({ code: 'journal.missing-title' });
    journal.close();
  });

  it('is kept with a notice if a row was altered, and the row is rebuilt from its events', () => {
    fillJournal();
    const database = new DatabaseSync(path());
    const body = `replace(body, '"symbol":"AAPL"', '"symbol":"APPL"')`;
    database.exec(`UPDATE orders SET body = ${body} WHERE row_id = '${intent(4)}'`);
    database.close();
    const { journal, notices } = open();
    expect(journal.problem()).toBeNull();
    expect(notices[0]?.title).toEqual({ code: 'journal.repaired-title' });
    expect(journal.order(intent(4))).toMatchObject({ state: 'LANDED', ticket: { symbol: 'AAPL' } });
    expect([...journal.orders()]).toHaveLength(histories.length);
    expect(readdirSync(dataDir).some((name) => name.startsWith('journal.db.damaged-1'))).toBe(true);
    // Ids remain used.
    const usedId = journal.order(intent(4))?.ownId ?? '';
    const draws = [usedId, '177246180000999'];
    expect(journal.create(newOrder(60), () => draws.shift() ?? '').ownId).toBe('177246180000999');
    journal.close();
  });

  it('is not emptied if the program was killed before the repaired file was in its place', () => {
    fillJournal();
    const database = new DatabaseSync(path());
    database.exec(`UPDATE orders SET digest = 'x' WHERE row_id = '${intent(4)}'`);
    database.close();
    renameSync(path(), `${path()}.damaged-5`);
    // The incomplete copy is not trusted.
    writeFileSync(`${path()}.salvage-5`, 'half a journal');
    writeFileSync(`${path()}.salvage-5-wal`, 'and its log');
    const { journal, notices } = open();
    expect(notices.map(({ title }) => title)).toEqual([{ code: 'journal.repaired-title' }]);
    expect([...journal.orders()]).toHaveLength(histories.length);
    expect(readdirSync(dataDir).filter((name) => name.includes('salvage'))).toEqual([]);
    journal.close();
  });

  it('sets an order without its last events to SENDING, so that the order is not sent again', () => {
    fillJournal();
    const database = new DatabaseSync(path());
    database.exec('DROP TRIGGER events_keep');
    database.exec(`UPDATE orders SET digest = 'x' WHERE row_id = '${intent(4)}'`);
    const sent = `body LIKE '%"slot-free"%'`;
    database.exec(`UPDATE events SET row_id = 'altered' WHERE row_id = '${intent(4)}' AND ${sent}`);
    database.close();
    const { journal } = open();
    expect(journal.problem()).toBeNull();
    expect(journal.order(intent(4))).toMatchObject({ state: 'SENDING', attempts: 1 });
    const folded = journal.events(intent(4)).reduce<OrderRow | null>(reduce, null);
    expect(folded).toEqual(journal.order(intent(4)));
    journal.close();
  });

  it('is repaired if the key of a row was altered', () => {
    fillJournal();
    const database = new DatabaseSync(path());
    database.exec(`PRAGMA foreign_keys = OFF; UPDATE orders SET row_id = 'altered' WHERE row_id = '${intent(4)}'`);
    database.close();
    const { journal, notices } = open();
    expect(notices[0]?.title).toEqual({ code: 'journal.repaired-title' });
    expect(journal.order(intent(4))).toMatchObject({ state: 'LANDED' });
    expect([...journal.orders()]).toHaveLength(histories.length);
    journal.close();
  });

  it('is never silently emptied, for any change of its bytes', { timeout: 60_000 }, () => {
    fillJournal();
    const whole = readFileSync(path());
    const outcomes = { opened: 0, salvaged: 0, refused: 0 };
    const mutation = fc.record({
      cut: fc.option(fc.nat(whole.length - 1), { freq: 5 }),
      bytes: fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 30 }),
    });
    fc.assert(
      fc.property(mutation, ({ cut, bytes }) => {
        const dir = mkdtempSync(join(dataDir, 'mutant-'));
        const file = join(dir, 'journal.db');
        const mutant = Buffer.from(whole);
        for (const [at, value] of bytes) mutant[at] = value;
        writeFileSync(file, mutant);
        if (cut !== null) truncateSync(file, Math.max(1, cut));
        const before = readFileSync(file);
        const { journal, notices } = openJournal({ dataDir: dir, now: 7 });
        const rows = [...journal.orders()];
        if (journal.problem() !== null) {
          outcomes.refused += 1;
          expect(readFileSync(file).equals(before)).toBe(true);
          expect(notices).not.toEqual([]);
        } else if (notices.length === 0) {
          outcomes.opened += 1;
          expect(rows).toHaveLength(histories.length);
        } else {
          outcomes.salvaged += 1;
          expect(rows.length).toBeGreaterThan(0);
          expect(readdirSync(dir).some((name) => name.startsWith('journal.db.damaged-7'))).toBe(true);
        }
        journal.close();
        rmSync(dir, { recursive: true });
      }),
      { numRuns: 80 },
    );
    expect(Math.min(...Object.values(outcomes))).toBeGreaterThan(0);
  });
});

describe('own ids (order-safety 4)', () => {
  it('have fifteen digits, far from service ids and below 2^53, at any time of the clock', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e13, max: 1e14 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (now, fraction) => {
          const id = drawOwnId(now, () => fraction);
          expect(id).toMatch(/^[1-9][0-9]{14}$/);
          expect(Number.isSafeInteger(Number(id))).toBe(true);
        },
      ),
    );
    expect(drawOwnId(startWall, () => 0.00042)).toBe('177246180000042');
  });
});
