import { join } from 'node:path';
import { readdirSync, truncateSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { restoreJournal } from '#core/orders/journal/restore-journal.ts';
import { DeskRig } from './desk-rig.ts';
import type { RequestOutcome } from './fake-platform.ts';
import { intent, record, systemId, ticket } from './order-fixtures.ts';
import { recordProbe } from './record-probe.ts';

const isFull = process.env['STRATDESK_PROMISES'] === 'full';
let rig: DeskRig | null = null;
afterEach(async () => {
  await rig?.dispose();
  rig = null;
});

const symbols = ['AAPL', 'MSFT', 'TSLA', 'IBM', 'JPM', 'NVDA'] as const;
const outcomes: readonly RequestOutcome[] = [
  { kind: 'ok' },
  { kind: 'lost-before' },
  { kind: 'lost-after' },
  { kind: 'late', ms: 15_000 },
  { kind: 'not-sent' },
  { kind: 'refused', title: 'No' },
  { kind: 'garbage' },
];
const step = fc.oneof(
  fc.record({ do: fc.constant('submit' as const), outcome: fc.constantFrom(...outcomes) }),
  fc.record({ do: fc.constant('stage' as const) }),
  fc.record({ do: fc.constant('send' as const), row: fc.nat(20), outcome: fc.constantFrom(...outcomes) }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(500, 20_000, 130_000) }),
  fc.record({ do: fc.constant('copy' as const) }),
);
const scenario = fc.record({ steps: fc.array(step, { minLength: 4, maxLength: 16 }), copy: fc.nat(20) });
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** The states of rows whose outcome is decided. */
const decidedStates = new Set(['ABANDONED', 'REJECTED', 'ACKED', 'LANDED', 'LANDED_PROBABLE', 'CLOSED_ABSENT']);

class JournalRun {
  readonly rig: DeskRig;
  readonly copies: string[] = [];
  /** The own ids of the orders that were chosen to be sent again with that id. */
  readonly resent: string[] = [];
  #orderCount = 0;

  constructor(deskRig: DeskRig) {
    this.rig = deskRig;
  }

  async take(next: Step): Promise<void> {
    const { rig: deskRig } = this;
    if (next.do === 'wait') await deskRig.clock.advance(next.ms);
    else if (next.do === 'copy') await this.copy();
    else if (next.do === 'send') {
      deskRig.platform.outcomes.push(next.outcome);
      deskRig.desk.confirm(intent(1 + (next.row % Math.max(1, this.#orderCount))), ['same-order', 'equal-working']);
      await deskRig.clock.advance(0);
      deskRig.platform.outcomes.length = 0;
    } else {
      const symbol = symbols[this.#orderCount % symbols.length] ?? 'AAPL';
      const number = ++this.#orderCount;
      const changes = { symbol, quantity: String(number) };
      if (next.do === 'submit') await deskRig.submit(number, changes, next.outcome);
      else deskRig.desk.prepare(intent(number), ticket(changes));
      deskRig.platform.outcomes.length = 0;
    }
  }

  async copy(): Promise<void> {
    const path = join(this.rig.dataDir, `copy-${this.copies.length}`);
    await this.rig.journal.backUp(path);
    this.copies.push(path);
  }

  /** Confirms each row, then tries four choices on it, with all confirmations. */
  async tryToSendEveryRow(): Promise<void> {
    const codes = ['same-order', 'equal-working', 'stale'];
    for (const row of [...this.rig.journal.orders()]) {
      this.rig.desk.confirm(row.rowId, codes);
      for (const choice of ['send-again', 'send-again-same-id', 'keep-waiting', 'check-now'] as const) {
        const outcome = this.rig.desk.decide({ rowId: row.rowId, choice, confirmed: [...codes, 'resend-age'] });
        if (choice === 'send-again-same-id' && outcome.ok) this.resent.push(row.ownId);
      }
      await this.rig.clock.advance(0);
    }
  }
}

it('a journal restored from any copy resends no order unasked; undecided orders are unknown', async () => {
  let restoredCount = 0;
  let undecidedCount = 0;
  let repeatCount = 0;
  await fc.assert(
    fc.asyncProperty(scenario, async ({ steps, copy }) => {
      const run = new JournalRun((rig = new DeskRig()));
      recordProbe(rig.journal);
      await rig.ready();
      await run.take({ do: 'stage' });
      await run.copy();
      for (const one of steps) await run.take(one);
      const chosen = run.copies[copy % run.copies.length] ?? '';
      const before = rig.submittedOwnIds().length;
      rig.restoreFrom(chosen);
      await rig.ready();
      restoredCount += 1;
      for (const row of rig.journal.orders()) {
        const isDecided = decidedStates.has(row.state);
        const isShownAsUnknown = ['UNKNOWN', 'AMBIGUOUS', 'REJECTED_SOFT'].includes(row.state);
        expect(isDecided || isShownAsUnknown, row.state).toBe(true);
        if (!isDecided) undecidedCount += 1;
      }
      expect(rig.desk.orderEntry(systemId)).toMatchObject({ open: false });
      await run.tryToSendEveryRow();
      await rig.clock.advance(60_000);
      await run.tryToSendEveryRow();
      expect(rig.submittedOwnIds()).toHaveLength(before);
      expect(run.resent).toEqual([]);
      await rig.clock.advance(130_000);
      expect(rig.desk.orderEntry(systemId)).toEqual({ open: true });
      await run.tryToSendEveryRow();
      await rig.clock.advance(10_000);
      const sent = rig.submittedOwnIds();
      const repeated = sent.filter((id, at) => sent.indexOf(id) !== at);
      expect(repeated.filter((id) => !run.resent.includes(id))).toEqual([]);
      expect(new Set(repeated).size).toBe(repeated.length);
      const arrived = [...rig.platform.signals.values()].flatMap(({ ownId }) => ownId ?? []);
      expect(new Set(arrived).size).toBe(arrived.length);
      repeatCount += repeated.length;
      await rig.dispose();
      rig = null;
    }),
    { numRuns: isFull ? 2_000 : 60 },
  );
  expect(repeatCount).toBeGreaterThan(0);
  console.log(`restored journals: ${restoredCount}, undecided rows in them: ${undecidedCount}`);
}, 600_000);

it('a staged order that was sent after the copy was made is found, and not offered for sending', async () => {
  const run = new JournalRun((rig = new DeskRig()));
  await rig.ready();
  await run.take({ do: 'stage' });
  await run.copy();
  await run.take({ do: 'send', row: 0, outcome: { kind: 'ok' } });
  expect(rig.submittedOwnIds()).toHaveLength(1);
  rig.restoreFrom(run.copies[0] ?? '');
  await rig.ready();
  expect(rig.row(1)?.journal).toMatchObject({ state: 'LANDED', choices: [] });
  expect(readdirSync(rig.dataDir).some((name) => name.startsWith('journal.db.damaged-'))).toBe(true);
});

it('a restored replacement is unknown if the cancel of the replaced order was not proved', async () => {
  const run = new JournalRun((rig = new DeskRig()));
  const parkedUntil = Date.UTC(2026, 2, 2, 20, 30) / 1000;
  rig.platform.add(record('148220811', { status: 'waiting', statusText: 'working', parkedUntil }));
  await rig.ready();
  const unclear = { kind: 'lost-before' } as const;
  const replaces = { serviceId: '148220811', leaveOcaIntact: true };
  const codes = ['replace-two-steps', 'replace-without-release', 'replace-ends-group', 'same-order', 'links-unknown'];
  rig.platform.outcomes.push(unclear, unclear, unclear);
  const price = { kind: 'limit' as const, limit: '151.00' };
  expect(rig.desk.submit(intent(1), ticket({ price, replaces }), [...codes, 'stale']).ok).toBe(true);
  await rig.clock.advance(20_000);
  expect(rig.journal.order(intent(1))).toMatchObject({ state: 'HELD', cancelFirst: { proof: null } });
  await run.copy();
  rig.restoreFrom(run.copies[0] ?? '');
  expect(rig.state(intent(1))).toBe('UNKNOWN');
  recordProbe(rig.journal);
  await rig.ready();
  await rig.clock.advance(200_000);
  const choices = ['check-now', 'keep-waiting', 'check-by-cancelling', 'new-order', 'acknowledge'];
  expect(rig.row(1)?.journal).toMatchObject({ state: 'PROBABLY_ABSENT', choices });
  expect(rig.submittedOwnIds()).toEqual([]);
});

it('a restored replacement is never matched with the equal order that it replaces', async () => {
  const run = new JournalRun((rig = new DeskRig()));
  rig.platform.add(record('148220811'));
  await rig.ready();
  rig.desk.prepare(intent(1), ticket({ replaces: { serviceId: '148220811', leaveOcaIntact: true } }));
  await run.copy();
  rig.restoreFrom(run.copies[0] ?? '');
  await rig.ready();
  await rig.clock.advance(200_000);
  expect(rig.state(intent(1))).toBe('PROBABLY_ABSENT');
});

it('a copy without rows is restored with its connections; one that cannot be read is refused', async () => {
  const run = new JournalRun((rig = new DeskRig()));
  rig.journal.recordPlace('https://example.com', 'first');
  await run.copy();
  const [copy = ''] = run.copies;
  rig.restoreFrom(copy);
  expect([...rig.journal.recordPlace('https://example.com', 'second')].sort()).toEqual(['first', 'second']);
  expect([...rig.journal.orders()]).toEqual([]);
  const { dataDir } = rig;
  const altered = new DatabaseSync(copy);
  altered.exec("UPDATE connections SET digest = 'altered'");
  altered.close();
  expect(() => restoreJournal(dataDir, copy, 1)).toThrow('no order could be read from the copy');
  truncateSync(copy, 5_000);
  expect(() => restoreJournal(dataDir, copy, 1)).toThrow('malformed');
  rig.restart();
  expect([...rig.journal.recordPlace('https://example.com', 'third')].sort()).toEqual(['first', 'second', 'third']);
});

/** Stages an order, and restores the journal from a copy that has it. */
async function restoreCopy(): Promise<DeskRig> {
  const run = new JournalRun((rig = new DeskRig()));
  await rig.ready();
  await run.take({ do: 'stage' });
  await run.copy();
  rig.restoreFrom(run.copies[0] ?? '');
  return rig;
}

it('a restore locks new orders until lists are read two minutes after the start or later', async () => {
  rig = await restoreCopy();
  await rig.ready();
  const locked = { open: false, reason: { code: 'entry.journal-restored' } };
  await rig.clock.advance(119_000);
  expect(rig.desk.orderEntry(systemId)).toEqual(locked);
  rig.restart();
  await rig.ready();
  await rig.clock.advance(110_000);
  expect(rig.desk.orderEntry(systemId)).toEqual(locked);
  rig.platform.readsFail = true;
  await rig.clock.advance(30_000);
  expect(rig.desk.orderEntry(systemId)).toEqual(locked);
  rig.platform.readsFail = false;
  await rig.clock.advance(120_000);
  expect(rig.desk.orderEntry(systemId)).toEqual({ open: true });
  rig.restart();
  await rig.ready();
  expect(rig.desk.orderEntry(systemId)).toEqual({ open: true });
});

it('a restore locks new orders for four minutes, not for good, if a listed record cannot be read', async () => {
  rig = await restoreCopy();
  rig.platform.add(record('500', { symbol: 'KO' }));
  rig.platform.unreadable.set('500', {
    ...{ systemId, serviceId: '500', ownId: null, symbol: 'KO', action: null, postedAt: null },
    ...{ contradicts: false, problem: 'signal: quant', raw: '{}' },
  });
  await rig.ready();
  await rig.clock.advance(200_000);
  expect(rig.desk.orderEntry(systemId)).toEqual({ open: false, reason: { code: 'entry.journal-restored' } });
  await rig.clock.advance(60_000);
  expect(rig.desk.orderEntry(systemId)).toEqual({ open: true });
});

it('a restore locks new orders while the disk is full, because the lists that were read are not stored', async () => {
  rig = await restoreCopy();
  await rig.ready();
  rig.platform.storesReads = false;
  await rig.clock.advance(300_000);
  expect(rig.desk.orderEntry(systemId)).toEqual({ open: false, reason: { code: 'entry.journal-restored' } });
  rig.platform.storesReads = true;
  await rig.clock.advance(30_000);
  expect(rig.desk.orderEntry(systemId)).toEqual({ open: true });
});
