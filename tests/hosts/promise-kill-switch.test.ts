// P22: after the press nothing that changes anything leaves but cancels, within 100 ms, by whatever way it was entered.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Ticket } from '#contract/model/ticket.ts';
import { plainTicket } from '#core/orders/plain-ticket.ts';
import { CoreOnPractice } from '#tests/fixtures/core-on-practice.ts';
import { promiseFigure } from '#tests/fixtures/promise-figure.ts';
import { seededRandom } from '#tests/unit/core/orders/order-fixtures.ts';

const presses = 10;
const burst = 12;

let both: CoreOnPractice;
let systemId: string;
beforeEach(async () => {
  both = await CoreOnPractice.start();
  systemId = both.practice.world.systemids[0] ?? '';
  const look = () => both.call('sync.watch', { systemId, datasets: ['signalsWorking', 'tradesOpen'] });
  await look();
  await both.until('status.changed', {}, ({ orderEntry }) => orderEntry.open);
  await look();
  const { caps } = await both.call('risk.get', {});
  const none = { count: null, quantity: null, value: null };
  await both.call('risk.set', { caps: { ...caps, perMinute: none, perDay: none } });
});
afterEach(() => both.dispose());

let entered = 0;
const ticket = (): Ticket => ({
  systemId,
  action: 'BTO',
  quantity: String(++entered),
  symbol: 'KO',
  instrument: 'stock',
  price: { kind: 'limit', limit: '1' },
  duration: 'GTC',
  ...plainTicket,
});
const submit = () => both.outcome('orders.submit', { intentId: crypto.randomUUID(), ticket: ticket(), confirmed: [] });

/** Everything that changes something but a cancel; `at` is on the clock of `performance.now()`, headers in. */
async function changing(): Promise<{ at: number; name: string }[]> {
  const { requests } = (await both.control('GET', 'requests')) as { requests: { url: string; at: number }[] };
  return requests
    .map(({ url, at }) => ({ at, name: new URL(url, 'http://x').pathname.split('/').at(-1) ?? '' }))
    .filter(({ name }) => /^(submit|set|start|stop|change|create|subscribe|add|remove)/.test(name));
}

/** When each order of the journal began to leave, wall clock milliseconds. */
function departures(): number[] {
  const database = new DatabaseSync(join(both.dataDir, 'orders-practice', 'journal.db'), { readOnly: true });
  const rows = database.prepare(`SELECT json_extract(body, '$.sentAt') AS at FROM orders`).all();
  database.close();
  return rows.map((row) => row['at']).filter((at) => typeof at === 'number');
}

/** Every way in by which something can be made to leave; each answers whether it was refused. */
async function refusedWays(held: string): Promise<boolean[]> {
  const intentId = () => crypto.randomUUID();
  const prepared = intentId();
  await both.call('orders.prepare', { intentId: prepared, ticket: ticket() });
  const plan = await both.outcome('orders.plan-exit', { request: { kind: 'flatten', systemId } });
  const planId = plan.ok ? (plan.value as { planId: string }).planId : '';
  const outcomes = await Promise.all([
    submit(),
    both.outcome('orders.confirm', { rowId: prepared, confirmed: [] }),
    both.outcome('orders.decide', { rowId: held, choice: 'send-again' }),
    both.outcome('desired.set', { intentId: intentId(), systemId, target: { kind: 'flat' } }),
    both.outcome('orders.execute-exit', { intentId: intentId(), planId, confirmed: [] }),
    both.outcome('orders.probe', {
      intentId: intentId(),
      systemId,
      symbol: 'KO',
      instrument: 'stock',
      limit: '1',
      consent: true,
    }),
    both.outcome('desk.arm', { systemId }),
  ]);
  return outcomes.map(({ ok }) => !ok);
}

test('what is under way stops within 100 ms, every way in is refused, and a cancel leaves (P22)', async () => {
  const random = seededRandom(22);
  let left = 0;
  let latest = 0;
  let stopped = 0;
  let late = 0;
  let arrived = 0;
  let refused = 0;
  let tried = 0;
  for (let press = 0; press < presses; press++) {
    const orders = Array.from({ length: burst }, submit);
    const before = (await changing()).length;
    while ((await changing()).length === before) await new Promise((resolve) => setTimeout(resolve, 2));
    await new Promise((resolve) => setTimeout(resolve, random.fraction() * 20));
    const [pressedAt, wall] = [performance.now(), Date.now()];
    const kill = both.call('risk.kill', { reason: 'drill' });
    await Promise.all([kill, ...orders]);
    const { signals } = await both.call('signals.list', { systemId, text: '', scope: 'all' });
    const held = signals.filter(({ state }) => state === 'held').map(({ rowId }) => rowId);
    stopped = Math.max(stopped, held.length);
    const ways = await refusedWays(held[0] ?? '');
    tried += ways.length;
    refused += ways.filter(Boolean).length;
    const working = signals.find(({ state }) => state === 'working');
    if (working) await both.call('orders.cancel', { intentId: crypto.randomUUID(), systemId, rowIds: [working.rowId] });
    const after = (await changing()).filter(({ at }) => at > pressedAt);
    latest = Math.max(latest, ...after.map(({ at }) => at - pressedAt));
    arrived += after.length;
    const begun = departures().map((at) => at - wall);
    left = Math.max(left, ...begun);
    late += begun.filter((ms) => ms > 100).length;
    await both.call('risk.release', {});
  }
  promiseFigure('P22', `orders that began to leave more than 100 ms after ${presses} presses amid ${burst} each`, late);
  promiseFigure('P22', 'latest beginning after its press, ms', left);
  promiseFigure(
    'P22',
    'arrivals after a press, all begun before it',
    `${arrived}, the latest ${latest.toFixed(0)} ms after`,
  );
  promiseFigure('P22', 'orders under way that a press held back, in all', stopped);
  promiseFigure('P22', `ways in refused while the switch was on, of ${tried}`, refused);
  expect(late).toBe(0);
  // One request of a strategy at a time: what was on the line at the press is all that may still come in.
  expect(arrived).toBeLessThanOrEqual(presses);
  expect(stopped).toBeGreaterThan(0);
  expect(refused).toBe(tried);
  expect((await changing()).length).toBeGreaterThan(0);
});
