// Order-safety P20: practice and the platform never mix. Two services have the same strategies: one
// is the practice service of this computer, and one takes the place of the platform. The program
// switches between them while an order is in flight.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Ticket } from '#contract/model/ticket.ts';
import { plainTicket } from '#core/orders/plain-ticket.ts';
import { startPractice } from '#practice/service.ts';
import { CoreOnPractice } from '#tests/fixtures/core-on-practice.ts';
import { testWorldOptions } from '#tests/fixtures/test-world.ts';
import { printSafetyFigure } from '#tests/fixtures/safety-figure.ts';
import { confirmedWarnings } from './confirmed-warnings.ts';

type Logged = { readonly url: string; readonly body: string };
type Service = { readonly mode: 'PRACTICE' | 'LIVE'; readonly requests: () => Promise<readonly Logged[]> };

let program: CoreOnPractice;
let platform: Awaited<ReturnType<typeof startPractice>>;
let folder: string;
let systemId: string;
beforeEach(async () => {
  program = await CoreOnPractice.start();
  folder = mkdtempSync(join(tmpdir(), 'the-platform-'));
  platform = await startPractice({ dataDir: folder, port: 0, ...testWorldOptions });
  systemId = program.practice.world.systemids[0] ?? '';
});
afterEach(async () => {
  await program.dispose();
  await platform.close();
  rmSync(folder, { recursive: true, force: true });
});

const serviceAt = (mode: Service['mode'], ready: typeof platform.ready): Service => ({
  mode,
  requests: async () => {
    const headers = { authorization: `Bearer ${ready.control.token}` };
    const answer = await fetch(`${ready.baseUrl}/practice/requests`, { headers });
    return ((await answer.json()) as { requests: Logged[] }).requests;
  },
});

const ticket = (quantity: number): Ticket => ({
  systemId,
  action: 'BTO',
  quantity: String(quantity),
  symbol: 'KO',
  instrument: 'stock',
  price: { kind: 'limit', limit: '1' },
  duration: 'GTC',
  ...plainTicket,
});

async function untilOrderEntryIsOpen(): Promise<void> {
  // The size of an order is compared with the account, which is read first.
  const watch = () => program.call('sync.watch', { systemId, datasets: ['signalsWorking', 'margin'] });
  await watch();
  await program.until('strategy.changed', { systemId }, ({ margin }) => margin.readAt !== null);
  await program.until('status.changed', {}, ({ orderEntry }) => orderEntry.open);
  await watch();
}

let pressCount = 0;
/**
 * Enters one order and waits until it is working. Then enters a second one, which is in flight when
 * the program switches to the other service.
 */
async function enterOrders(): Promise<void> {
  await untilOrderEntryIsOpen();
  const press = () =>
    program.outcome('orders.submit', {
      intentId: crypto.randomUUID(),
      ticket: ticket(++pressCount),
      confirmed: [...confirmedWarnings],
    });
  const outcome = await press();
  if (!outcome.ok) throw new Error(outcome.failure.code);
  const { rowId } = outcome.value as { rowId: string };
  await program.until('strategy.changed', { systemId }, async () => {
    const { signals } = await program.call('signals.list', { systemId, text: '', scope: 'live' });
    return signals.some((signal) => signal.rowId === rowId && signal.state === 'working');
  });
  await press();
}

/** The modes and the own signal ids of the rows of a journal. */
function journalOf(name: 'orders-practice' | 'orders-live'): { modes: string[]; ownIds: Set<string> } {
  const database = new DatabaseSync(join(program.dataDir, name, 'journal.db'), { readOnly: true });
  const rows = database.prepare('SELECT mode, own_id FROM orders').all();
  database.close();
  const texts = rows.map((row) => [String(row['mode']), String(row['own_id'])] as const);
  return { modes: [...new Set(texts.map(([mode]) => mode))], ownIds: new Set(texts.map(([, ownId]) => ownId)) };
}

test('no request reaches the host of the other mode, and every row has its mode (P20)', async () => {
  const { id } = await program.call('profiles.save', {
    id: null,
    name: 'The platform',
    kind: 'world',
    baseUrl: platform.ready.baseUrl,
    altBaseUrl: null,
    platformId: null,
    paceMs: 1_000,
    key: platform.ready.world.apikey,
  });
  const practice = serviceAt('PRACTICE', program.practice);
  const live = serviceAt('LIVE', platform.ready);
  let misdirectedCount = 0;
  let switchCount = 0;
  const enterOrdersAndCountMisdirected = async (other: Service): Promise<void> => {
    const before = (await other.requests()).length;
    await enterOrders();
    misdirectedCount += (await other.requests()).length - before;
  };
  // The program starts on practice. At each switch, the last order of the mode that the program
  // leaves is in flight.
  await enterOrdersAndCountMisdirected(live);
  for (const [profileId, other] of [
    [id, practice],
    ['practice', live],
    [id, practice],
    ['practice', live],
  ] as const) {
    if (program.sessions.current().profile.id !== profileId) switchCount += 1;
    await program.call('profiles.select', { profileId });
    await enterOrdersAndCountMisdirected(other);
  }
  await program.stopCore();

  const journals = { PRACTICE: journalOf('orders-practice'), LIVE: journalOf('orders-live') };
  let receivedCount = 0;
  let foreignCount = 0;
  for (const service of [practice, live]) {
    const { ownIds } = journals[service.mode];
    const submits = (await service.requests()).filter(({ url }) => url.endsWith('/submitSignal'));
    const ids = submits.map(({ body }) => /"signalid":"(\d+)"/.exec(body)?.[1] ?? '');
    receivedCount += ids.length;
    foreignCount += ids.filter((ownId) => !ownIds.has(ownId)).length;
  }
  printSafetyFigure(
    'P20',
    `requests to the host of the other mode, in ${switchCount} changes of mode with an order in flight`,
    misdirectedCount,
  );
  printSafetyFigure(
    'P20',
    `orders received by a service and missing in the journal of its mode, of ${receivedCount}`,
    foreignCount,
  );
  expect({ misdirectedCount, foreignCount, switchCount }).toEqual({
    misdirectedCount: 0,
    foreignCount: 0,
    switchCount: 4,
  });
  expect(receivedCount).toBeGreaterThanOrEqual(switchCount + 1);
  expect(journals.PRACTICE.modes).toEqual(['PRACTICE']);
  expect(journals.LIVE.modes).toEqual(['LIVE']);
  expect(readFileSync(join(program.dataDir, 'orders-live', 'journal.db')).includes(platform.ready.world.apikey)).toBe(
    false,
  );
});
