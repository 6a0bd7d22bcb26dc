import { describe, expect, it } from 'vitest';
import { parseDesired } from '#core/platform/parse/desired.ts';
import { parseEquity } from '#core/platform/parse/equity.ts';
import { parseRoster, parseSubscribers } from '#core/platform/parse/people.ts';
import { parseDetails, parseMargin, parseStrategies } from '#core/platform/parse/strategy.ts';
import { parseTrades } from '#core/platform/parse/trade.ts';

type Members = Readonly<Record<string, unknown>>;
/** Reads one record as the client does; null if the client refuses the record. */
type Read = (record: Members) => Members | null;
/** For each wire member, the members of the result that depend on it. */
type Dependents = Readonly<Record<string, readonly string[]>>;
type Case = { readonly record: Members; readonly read: Read; readonly dependents: Dependents };

const MISSING = Symbol('missing');
/** Forms of "not given" (platform-notes.md 25), other types, and unusual texts and numbers. */
const ABSENT = [MISSING, null, ''] as const;
const OTHER_TYPES = [[], [1], {}, { a: 1 }, true, false] as const;
const OTHER_TEXTS = ['NaN', 'abc', '1,000', '9'.repeat(40), -7, 3.5, '1e2', '-0', ' 5 '] as const;
const ALTERED: readonly unknown[] = [...ABSENT, ...OTHER_TYPES, ...OTHER_TEXTS];

const first = (parsed: { readonly items: readonly object[] } | null): Members | null =>
  parsed?.items[0] === undefined ? null : { ...parsed.items[0] };

/**
 * Every record type of the client except signals, with the members that the specification and
 * platform-notes.md name.
 */
const CASES: Readonly<Record<string, Case>> = {
  trade: {
    record: {
      ...{
        trade_id: '901',
        open_or_closed: 'open',
        long_or_short: 'long',
        symbol: 'AAPL',
        symbol_description: 'APPLE',
      },
      ...{ instrument: 'stock', underlying: '', putcall: '', strike: '', expir: '', ptValue: '1', quant_opened: '100' },
      ...{ quant_closed: '40', opening_price_VWAP: '250.10000', closing_price_VWAP: '251.00000', PL: '99' },
      ...{ openVWAP_timestamp: '1772461800', closeVWAP_timestamp: '1772462800', openedWhen: '2026-03-02 09:30:00' },
      ...{ closedWhen: '0', closedWhenUnixTimeStamp: '0', markToMarket_time: '2026-03-02 10:30:00', currency: 'USD' },
      ...{ openedWhenUnixTimeStamp: '1772461800', fullSymbol: 'AAPL', exchange: 'NASDAQ', currencyMultiplierUSD: 1 },
    },
    read: (record) => {
      const trade = first(parseTrades([record], '7'))?.['trade'];
      return trade === undefined ? null : { ...(trade as object) };
    },
    dependents: {
      ...{
        trade_id: ['tradeId'],
        open_or_closed: ['open', 'closedAt', 'closePrice', 'heldSeconds'],
        long_or_short: ['side'],
      },
      ...{
        symbol: ['symbol'],
        symbol_description: ['description'],
        instrument: ['instrument'],
        ptValue: ['pointValue'],
      },
      ...{ quant_opened: ['quantityOpened'], quant_closed: ['quantityClosed'], opening_price_VWAP: ['openPrice'] },
      ...{
        closing_price_VWAP: ['closePrice'],
        PL: ['profit'],
        markToMarket_time: ['markedAt'],
        currency: ['currency'],
      },
      ...{ openedWhenUnixTimeStamp: ['openedAt'] },
    },
  },
  component: {
    record: {
      ...{ symbol: 'AAPL', signalid: '55', action: 'BTO', quant: '100', instrument: 'stock' },
      ...{ tradeprice: '250.100000000', tradedwhen: '2026-03-02 09:30:00' },
    },
    read: (record) => {
      const trade = { trade_id: '1', symbol: 'A', open_or_closed: 'open', long_or_short: 'long', quant_opened: '1' };
      const parsed = parseTrades([{ ...trade, component_signals: [record] }], '7');
      return parsed?.items[0]?.components?.[0] ?? null;
    },
    dependents: {
      ...{
        symbol: ['symbol'],
        signalid: ['serviceId'],
        action: ['action'],
        quant: ['quantity'],
        tradeprice: ['price'],
      },
      tradedwhen: ['tradedAt', 'tradedText'],
    },
  },
  'equity point': {
    record: {
      ...{ strategy_with_cost: 99_000, strategy_raw: 100_000, index_price: '685.9', unix_timestamp: '1772461800' },
      ...{ YYYYMMDD: '20260302', fee_event_list: [-100] },
    },
    read: (record) => {
      const point = parseEquity({ equity_data: [record] }, '7')?.points[0];
      return point === undefined ? null : { ...point };
    },
    dependents: {
      ...{ strategy_with_cost: ['withCost'], strategy_raw: ['raw'], index_price: ['index'], unix_timestamp: ['at'] },
      fee_event_list: ['fees'],
    },
  },
  margin: {
    record: {
      ...{ buyPower: 1000, modelAccountValue: 1300, marginUsed: 200, equity: -50, cash: 1250, systemid: '7' },
      updatedLastTimeET: '2026-03-02 09:30:00',
    },
    read: (record) => parseMargin(record, '7'),
    dependents: {
      ...{ buyPower: ['buyPower'], modelAccountValue: ['modelAccountValue'], marginUsed: ['marginUsed'] },
      ...{ equity: ['equity'], cash: ['cash'], updatedLastTimeET: ['updatedText'] },
    },
  },
  details: {
    record: {
      ...{ system_id: '7', systemName: 'Mine', shortDescription: 'short', longDescription: 'long', ownerpersonid: '9' },
      ...{
        owner_screenname: 'me',
        createdWhen: '2025-01-01',
        monthlyFee: '20',
        freeTrialPeriodDays: '7',
        isAlive: '1',
      },
      ...{ minimum_portfolio_size_required: '1000', equitycurve_startingcapital: '50000', test_system: '0' },
      ...{ trades_stocks: '1', trades_options: '0' },
      creditSystemTimeUntil_epochSecs: '1772461800',
      creditSystemTimeUntil_clock: '2026-03-02 09:30:00',
      ...{ trades_own_system_certified: '1', trades_own_system_scaling: '75' },
      ...{ trades_own_system_percent_followed: '93', trades_own_system_number_signals: '412' },
    },
    read: (record) => {
      const details = parseDetails(record, '7');
      if (details === null) return null;
      const { timeCredit, ownTrading, ...others } = details;
      return { ...others, ...timeCredit, ...ownTrading };
    },
    dependents: {
      ...{ systemName: ['name'], shortDescription: ['shortDescription'], longDescription: ['longDescription'] },
      ...{ ownerpersonid: ['ownerPersonId'], owner_screenname: ['ownerScreenName'], createdWhen: ['createdText'] },
      ...{
        monthlyFee: ['monthlyFee'],
        freeTrialPeriodDays: ['freeTrialDays'],
        isAlive: ['alive'],
        test_system: ['test'],
      },
      ...{ minimum_portfolio_size_required: ['minimumPortfolio'], equitycurve_startingcapital: ['startingCapital'] },
      ...{ trades_stocks: ['instruments'], trades_options: ['instruments'], system_id: [] },
      creditSystemTimeUntil_epochSecs: ['until'],
      creditSystemTimeUntil_clock: ['until', 'untilText'],
      ...{ trades_own_system_certified: ['certified'], trades_own_system_scaling: ['scaling'] },
      ...{ trades_own_system_percent_followed: ['percentFollowed'], trades_own_system_number_signals: ['orders'] },
    },
  },
  statistic: {
    record: {
      value: '0.05',
      multiplier: '100',
      precision: '1',
      suffix: '%',
      prefix: '',
      group: 'Returns',
      helpText: '',
    },
    read: ({ value, ...metainfo }) => {
      const details = parseDetails({ statistics: { Return: { value, metainfo } } }, '7');
      const statistic = details?.statistics[0];
      return statistic === undefined ? null : { ...statistic };
    },
    dependents: {
      ...{ value: ['value'], multiplier: ['value', 'multiplier'], precision: ['precision'], suffix: ['suffix'] },
      ...{ prefix: ['prefix'], group: ['group'], helpText: ['helpText'] },
    },
  },
  strategy: {
    record: {
      ...{ system_id: '7', systemName: 'Mine', shortDescription: 'short', longDescription: 'long', monthlyFee: '20' },
      ...{ createdWhen: '2025-01-01 00:00:00', isAlive: '1', freeTrialPeriodDays: '7', creatorScreenName: 'me' },
    },
    read: (record) => first(parseStrategies([record])),
    dependents: {
      ...{
        system_id: ['systemId'],
        systemName: ['name'],
        shortDescription: ['shortDescription'],
        monthlyFee: ['monthlyFee'],
      },
      ...{ longDescription: ['longDescription'], createdWhen: ['createdAt', 'createdText'], isAlive: ['alive'] },
      ...{ freeTrialPeriodDays: ['freeTrialDays'], creatorScreenName: ['creator'] },
    },
  },
  'roster entry': {
    record: {
      ...{ system_id: '7', system_name: 'Mine', owner_screenname: 'me', created_when: '2025-01-01', monthlyFee: '20' },
      ...{ freeTrialPeriodDays: '7', minimum_portfolio_size_required: '1000', equitycurve_startingcapital: '50000' },
      ...{ isAlive: '1', recently_inactive_since: '1772461800', trades_stocks: '1', ownerpersonid: '9' },
    },
    read: (record) => first(parseRoster([record])),
    dependents: {
      ...{ system_id: ['systemId'], system_name: ['name'], owner_screenname: ['owner'], created_when: ['createdText'] },
      ...{ monthlyFee: ['monthlyFee'], freeTrialPeriodDays: ['freeTrialDays'], isAlive: ['alive'] },
      ...{ minimum_portfolio_size_required: ['minimumPortfolio'], equitycurve_startingcapital: ['startingCapital'] },
      ...{
        recently_inactive_since: ['inactiveSince'],
        trades_stocks: ['instruments'],
        ownerpersonid: ['ownerPersonId'],
      },
    },
  },
  subscriber: {
    record: {
      ...{ subscription_guid: '33', subscription_status: 'current', subscription_started_date: '2025-01-01' },
      ...{ subscription_ended: '', subscriber_personid: '9', subscriber_first_name: 'Ada', subscriber_last_name: 'L' },
      ...{
        subscriber_email: 'a@b',
        subscriber_country: 'X',
        subscriber_countrycode: 'XX',
        isPrivateSubManagement: '0',
      },
      ...{ systemid: '7', subscription_schedule_guid: '61' },
      privateSubManagement_subscription_started_when: '2025-01-02 09:30:00',
      privateSubManagement_subscription_ends_when: '2026-01-02 09:30:00',
      privateSubManagement_subscription_is_expired: 0,
      platform_subscription_ends_when: '2026-02-03 00:00:00',
      platform_subscription_is_expired: 1,
      custom_subscription_guid: '51',
      custom_subscription_amount: '59.50',
      custom_subscription_good_until_time: '2026-03-04 00:00:00',
      custom_subscription_num_bill_periods_remaining: '9',
      recurring_billing_num_failed_transacts: '2',
      recurring_billing_turned_off_when: '2025-05-06 07:08:09',
      recurring_next_billing_amount_default: '79.00',
    },
    read: (record) => {
      const subscriber = parseSubscribers({ listSubscribers: [record] })?.items[0];
      if (subscriber === undefined) return null;
      const { terms, ...others } = subscriber;
      return { ...others, ...terms };
    },
    dependents: {
      ...{ subscription_guid: ['subscriptionId'], subscription_status: ['status'], subscriber_personid: ['personId'] },
      ...{ subscription_started_date: ['startedText'], subscription_ended: ['endedText'], subscriber_email: ['email'] },
      ...{
        subscriber_first_name: ['name', 'firstName'],
        subscriber_last_name: ['name', 'lastName'],
        subscriber_country: ['country'],
      },
      ...{ isPrivateSubManagement: ['isPrivate'], subscriber_countrycode: ['countryCode'], systemid: ['systemId'] },
      privateSubManagement_subscription_started_when: ['privateStartedText'],
      privateSubManagement_subscription_ends_when: ['privateEndsText'],
      privateSubManagement_subscription_is_expired: ['isPrivateExpired'],
      platform_subscription_ends_when: ['platformEndsText'],
      platform_subscription_is_expired: ['isPlatformExpired'],
      custom_subscription_guid: ['customId'],
      custom_subscription_amount: ['customAmount'],
      custom_subscription_good_until_time: ['customUntilText'],
      custom_subscription_num_bill_periods_remaining: ['customPeriodsLeft'],
      recurring_billing_num_failed_transacts: ['failedPayments'],
      recurring_billing_turned_off_when: ['billingOffText'],
      recurring_next_billing_amount_default: ['nextPayment'],
      subscription_schedule_guid: ['scheduleId'],
    },
  },
  'desired position': {
    record: {
      symbol: 'KO',
      typeofsymbol: 'stock',
      quant: '12',
      underlying: null,
      strike: null,
      putcall: null,
      expir: null,
    },
    read: (record) => {
      const other = { symbol: 'PEP', typeofsymbol: 'stock', quant: '1' };
      const list = parseDesired({ response: [record, other] });
      if (list === null || list === 'empty' || list.kind !== 'list') return null;
      // A quantity of zero means no position.
      const [first, second] = list.positions;
      return second === undefined ? null : { ...first };
    },
    dependents: { symbol: ['symbol'], typeofsymbol: ['instrument'], quant: ['quantity'] },
  },
};

/** Whether the value is a number, or a text of digits such as an id. */
const isFigure = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value));

/**
 * Whether the value must not be shown as a number: a boolean, an array, an object, or a text that
 * is not a number.
 */
const mustNotBecomeFigure = (value: unknown): boolean =>
  typeof value === 'boolean' ||
  (typeof value === 'object' && value !== null) ||
  (typeof value === 'string' && ['NaN', 'abc', '1,000'].includes(value));

/**
 * Members whose altered value may be shown. Flags may be booleans, the value of a statistic may be
 * a list, and the opening of a trade and the end of a time credit are each given by two members.
 */
const EXCEPTIONS: ReadonlySet<string> = new Set([
  ...['isAlive', 'test_system', 'trades_stocks', 'trades_options', 'isPrivateSubManagement', 'value'],
  ...['openedWhenUnixTimeStamp', 'creditSystemTimeUntil_epochSecs', 'trades_own_system_certified'],
  ...['privateSubManagement_subscription_is_expired', 'platform_subscription_is_expired'],
]);

let count = 0;

describe('every member of every record except signals: missing, altered or of another type', () => {
  it.each(Object.entries(CASES))(
    '%s: each member is read unchanged, is unknown, or the record is refused',
    (_name, { record, read, dependents }) => {
      const whole = read(record);
      if (whole === null) throw new Error('the record itself cannot be read');
      for (const member of Object.keys(record))
        for (const altered of ALTERED) {
          count += 1;
          const { [member]: original, ...others } = record;
          const got = read(altered === MISSING ? others : { ...record, [member]: altered });
          if (got === null) continue;
          const where = `${member} = ${altered === MISSING ? 'missing' : JSON.stringify(altered)}`;
          const dependentNames = dependents[member] ?? [];
          for (const [name, value] of Object.entries(whole)) {
            if (!dependentNames.includes(name)) expect(got[name], `${where}: ${name}`).toEqual(value);
            else if (isFigure(original) && mustNotBecomeFigure(altered) && !EXCEPTIONS.has(member))
              expect(
                isUnknown(got[name]) || (typeof altered === 'string' && got[name] === altered),
                `${where}: ${name} is ${JSON.stringify(got[name])}`,
              ).toBe(true);
          }
        }
    },
  );

  it('refuses a trade with an unreadable closed quantity', () => {
    const { record, read } = CASES['trade'] ?? { record: {}, read: () => null };
    for (const quant_closed of [[], {}, true, 'abc', '1,000'])
      expect(read({ ...record, quant_closed }), JSON.stringify(quant_closed)).toBeNull();
  });

  it('refuses a target list with an unreadable quantity', () => {
    for (const quant of [null, '', [], {}, true, 'abc', '1,000', undefined])
      expect(
        parseDesired({ response: [{ symbol: 'KO', typeofsymbol: 'stock', quant }] }),
        JSON.stringify(quant),
      ).toBeNull();
    expect(parseDesired({ response: [{ symbol: 'KO', typeofsymbol: 'stock', quant: '0' }] })).toBe('empty');
  });

  it('tests more than 1500 cases', () => expect(count).toBeGreaterThan(1500));
});

/** The values that the window shows as unknown. */
function isUnknown(value: unknown): boolean {
  return value === null || value === '' || value === undefined || (Array.isArray(value) && value.length === 0);
}
