import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectDurable } from '#core/files/durable-database.ts';
import { ReservedSpace } from '#core/orders/journal/reserved-space.ts';
import { FileJournal } from '#core/orders/journal/file-journal.ts';
import { prepareTables } from '#core/files/durable-tables.ts';
import { journalFile } from '#core/orders/journal/journal-schema.ts';
import { IdConflict } from '#core/orders/journal/journal.ts';
import { JournalError } from '#core/sending/journal-error.ts';
import type { OrderEvent } from '#core/orders/journal/order-event.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { cancel } from './journal-script.ts';
import { intent, newOrder, temporaryFolder } from './order-fixtures.ts';

/** The order has its turn in the send queue. */
const slotFree: Exclude<OrderEvent, { type: 'created' }> = {
  type: 'slot-free',
  at: 1,
  monotonic: 1,
  preExistingMatches: [],
};
const drawId = (): string => '177246180000001';

let dataDir = '';
let database: DatabaseSync;
let journal: FileJournal;
/** Statements and fail points in the order in which they were reached. */
let trace: string[] = [];

beforeEach(() => {
  dataDir = temporaryFolder();
  database = connectDurable(join(dataDir, 'journal.db'));
  prepareTables(database, journalFile);
  const exec = database.exec.bind(database);
  database.exec = (sql) => {
    if (/^(BEGIN|COMMIT|ROLLBACK)/.test(sql)) trace.push(sql.slice(0, 6));
    exec(sql);
  };
  trace = [];
  journal = new FileJournal(
    database,
    new ReservedSpace(join(dataDir, 'journal.ballast')),
    (point) => void trace.push(point),
  );
});
afterEach(() => {
  journal.close();
  rmSync(dataDir, { recursive: true });
});

/** The states of the events that another process would find now, in their sequence. */
const statesOnDisk = (): readonly unknown[] => {
  const other = new DatabaseSync(join(dataDir, 'journal.db'), { readOnly: true });
  try {
    return other
      .prepare('SELECT to_state FROM events ORDER BY seq')
      .all()
      .map((row) => row['to_state']);
  } finally {
    other.close();
  }
};

const fillDatabase = (): void => {
  const pages = Number(database.prepare('PRAGMA page_count').get()?.['page_count']);
  database.exec(`PRAGMA max_page_count = ${pages}`);
};

describe('an order that may be sent at once (ADR 0014)', () => {
  it('is created and becomes SENDING in one commit, durable before the callback `next` returns', () => {
    let seen: readonly unknown[] = [];
    const row = journal.create(newOrder(1), drawId, ({ rowId }) => {
      expect(statesOnDisk()).toEqual([]);
      expect(journal.apply(rowId, slotFree).state).toBe('SENDING');
      seen = statesOnDisk();
    });
    expect(seen).toEqual(['QUEUED', 'SENDING']);
    expect(row.state).toBe('SENDING');
    expect(trace).toEqual([
      'order.created.before',
      'BEGIN ',
      'order.slot-free.before',
      'COMMIT',
      'order.created.written',
      'order.slot-free.written',
    ]);
  });

  it('is QUEUED and durable when `next` sends nothing', () => {
    expect(journal.create(newOrder(1), drawId, () => undefined).state).toBe('QUEUED');
    expect(statesOnDisk()).toEqual(['QUEUED']);
    journal.apply(intent(1), slotFree);
    expect(statesOnDisk()).toEqual(['QUEUED', 'SENDING']);
  });

  it('shares one commit with the cancel of another order', () => {
    journal.create(newOrder(1), drawId, () => journal.saveCancel(cancel));
    expect(trace.filter((one) => one === 'COMMIT')).toHaveLength(1);
    expect([...journal.cancels()]).toHaveLength(1);
    expect(statesOnDisk()).toEqual(['QUEUED']);
  });

  it('does not exist when the one commit fails: its ids are free and the press can be repeated', () => {
    const failures: unknown[] = [];
    let rowInNext: OrderRow | undefined;
    const enter = (): OrderRow =>
      journal.create(newOrder(1), drawId, ({ rowId }) => {
        fillDatabase();
        rowInNext = journal.order(rowId);
        try {
          journal.apply(rowId, {
            ...slotFree,
            preExistingMatches: Array.from({ length: 20_000 }, (_, at) => String(at)),
          });
        } catch (error) {
          failures.push(error);
        }
      });
    expect(enter).toThrow(JournalError);
    expect(rowInNext?.state).toBe('QUEUED');
    expect(failures).toEqual([expect.any(JournalError)]);
    expect(journal.order(intent(1))).toBeUndefined();
    expect(journal.knowsIntent(intent(1))).toBe(false);
    expect(statesOnDisk()).toEqual([]);
    database.exec('PRAGMA max_page_count = 100000');
    expect(journal.retry()).toBe(true);
    expect(journal.create(newOrder(1), drawId).ownId).toBe(drawId());
  });

  it('is not created when its group has the id of a signal', () => {
    journal.create(newOrder(1), drawId);
    const next = (): never => {
      throw new Error('must not be called');
    };
    expect(() => journal.create(newOrder(2, { ocaGroupId: drawId() }), () => '7', next)).toThrow(IdConflict);
    expect(database.isTransaction).toBe(false);
    expect(journal.order(intent(2))).toBeUndefined();
  });

  it('is written even when `next` throws, and the error is not hidden', () => {
    const bug = (): never => {
      throw new Error('a bug');
    };
    expect(() => journal.create(newOrder(1), drawId, bug)).toThrow('a bug');
    expect(statesOnDisk()).toEqual(['QUEUED']);
    expect(journal.order(intent(1))?.state).toBe('QUEUED');
  });
});
