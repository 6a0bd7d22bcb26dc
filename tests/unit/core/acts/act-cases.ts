import type { AutoTradeSettings } from '#contract/model/autotrade.ts';
import type { DesiredTarget } from '#contract/model/desired.ts';
import { linkId } from '#contract/model/link-id.ts';
import { subscriptionId } from '#core/acts/act-target.ts';
import type { ActType } from '#core/acts/act-type.ts';
import {
  changeAutoTrade,
  startAutoTrade,
  stopAutoTrade,
  type ChangeWanted,
  type LinkBefore,
  type StartWanted,
  type StopWanted,
} from '#core/acts/autotrade-acts.ts';
import { changePersonAttribute, type ChangePersonWanted } from '#core/acts/person-acts.ts';
import {
  changeLicense,
  createLicense,
  deletePerson,
  endPrivateSubscription,
  subscribePerson,
  unsubscribePerson,
  type ChangeLicenseWanted,
  type CreateLicenseWanted,
  type DeletePersonWanted,
  type EndSubscriptionWanted,
  type SubscribePersonWanted,
} from '#core/acts/platform-acts.ts';
import { setDesiredPositions } from '#core/acts/set-desired-positions.ts';
import { copySettings } from '#tests/fixtures/copy-settings.ts';
import {
  changeSystemAttribute,
  createNewSystem,
  type ChangeBefore,
  type ChangeStrategyWanted,
  type StrategiesBeforeCreation,
  type CreateWanted,
} from '#core/acts/strategy-acts.ts';
import {
  subscribeToStrategy,
  unsubscribeFromStrategy,
  type SubscribeWanted,
  type UnsubscribeWanted,
} from '#core/acts/subscription-acts.ts';

/** What the platform answers to one act of `actTable`, and what a reading shows after it. */
export type ActCase = {
  readonly type: ActType;
  readonly targetId: string;
  readonly before: unknown;
  readonly wanted: unknown;
  /** True if the act cannot add risk, so that the kill switch does not stop it. */
  readonly reduces: boolean;
  /** An answer that confirms the act. */
  readonly done: object;
  /** An answer with `ok` that confirms the act only in part. Null if there is none. */
  readonly part: object | null;
  /** An answer with `ok` that does not confirm the act. Null if every such answer does. */
  readonly other: object | null;
  /** A reading that shows the act, and one that does not. Null if no reading can prove it. */
  readonly readings: { readonly shown: object; readonly notShown: object } | null;
};

const settings: AutoTradeSettings = { ...copySettings, joinTradesInProgress: false };
const before = (accountGuid: string | null): LinkBefore => ({ accountGuid, isListed: true, settings, pending: [] });

// Answers of the platform that the cases use.
const brokers = (guid: string) => ({
  ok: '1',
  success: {
    brokers_available: [
      {
        brokerClassName: 'Harbor',
        brokerChoicesForThisParentClass: [{ brokercode: 'HARBOR', personid_is_trading_here_broker_account_guid: guid }],
      },
    ],
  },
});
const account = (guid: string) => ({ ok: '1', success: { broker_account_guid: guid } });
const subscription = { ok: '1', success: { subscription_guid: '5100' } };
const strategies = (systemId: string) => ({ ok: '1', response: [{ system_id: systemId, systemName: 'Trend' }] });
const changes = (...fields: readonly string[]) => ({
  ok: '1',
  success: { changes: fields.map((name) => `${name} updated`) },
});
const details = (systemName: string) => ({ ok: '1', response: { system_id: '101', systemName, monthlyFee: '20' } });
const list = (quant: string) => ({ ok: '1', response: [{ symbol: 'KO', typeofsymbol: 'stock', quant }] });
const target: DesiredTarget = { kind: 'list', positions: [{ symbol: 'KO', instrument: 'stock', quantity: '5' }] };

type PersonParts = {
  readonly deleted?: string;
  readonly first?: string;
  readonly licenses?: readonly (readonly [id: string, recurring: string])[];
  readonly subscriptions?: readonly (readonly [guid: string, ended: string])[];
};
const people = ({ deleted = '', first = 'Ada', licenses = [], subscriptions = [] }: PersonParts) => ({
  ok: '1',
  people: [
    {
      person_id: '7001',
      firstName: first,
      LastName: 'Hill',
      screenName: 'ada',
      email: 'ada@example.com',
      created: '2026-01-05 10:00:00',
      deleted,
      current_software_license_list: licenses.map(([license_id, recurring_billing_status]) => ({
        license_id,
        licensed_to_personid: '7001',
        license_type_requested: 'autotrade_monthly',
        starts_when: '2026-01-05 10:00:00',
        ends_when: '2026-02-05 10:00:00',
        amount_paid_for_current_period: '99.00',
        amount_to_pay_next_period: '99.00',
        payment_method_for_current_period: 'credit_card',
        payment_method_for_next_period: 'credit_card',
        current_billing_failed_attempts: '0',
        recurring_billing_status,
      })),
      current_strategy_subscription_list: subscriptions.map(([subscription_guid, ended_when]) => ({
        systemname: 'Trend',
        listPaymentRecords: [],
        subscription_guid,
        started_when: '2026-01-05 10:00:00',
        system_id: '101',
        ended_when,
      })),
      current_strategies_owned_list: [],
    },
  ],
});
const personAndStrategy = { personId: '7001', systemId: '101' };

/** At least one case for each act of the table. A test fails if a new act has none. */
export const actCases: readonly ActCase[] = [
  {
    type: setDesiredPositions,
    targetId: '101',
    before: null,
    wanted: target,
    reduces: false,
    done: list('5'),
    part: null,
    other: list('7'),
    readings: { shown: list('5'), notShown: list('7') },
  },
  {
    type: startAutoTrade,
    targetId: linkId({ systemId: '101', personId: null, brokerCode: 'HARBOR' }),
    before: before(null),
    wanted: { settings, accountEnd: '4567' } satisfies StartWanted,
    reduces: false,
    done: account('G1'),
    part: { ok: '1', success: {} },
    other: null,
    readings: { shown: brokers('G1'), notShown: brokers('') },
  },
  {
    type: changeAutoTrade,
    targetId: linkId({ systemId: '101', personId: null, brokerCode: 'HARBOR' }),
    before: before('G1'),
    wanted: {
      settings: { ...settings, scalingPercentage: 90 },
      fields: ['scalingPercentage'],
      accountGuid: 'G1',
    } satisfies ChangeWanted,
    reduces: false,
    done: account('G1'),
    part: { ok: '1', success: {} },
    other: account('G2'),
    readings: null,
  },
  {
    type: stopAutoTrade,
    targetId: linkId({ systemId: '101', personId: null, brokerCode: 'HARBOR' }),
    before: before('G1'),
    wanted: { leave: true } satisfies StopWanted,
    reduces: true,
    done: { ok: '1', success: { status: { visiblePositionsLeftUntouched: [] } } },
    part: { ok: '1', success: { status: {} } },
    other: null,
    readings: { shown: brokers(''), notShown: brokers('G1') },
  },
  {
    type: subscribeToStrategy,
    targetId: '101',
    before: { isListed: false },
    wanted: { personId: '7001' } satisfies SubscribeWanted,
    reduces: false,
    done: subscription,
    part: { ok: '1', success: {} },
    other: null,
    readings: { shown: strategies('101'), notShown: strategies('102') },
  },
  {
    type: unsubscribeFromStrategy,
    targetId: '101',
    before: { isListed: true },
    wanted: { personId: null, actionType: 'unsubscribe_immediate' } satisfies UnsubscribeWanted,
    reduces: false,
    done: subscription,
    part: { ok: '1', success: {} },
    other: null,
    readings: { shown: strategies('102'), notShown: strategies('101') },
  },
  {
    type: createNewSystem,
    targetId: '7001',
    before: { systemIds: ['100'], newestCreatedAt: null } satisfies StrategiesBeforeCreation,
    wanted: {
      strategy: {
        name: 'Trend',
        longDescription: 'New',
        startingCapital: 50_000,
        ownerPersonId: '7001',
        visible: null,
        creditSeconds: null,
      },
      clone: null,
    } satisfies CreateWanted,
    reduces: false,
    done: { ok: '1', success: { NewSystemID: '101' } },
    part: null,
    other: { ok: '1', success: {} },
    readings: { shown: strategies('101'), notShown: strategies('100') },
  },
  {
    type: changeSystemAttribute,
    targetId: '101',
    before: { attributes: { name: 'Trend', monthlyFee: '20' } } satisfies ChangeBefore,
    wanted: { attributes: { name: 'Trend 2', monthlyFee: 20 }, repeated: {} } satisfies ChangeStrategyWanted,
    reduces: false,
    done: changes('name', 'monthlyfee'),
    part: changes('name'),
    other: null,
    readings: { shown: details('Trend 2'), notShown: details('Trend') },
  },
  {
    type: changePersonAttribute,
    targetId: '7001',
    before: null,
    wanted: { attributes: { firstName: 'Ada' }, password: 'set' } satisfies ChangePersonWanted,
    reduces: false,
    done: changes('firstname', 'password'),
    part: changes('firstname'),
    other: null,
    readings: null,
  },
  {
    type: changePersonAttribute,
    targetId: '7001',
    before: { firstname: 'Ada' },
    wanted: { attributes: { firstName: 'Grace' }, password: null } satisfies ChangePersonWanted,
    reduces: false,
    done: changes('firstname'),
    part: changes(),
    other: null,
    readings: { shown: people({ first: 'Grace' }), notShown: people({}) },
  },
  {
    type: createLicense,
    targetId: '7001',
    before: { license_id: '51' },
    wanted: { license_type_requested: 'autotrade_monthly', ui_description: 'Desk' } satisfies CreateLicenseWanted,
    reduces: false,
    done: { ok: '1', success: { license_id: '52' } },
    part: null,
    other: { ok: '1', success: {} },
    readings: {
      shown: people({
        licenses: [
          ['51', '1'],
          ['52', '1'],
        ],
      }),
      notShown: people({ licenses: [['51', '1']] }),
    },
  },
  {
    type: changeLicense,
    targetId: '51',
    before: { recurring_billing_status: '1' },
    wanted: { personId: '7001', recurring_billing_status: '0' } satisfies ChangeLicenseWanted,
    reduces: false,
    done: { ok: '1', success: {} },
    part: changes(),
    other: null,
    readings: { shown: people({ licenses: [['51', '0']] }), notShown: people({ licenses: [['51', '1']] }) },
  },
  {
    type: subscribePerson,
    targetId: subscriptionId('101', '7001'),
    before: { subscription_guid: '' },
    wanted: personAndStrategy satisfies SubscribePersonWanted,
    reduces: false,
    done: subscription,
    part: { ok: '1', success: {} },
    other: null,
    readings: { shown: people({ subscriptions: [['5100', '']] }), notShown: people({}) },
  },
  {
    type: unsubscribePerson,
    targetId: subscriptionId('101', '7001'),
    before: { subscription_ends: '' },
    wanted: personAndStrategy satisfies SubscribePersonWanted,
    reduces: false,
    done: subscription,
    part: { ok: '1', success: {} },
    other: null,
    readings: { shown: people({}), notShown: people({ subscriptions: [['5100', '']] }) },
  },
  {
    type: endPrivateSubscription,
    targetId: subscriptionId('101', '7001'),
    before: { subscription_ends: '' },
    wanted: { ...personAndStrategy, subscriptionGuid: '5100', at: '2097-03-01 09:30' } satisfies EndSubscriptionWanted,
    reduces: false,
    done: subscription,
    part: null,
    other: { ok: '1', success: { subscription_guid: '5101' } },
    readings: {
      shown: people({ subscriptions: [['5100', '2097-03-01 09:30:00']] }),
      notShown: people({ subscriptions: [['5100', '']] }),
    },
  },
  {
    type: deletePerson,
    targetId: '7001',
    before: { deleted: '' },
    wanted: { name: 'Ada Hill' } satisfies DeletePersonWanted,
    reduces: false,
    done: { ok: '1', success: { personid: '7001' } },
    part: null,
    other: null,
    readings: { shown: people({ deleted: '2026-03-02 10:00:00' }), notShown: people({}) },
  },
];
