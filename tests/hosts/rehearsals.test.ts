// Orders of a live connection are rehearsed on practice. Both services have the same strategies.
import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { MadeFrom } from '#contract/model/made-from.ts';
import type { Ticket } from '#contract/model/ticket.ts';
import { CoreOnPractice } from '#tests/fixtures/core-on-practice.ts';
import { control, OtherService, submittedOwnIds, withTickingClock } from './other-service.ts';
import { confirmedWarnings } from './confirmed-warnings.ts';
import { limitOrder, untilReadyToSend } from './session-orders.ts';

let program: CoreOnPractice;
let other: OtherService;
let systemId: string;
let liveProfileId: string;

beforeEach(async () => {
  program = await CoreOnPractice.start();
  other = await OtherService.start();
  liveProfileId = await other.save(program);
  systemId = program.practice.world.systemids[0] ?? '';
  await program.call('profiles.select', { profileId: liveProfileId });
  await untilReadyToSend(program.sessions.inUse(), systemId);
});
afterEach(async () => {
  await program.dispose();
  await other.dispose();
});

const template: MadeFrom = { kind: 'bracket-template', name: 'Standard', fingerprint: '["standard",["percent","2"]]' };
const order = (changed: Partial<Ticket> = {}): Ticket => ({
  ...limitOrder(systemId),
  price: { kind: 'limit', limit: '50.00' },
  profitTarget: '60.00',
  stopLoss: '45.00',
  madeFrom: [template],
  ...changed,
});
const rehearsalCodes = async (ticket: Ticket) =>
  (await program.call('orders.preview', { ticket })).checks
    .map(({ code }) => code)
    .filter((code) => code.includes('rehears'));
const send = (ticket: Ticket, confirmed: readonly string[] = []) =>
  program.outcome('orders.submit', {
    intentId: crypto.randomUUID(),
    ticket,
    confirmed: [...confirmedWarnings, ...confirmed],
  });

const rehearse = (ticket: Ticket) =>
  withTickingClock(program.practice, () => program.call('rehearsals.run', { intentId: crypto.randomUUID(), ticket }));

test('an order from a new or changed bracket template needs a rehearsal or a confirmation', async () => {
  const ticket = order();
  expect(await rehearsalCodes(ticket)).toEqual(['not-rehearsed-bracket-template']);
  expect(await send(ticket)).toMatchObject({ ok: false, failure: { code: 'unconfirmed' } });
  expect(await submittedOwnIds(other.ready)).toEqual([]);

  const { lines, isAccepted, price, isPriceSet: isPriceOfOrder } = await rehearse(ticket);
  expect({ isAccepted, price, isPriceOfOrder }).toEqual({ isAccepted: true, price: '50.00', isPriceOfOrder: true });
  expect(lines).toMatchObject([
    { role: 'order', state: 'traded', price: '50.000000000' },
    { role: 'target', state: 'working', price: '60' },
    { role: 'stop', state: 'working', price: '45' },
  ]);
  expect(await submittedOwnIds(other.ready)).toEqual([]);
  expect(await submittedOwnIds(program.practice)).toHaveLength(1);
  expect(program.sessions.secondary()).toEqual([]);

  expect(await rehearsalCodes(ticket)).toEqual(['rehearsed']);
  expect(await send(ticket)).toMatchObject({ ok: true });
  await expect.poll(() => submittedOwnIds(other.ready), { timeout: 10_000 }).toHaveLength(1);
  // The outcome of the rehearsal is shown only with the first live order.
  await expect.poll(() => rehearsalCodes(order({ quantity: '3' })), { timeout: 10_000 }).toEqual([]);

  const edited = order({ madeFrom: [{ ...template, fingerprint: '["standard",["percent","3"]]' }] });
  expect(await rehearsalCodes(edited)).toEqual(['not-rehearsed-bracket-template']);
});

test('one confirmation replaces the rehearsal of a hotkey and a template, also after a restart', async () => {
  const hotkey: MadeFrom = { kind: 'hotkey', name: 'Buy (B)', fingerprint: '["buy-limit","B"]' };
  const ticket = order({ madeFrom: [hotkey, template] });
  const warningCodes = ['not-rehearsed-hotkey', 'not-rehearsed-bracket-template'];
  expect(await rehearsalCodes(ticket)).toEqual(warningCodes);
  expect(await send(ticket, warningCodes)).toMatchObject({ ok: true });
  const laterCodes = (): Promise<string[]> => rehearsalCodes(order({ quantity: '3', madeFrom: [hotkey, template] }));
  await expect.poll(laterCodes, { timeout: 10_000 }).toEqual([]);

  await program.stopCore();
  await program.startCore();
  await untilReadyToSend(program.sessions.inUse(), systemId);
  expect(await laterCodes()).toEqual([]);
  expect(readdirSync(program.dataDir)).toContain('rehearsals.json');
});

test('the practice strategy gets as many positions and working orders as the live one', async () => {
  const plainOrder = { ...limitOrder(systemId), price: { kind: 'limit', limit: '80.00' } } as const;
  expect(await send({ ...plainOrder, quantity: '7' })).toMatchObject({ ok: true });
  await expect.poll(() => submittedOwnIds(other.ready), { timeout: 10_000 }).toHaveLength(1);
  await control(other.ready, 'POST', 'clock', { advanceSeconds: 2 });
  expect(await send({ ...plainOrder, quantity: '2', price: { kind: 'limit', limit: '0.50' } })).toMatchObject({
    ok: true,
  });
  await expect.poll(() => submittedOwnIds(other.ready), { timeout: 10_000 }).toHaveLength(2);
  const { desk, sync } = program.sessions.inUse();
  await sync.readAgain(systemId, ['signalsWorking', 'signalsAll', 'tradesOpen']);
  const positions = desk.positions(systemId);
  const working = desk.signals(systemId).filter(({ state }) => state === 'working');
  expect(positions.some(({ symbol, quantity }) => symbol === 'KO' && quantity.startsWith('7'))).toBe(true);

  await rehearse(order({ quantity: '1' }));
  type State = { readonly strategies: readonly { readonly name: string }[] };
  const { strategies } = (await control(program.practice, 'GET', 'state')) as State;
  const rehearsal = strategies.find(({ name }) => name === 'Rehearsal');
  // The order adds to the position in KO. Its target and stop are the two further working orders.
  expect(rehearsal).toMatchObject({ trades: { open: positions.length }, signals: { working: working.length + 2 } });
});

test('an order in a symbol unknown to practice, or of a practice connection, is not rehearsed', async () => {
  const refused = await program.outcome('rehearsals.run', {
    intentId: crypto.randomUUID(),
    ticket: order({ symbol: 'NOSUCH' }),
  });
  expect(refused).toEqual({
    ok: false,
    failure: { code: 'no-practice', message: { code: 'rehearsal.no-practice', reason: { code: 'practice.refused' } } },
  });
  expect(await rehearsalCodes(order())).toEqual(['not-rehearsed-bracket-template']);

  await program.call('profiles.select', { profileId: 'practice' });
  expect(await rehearsalCodes(order())).toEqual([]);
  expect(await program.outcome('rehearsals.run', { intentId: crypto.randomUUID(), ticket: order() })).toMatchObject({
    failure: { code: 'not-live' },
  });
});

test('no order needs a rehearsal when the preference is off, and an exit never needs one', async () => {
  expect(await rehearsalCodes(order({ action: 'STC', profitTarget: null, stopLoss: null }))).toEqual([]);
  await program.call('preferences.set', { requireRehearsal: false });
  expect(await rehearsalCodes(order())).toEqual([]);
});
