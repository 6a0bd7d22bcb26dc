// Target lists of a live connection are rehearsed on practice first. Both services have the same
// strategies.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TargetLine, TargetPlan } from '#contract/model/target-plan.ts';
import { CoreOnPractice } from '#tests/fixtures/core-on-practice.ts';
import { control, OtherService, withTickingClock } from './other-service.ts';
import { limitOrder, untilReadyToSend } from './session-orders.ts';

let program: CoreOnPractice;
let other: OtherService;
let systemId: string;

beforeEach(async () => {
  program = await CoreOnPractice.start();
  other = await OtherService.start();
  const liveProfileId = await other.save(program);
  systemId = program.practice.world.systemids[0] ?? '';
  await program.call('profiles.select', { profileId: liveProfileId });
  await untilReadyToSend(program.sessions.inUse(), systemId);
  await read();
});
const read = () => program.call('sync.refresh', { systemId, datasets: ['tradesOpen', 'signalsWorking'] });
afterEach(async () => {
  await program.dispose();
  await other.dispose();
});

type Request = { readonly url: string; readonly body: string };
type Service = Parameters<typeof control>[0];

/** The target lists that a service received, without `stop`. */
async function listsAt(service: Service): Promise<unknown[]> {
  const { requests } = (await control(service, 'GET', 'requests')) as { requests: readonly Request[] };
  return requests
    .filter(({ url }) => url.endsWith('/setDesiredPositions'))
    .map(({ body }) => (JSON.parse(body) as { positions: { symbol: string; quant: string }[] }).positions)
    .filter(([first]) => first?.symbol !== 'stop')
    .map((lines) => lines.map(({ symbol, quant }) => `${symbol} ${quant}`).sort());
}

/** The commands that the practice service received after a target list with this symbol. */
async function commandsSinceList(symbol: string): Promise<string[]> {
  const { requests } = (await program.control('GET', 'requests')) as { requests: readonly Request[] };
  const list = requests.findIndex(({ body, url }) => url.endsWith('/setDesiredPositions') && body.includes(symbol));
  return list < 0 ? [] : requests.slice(list + 1).map(({ url }) => url.split('/').at(-1) ?? '');
}

const stock = (symbol: string, quantity: string): TargetLine => ({ symbol, instrument: 'stock', quantity });
/** A target list with these lines that keeps all other positions unchanged. */
async function linesKeepingOthers(...lines: TargetLine[]): Promise<TargetLine[]> {
  const positions = await program.call('positions.list', { systemId });
  const changed = new Set(lines.map(({ symbol }) => symbol));
  const kept = positions.filter(({ symbol }) => !changed.has(symbol));
  return [
    ...kept.map(({ symbol, instrument }) => ({ symbol, instrument: instrument ?? 'stock', quantity: '=' }) as const),
    ...lines,
  ];
}
const plan = async (lines: TargetLine[]): Promise<TargetPlan> =>
  program.call('desired.plan', { request: { kind: 'list', systemId, lines } });
const rehearsalCodes = ({ checks }: TargetPlan): string[] =>
  checks.map(({ code }) => code).filter((code) => code.includes('rehears'));
const warnings = ({ checks }: TargetPlan): string[] =>
  checks.filter(({ level }) => level === 'warn').map(({ code }) => code);
const send = ({ planId }: TargetPlan, confirmed: readonly string[]) =>
  program.outcome('desired.send', { intentId: crypto.randomUUID(), planId, confirmed: [...confirmed] });

const rehearse = ({ planId }: TargetPlan) =>
  withTickingClock(program.practice, () => program.call('desired.rehearse', { intentId: crypto.randomUUID(), planId }));

test('an unconfirmed list that opens a position is sent only after a rehearsal of the same list', async () => {
  const lines = await linesKeepingOthers(stock('KO', '12'));
  const shown = await plan(lines);
  expect(rehearsalCodes(shown)).toEqual(['not-rehearsed']);
  const otherWarnings = warnings(shown).filter((code) => code !== 'not-rehearsed');
  expect(await send(shown, otherWarnings)).toMatchObject({
    failure: { code: 'unconfirmed', message: { warning: { code: 'target.not-rehearsed' } } },
  });
  expect(await listsAt(other.ready)).toEqual([]);

  const { rows, differingPrices } = await rehearse(shown);
  expect(rows.find(({ symbol }) => symbol === 'KO')).toMatchObject({
    holding: '12',
    target: '12',
    state: 'reached',
    fills: [{ action: 'BTO', quantity: '12', price: expect.any(String) as string }],
  });
  expect(rows.map(({ state }) => state)).toEqual(rows.map(() => 'reached'));
  // The symbols whose price on practice differs from the plan: KO has no price on the live
  // connection.
  expect(differingPrices).toEqual([{ symbol: 'KO', price: expect.any(String) as string }]);
  expect(await listsAt(program.practice)).toHaveLength(1);
  expect(await listsAt(other.ready)).toEqual([]);
  expect(program.sessions.secondary()).toEqual([]);

  const rehearsedPlan = await plan(lines);
  expect(rehearsalCodes(rehearsedPlan)).toEqual(['rehearsed']);
  expect(rehearsedPlan.checks.find(({ code }) => code === 'rehearsed')?.text).toMatchObject({
    outcome: { code: 'rehearsal.target', lines: rows.length, reached: rows.length },
  });
  expect(rehearsalCodes(await plan(await linesKeepingOthers(stock('KO', '13'))))).toEqual(['not-rehearsed']);
  expect(await send(rehearsedPlan, warnings(rehearsedPlan))).toEqual({ ok: true, value: { state: 'DONE' } });
  expect(await listsAt(other.ready)).toEqual(await listsAt(program.practice));
  // After the list was sent, a plan shows neither the warning nor the outcome of the rehearsal,
  // even after a restart.
  await program.stopCore();
  await program.startCore();
  await read();
  expect(rehearsalCodes(await plan(lines))).toEqual([]);
});

test('the outcome has the fills of orders that filled after their list was read', async () => {
  const { planId } = await plan(await linesKeepingOthers(stock('KO', '12')));
  await program.control('POST', 'faults', { command: 'requestTradesOpen', kind: 'delay', ms: 1_000 });
  const rehearsal = program.call('desired.rehearse', { intentId: crypto.randomUUID(), planId });
  // The market moves after the lists of orders were read and before the open trades are read.
  await expect
    .poll(async () => (await commandsSinceList('"KO"')).includes('requestTradesOpen'), {
      timeout: 30_000,
      interval: 20,
    })
    .toBe(true);
  await program.control('POST', 'clock', { advanceSeconds: 3 });
  const { rows } = await rehearsal;
  expect(rows.find(({ symbol }) => symbol === 'KO')).toMatchObject({ state: 'reached', fills: [{ quantity: '12' }] });
});

test('an order that is rehearsed at the same time as a list does not affect that list', async () => {
  const shown = await plan(await linesKeepingOthers(stock('KO', '12')));
  const ticket = { ...limitOrder(systemId), price: { kind: 'limit', limit: '50.00' } } as const;
  const [list, order] = await Promise.all([
    rehearse(shown),
    withTickingClock(program.practice, () => program.call('rehearsals.run', { intentId: crypto.randomUUID(), ticket })),
  ]);
  expect(list.rows.map(({ state }) => state)).toEqual(list.rows.map(() => 'reached'));
  expect(order.isAccepted).toBe(true);
  expect(program.sessions.secondary()).toEqual([]);
});

test('a confirmation replaces the rehearsal and is recorded in the journal', async () => {
  const lines = await linesKeepingOthers(stock('KO', '12'));
  const shown = await plan(lines);
  expect(await send(shown, warnings(shown))).toMatchObject({ ok: true });
  expect(await listsAt(program.practice)).toEqual([]);
  const { acts } = await program.call('acts.list', {});
  expect(acts[0]).toMatchObject({ command: 'setDesiredPositions', confirmed: warnings(shown) });
  expect(warnings(shown)).toContain('not-rehearsed');
});
