import type { AutoTradeSettings } from '#contract/model/autotrade.ts';
import type { DesiredTarget } from '#contract/model/desired.ts';
import { linkId } from '#core/acts/act-target.ts';
import { actTable } from '#core/acts/act-table.ts';
import type { ActType } from '#core/acts/act-type.ts';
import type { ChangeWanted, LinkBefore, StartWanted, StopWanted } from '#core/acts/autotrade-acts.ts';
import type { ChangePersonWanted } from '#core/acts/person-acts.ts';
import type { ChangeBefore, ChangeStrategyWanted, CreateBefore, CreateWanted } from '#core/acts/strategy-acts.ts';
import type { SubscribeWanted, UnsubscribeWanted } from '#core/acts/subscription-acts.ts';

/** What a platform answers to one act of the table, and what its reading shows. */
export type ActCase = {
  readonly type: ActType;
  readonly targetId: string;
  readonly before: unknown;
  readonly wanted: unknown;
  /** It cannot add risk: the kill switch does not stop it. */
  readonly reduces: boolean;
  readonly done: object;
  /** An answer with `ok` that shows less of it; null where there is none. */
  readonly part: object | null;
  /** An answer that belongs to another act; null where none can be told. */
  readonly other: object | null;
  /** The reading that shows it, and the one that does not; null where no read proves it. */
  readonly readings: { readonly shown: object; readonly notShown: object } | null;
};

const typeOf = (command: string): ActType => {
  const found = actTable.find((type) => type.command === command);
  if (!found) throw new Error(`no act ${command}`);
  return found;
};

const settings: AutoTradeSettings = {
  scalingPercentage: 50,
  maxUnits: { future: null, forex: null, option: null },
  maxDollarsStocks: null,
  stopLossDollarsPerPosition: null,
  enabled: { stock: true, option: true, future: true, forex: true },
  allowShortOptions: false,
  ignoreManualTrades: true,
  joinTradesInProgress: false,
};
const before = (accountGuid: string | null): LinkBefore => ({ accountGuid, isListed: true, settings, pending: [] });
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

/** One for each act of the table: a new act needs its case. */
export const actCases: readonly ActCase[] = [
  {
    type: typeOf('setDesiredPositions'),
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
    type: typeOf('startAutoTrade'),
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
    type: typeOf('changeAutoTrade'),
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
    type: typeOf('stopAutoTrade'),
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
    type: typeOf('subscribeToStrategy'),
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
    type: typeOf('unsubscribeFromStrategy'),
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
    type: typeOf('createNewSystem'),
    targetId: '7001',
    before: { systemIds: ['100'], newestCreatedAt: null } satisfies CreateBefore,
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
    type: typeOf('changeSystemAttribute'),
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
    type: typeOf('changePersonAttribute'),
    targetId: '7001',
    before: null,
    wanted: { attributes: { firstName: 'Ada' }, password: 'set' } satisfies ChangePersonWanted,
    reduces: false,
    done: changes('firstname', 'password'),
    part: changes('firstname'),
    other: null,
    readings: null,
  },
];
