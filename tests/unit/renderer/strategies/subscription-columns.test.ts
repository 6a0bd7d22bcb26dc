import { beforeEach, describe, expect, it } from 'vitest';
import type { RosterEntry } from '#contract/model/people.ts';
import type { Subscription, SubscriptionState } from '#contract/model/subscription.ts';
import { demoSubscriptions } from '#renderer/gallery/demo-subscriptions.ts';
import type { GridColumn, GridRow } from '#renderer/grid/grid-types.ts';
import { rosterColumns, rosterRow } from '#renderer/strategies/roster-columns.ts';
import { SubscriptionRequests } from '#renderer/strategies/subscription-requests.svelte.ts';
import { subscriptionColumns, subscriptionExport, subscriptionRow } from '#renderer/strategies/subscription-columns.ts';
import { copyRefusal, feesText, trialText, yearlyFee } from '#renderer/strategies/subscription-words.ts';

const [current, ended] = demoSubscriptions as readonly [Subscription, Subscription];
const begunElsewhere: Subscription = {
  ...current,
  begunAt: null,
  nextPaymentAt: null,
  upcoming: [],
  paid: null,
  guid: null,
};
const inState = (state: SubscriptionState): Subscription => ({ ...current, state });

const entry: RosterEntry = {
  systemId: '91000004',
  name: 'Meridian Futures Trend',
  owner: 'northlight',
  createdText: '2023-03-13',
  monthlyFee: '79.50',
  freeTrialDays: '14',
  minimumPortfolio: '40000',
  startingCapital: null,
  alive: true,
  inactiveSince: null,
  instruments: ['futures', 'stocks short'],
  listed: true,
};

const textsOf = <Row extends GridRow>(columns: readonly GridColumn<Row>[], row: Row) =>
  Object.fromEntries(columns.map(({ id, text }) => [id, text(row)]));

describe('the columns of the subscriptions', () => {
  const columns = subscriptionColumns('ET');

  it('show payments that are assumed', () => {
    expect(textsOf(columns, subscriptionRow(current))).toMatchObject({
      name: 'Meridian Futures Trend',
      state: 'Current',
      monthlyFee: '$79',
      nextPayment: '2026-03-23',
      paid: '$79.00',
      ended: '–',
    });
  });

  it('say that a payment is not known, and show no next payment after the end', () => {
    expect(textsOf(columns, subscriptionRow(begunElsewhere))).toMatchObject({
      begun: 'elsewhere',
      nextPayment: 'not known here',
      paid: 'not known here',
    });
    expect(textsOf(columns, subscriptionRow(ended))).toMatchObject({
      state: 'Ended',
      nextPayment: '–',
      ended: '2026-01-31',
    });
  });

  it('sort amounts as numbers, and export what is known', () => {
    const fee = columns.find(({ id }) => id === 'monthlyFee');
    expect([
      fee?.sortKey?.(subscriptionRow(current)),
      fee?.sortKey?.(subscriptionRow({ ...current, monthlyFee: null })),
    ]).toEqual([79, null]);
    expect(subscriptionExport.map(({ value }) => value(begunElsewhere)).filter((one) => one === null)).toHaveLength(5);
  });
});

describe('the columns of the roster', () => {
  const columns = rosterColumns('ET');

  it('show trial, end of activity and id', () => {
    const row = rosterRow(
      { ...entry, alive: false, inactiveSince: 1_769_000_000 },
      { watched: [entry.systemId], compared: [] },
    );
    expect(textsOf(columns, row)).toMatchObject({
      trial: '14 days',
      state: 'Inactive',
      inactiveSince: '2026-01-21',
      systemId: '91000004',
    });
  });

  it('can be filtered by instrument and id, because the filter searches text columns', () => {
    const searched = columns.filter(({ align }) => align !== 'end').map(({ id }) => id);
    expect(searched).toEqual(expect.arrayContaining(['instruments', 'systemId']));
  });
});

describe('the texts of subscriptions', () => {
  it('show the sum of the fees that are or may be due', () => {
    expect(feesText([current, ended, { ...begunElsewhere, monthlyFee: '20.10' }])).toBe('Fees $99.10 a month');
    expect(feesText([inState('end-unknown'), { ...current, monthlyFee: null }])).toBe(
      'Fees up to $79.00 a month, 1 not known',
    );
    expect(feesText([ended])).toBe('Fees $0.00 a month');
  });

  it('name the fee of a year, and the length of a trial', () => {
    expect([yearlyFee('79.50'), yearlyFee(null)]).toEqual(['954', null]);
    expect(['0', '1', '14', null].map(trialText)).toEqual(['none', '1 day', '14 days', '–']);
  });

  it('give a reason against a copy at a broker unless the subscription is current', () => {
    const states = ['current', 'begin-unknown', 'end-unknown', 'ended'] as const;
    expect(states.filter((state) => copyRefusal(inState(state)) === null)).toEqual(['current']);
  });
});

/** The toasts that say why a key press opened no dialog. */
let messages: string[] = [];
beforeEach(() => (messages = []));

function requestsOf({
  readOnly = null,
  isListed = false,
  subscription,
}: {
  readonly readOnly?: string | null;
  readonly isListed?: boolean;
  readonly subscription?: Subscription;
}): SubscriptionRequests {
  const { systemId, name } = entry;
  const strategy = {
    systemId,
    name,
    shortDescription: '',
    longDescription: '',
    creator: '',
    createdAt: null,
    createdText: '',
    monthlyFee: null,
    freeTrialDays: null,
    alive: true,
  };
  return new SubscriptionRequests({
    status: { readOnlyBecause: readOnly },
    strategies: { list: isListed ? [strategy] : [] },
    subscriptions: { find: () => subscription },
    toasts: { show: (_tone, text) => void messages.push(text) },
  });
}

describe('the dialog of a request', () => {
  it('opens to begin a subscription to a strategy of another person', () => {
    const requests = requestsOf({ subscription: ended });
    requests.begin(entry);
    expect(requests.requestInDialog).toEqual({ request: { kind: 'begin', systemId: '91000004' }, name: entry.name });
    requests.cancel();
    expect([requests.requestInDialog, requests.sentSystemId]).toEqual([null, null]);
  });

  it.each([
    [requestsOf({ readOnly: 'A review bundle is shown.' }), 'A review bundle is shown.'],
    [requestsOf({ subscription: current, isListed: true }), 'You subscribe to it already.'],
    [requestsOf({ subscription: inState('end-unknown') }), 'You subscribe to it already.'],
    [requestsOf({ isListed: true }), 'It is under My strategies: it is your own, or you have access to it already.'],
  ])('does not open to begin a subscription if there is a reason against it (%#)', (requests, reason) => {
    expect(requests.refusal(entry)).toBe(reason);
    requests.begin(entry);
    expect(requests.requestInDialog).toBeNull();
    expect(messages).toEqual([reason]);
  });

  it('does not begin a subscription to a strategy that is no longer alive', () => {
    expect(requestsOf({}).refusal({ ...entry, alive: false })).toBe('It is no longer alive.');
  });

  it('opens to end a subscription that is or may be current, with the immediate end chosen', () => {
    const requests = requestsOf({});
    for (const state of ['ended', 'begin-unknown'] as const) requests.end(inState(state));
    expect(requests.requestInDialog).toBeNull();
    expect(messages).toEqual(['It has ended already.', 'It is not known yet whether it began.']);
    requests.end(inState('end-unknown'));
    expect(requests.requestInDialog?.request).toEqual({
      kind: 'end',
      systemId: '91000004',
      actionType: 'unsubscribe_immediate',
      autoTradePositionsAndOrders: null,
    });
    requests.close('91000004');
    expect([requests.requestInDialog, requests.sentSystemId]).toEqual([null, '91000004']);
  });

  it('ends nothing while a review bundle is shown', () => {
    const requests = requestsOf({ readOnly: 'A review bundle is shown.' });
    requests.end(current);
    expect(requests.requestInDialog).toBeNull();
  });
});
