// The requests that the program builds contain every request member that docs/spec/coverage.md
// counts as sent, and none that it lists as not sent.
import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { linkId } from '#contract/model/link-id.ts';
import { subscriptionId } from '#core/acts/act-target.ts';
import type { ActType } from '#core/acts/act-type.ts';
import { changeAutoTrade, startAutoTrade, stopAutoTrade } from '#core/acts/autotrade-acts.ts';
import { wireSettings } from '#core/acts/autotrade-settings.ts';
import { changePersonAttribute } from '#core/acts/person-acts.ts';
import {
  changeLicense,
  createLicense,
  deletePerson,
  endPrivateSubscription,
  unsubscribePerson,
} from '#core/acts/platform-acts.ts';
import { setDesiredPositions } from '#core/acts/set-desired-positions.ts';
import { changeSystemAttribute, createNewSystem } from '#core/acts/strategy-acts.ts';
import { subscribeToStrategy, unsubscribeFromStrategy } from '#core/acts/subscription-acts.ts';
import { askBrokers } from '#core/autotrade/ask-brokers.ts';
import { plainTicket } from '#core/orders/plain-ticket.ts';
import { submitBody } from '#core/orders/send/submit-request.ts';
import { commandUrl } from '#core/platform/address.ts';
import type { PlatformRequest } from '#core/platform/platform-client.ts';
import { requestOfList } from '#core/trades/check-trades.ts';
import { requestOf, type ReadTask } from '#core/sync/read-task.ts';
import { requestEntries } from '#tests/api-coverage/entered.ts';
import { fieldsOf, specifiedCommands } from '#tests/api-coverage/specification.ts';
import { DeskRig } from '#tests/unit/core/orders/desk-rig.ts';
import { intent, ticket } from '#tests/unit/core/orders/order-fixtures.ts';

type Request = Pick<PlatformRequest, 'command' | 'body'>;

const systemId = '101';
const link = linkId({ systemId, personId: '7001', brokerCode: 'HARBOR' });
const settings = {
  ...{ scalingPercentage: 50, maxUnits: { future: 1, forex: 1, option: 1 }, maxDollarsStocks: 9 },
  ...{ stopLossDollarsPerPosition: 9, allowShortOptions: true, ignoreManualTrades: true, joinTradesInProgress: true },
  enabled: { stock: true, option: true, future: true, forex: true },
};
/** Secrets are in no row of the journal. They are added when the request is sent (acts.md A8). */
const secrets: Readonly<Record<string, readonly string[]>> = {
  startAutoTrade: ['broker_accountnum', 'broker_userid', 'broker_password'],
  changePersonAttribute: ['password'],
};

function reads(): Request[] {
  const window = { from: 1_772_461_800, to: 1_772_465_400, open: false };
  const tasks: readonly Pick<ReadTask, 'dataset' | 'window' | 'variant' | 'overview'>[] = [
    ...(['strategies', 'details', 'margin', 'signalsWorking', 'tradesOpen', 'trades'] as const).map((dataset) => ({
      dataset,
      window: null,
    })),
    ...(['desired', 'subscribers', 'roster', 'people'] as const).map((dataset) => ({ dataset, window: null })),
    { dataset: 'signalsAll', window },
    { dataset: 'tradesOpen', window: null, overview: true },
    { dataset: 'equity', window: null, variant: '1' },
    { dataset: 'brokers', window: null, variant: '7001' },
  ];
  const tradeCheckRequests = (['all', 'closed'] as const).map((list) => requestOfList(systemId, list));
  return [...tradeCheckRequests, ...tasks.map((task) => requestOf({ systemId, part: 'current', ...task }, 'view'))];
}

const act = <Wanted>(type: Pick<ActType<Wanted>, 'command' | 'body'>, targetId: string, wanted: Wanted): Request => ({
  command: type.command,
  body: type.body(targetId, wanted),
});

function acts(): Request[] {
  const person = { personId: '7001', systemId };
  const subscription = subscriptionId(systemId, '7001');
  const texts = { name: 'Trend', longDescription: 'Long', shortDescription: 'Short', ownerPersonId: '7001' };
  const amounts = { startingCapital: 9, minimumPortfolio: 9, monthlyFee: 9, trialDays: 9 };
  const attributes = { ...texts, ...amounts, creditSeconds: 9, signalCredits: 9, test: true, alive: true };
  const strategy = { ...texts, startingCapital: 9, visible: true, creditSeconds: 9 };
  const names = { firstName: 'Ada', lastName: 'Hill', screenName: 'ada', email: 'ada@example.com' };
  const position = { symbol: 'KO', instrument: 'stock', quantity: '5' } as const;
  return [
    act(setDesiredPositions, systemId, { kind: 'list', positions: [position] }),
    act(startAutoTrade, link, { settings, accountEnd: null }),
    act(changeAutoTrade, link, {
      settings,
      fields: [...wireSettings(settings).keys()].filter((name) => name !== 'join_trades_in_progress'),
      accountGuid: null,
    }),
    act(stopAutoTrade, link, { leave: true }),
    act(subscribeToStrategy, systemId, { personId: '7001' }),
    act(unsubscribeFromStrategy, systemId, {
      ...{ personId: '7001', actionType: 'unsubscribe_immediate' },
      autoTradePositionsAndOrders: 'leave_untouched',
    }),
    act(unsubscribePerson, subscription, person),
    act(createNewSystem, '7001', { strategy, clone: null }),
    act(changeSystemAttribute, systemId, { attributes, repeated: {} }),
    act(changePersonAttribute, '7001', { attributes: names, password: null }),
    act(createLicense, '7001', { license_type_requested: 'a', ui_description: 'b', payment_method: 'c' }),
    act(changeLicense, '51', { personId: '7001', recurring_billing_status: '1', payment_method: 'c' }),
    act(endPrivateSubscription, subscription, { ...person, subscriptionGuid: '5', at: '2097-03-01 09:30' }),
    act(deletePerson, '7001', { name: 'Ada' }),
  ];
}

function orders(): Request[] {
  const { action, quantity, symbol, instrument, duration } = ticket();
  const parent = { action, quantity, symbol, instrument, duration, price: { kind: 'limit', limit: '9' } } as const;
  const kinds = [
    { conditionalUpon: '155000001', ocaGroupId: '155000002', keepBothAlive: true },
    { replaces: { serviceId: '155000001', leaveOcaIntact: true } },
    { parent, price: { kind: 'stop', stop: '9' } },
    { price: { kind: 'market' } },
  ] as const;
  return kinds.map((kind) => ({
    command: 'submitSignal',
    body: submitBody({
      ownId: '177246180000001',
      parentOwnId: '177246180000002',
      ticket: { ...plainTicket, ...ticket(kind) },
    }),
  }));
}

async function cancels(): Promise<Request[]> {
  const rig = new DeskRig();
  const sent = vi.spyOn(rig.platform, 'send');
  await rig.ready();
  await rig.submit(1);
  rig.desk.cancel(intent(60), ticket().systemId, [intent(1)]);
  await rig.clock.advance(0);
  await rig.dispose();
  return sent.mock.calls.map(([request]) => request).filter(({ command }) => command === 'cancelSignal');
}

/** Asks as `askShortOptions` of autotrade-store.svelte.ts does, with every type set. */
async function brokers(): Promise<Request[]> {
  const sent: Request[] = [];
  const types = { stock: true, option: true, future: true, forex: true };
  const send = (request: Request) => {
    sent.push(request);
    return Promise.resolve({ kind: 'not-sent', text: '' } as const);
  };
  await askBrokers({ send }, { systemId, personId: '7001', types, shortOptions: true }, '7001');
  return sent;
}

/** The names in a request, including those in its nested objects and lists. */
const namesIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [...(Array.isArray(value) ? [] : [name]), ...namesIn(inner)]);
};

it('the program sends each member that counts as sent, and none of the others', async () => {
  const requests = [...reads(), ...acts(), ...orders(), ...(await cancels()), ...(await brokers())];
  expect(commandUrl('https://example.com', '4711', 'deleteUser').pathname).toContain('/4711/');
  const wrong = Object.entries(specifiedCommands).flatMap(([command, { request }]) => {
    const built = requests.filter((one) => one.command === command).flatMap(({ body }) => namesIn(body));
    // On a private platform `platformid` is in the address and not in the body.
    const sent = new Set([...built, ...(secrets[command] ?? []), 'platformid']);
    const entries = Object.entries(requestEntries).find(([name]) => name === command)?.[1] ?? {};
    return fieldsOf(request)
      .filter((field) => (entries[field]?.kind === 'unused') === sent.has(field))
      .map((field) => `${command}: ${field}`);
  });
  expect(wrong).toEqual([]);
});

it('the program sends the secrets under the names listed here', () => {
  const text = (file: string): string =>
    readFileSync(new URL(`../../../src-main/core/${file}`, import.meta.url), 'utf8');
  for (const name of secrets['startAutoTrade'] ?? [])
    expect(text('autotrade/autotrade-desk.ts')).toContain(`'${name}'`);
  expect(text('acts/person-acts.ts')).toContain("passwordField = 'password'");
});
