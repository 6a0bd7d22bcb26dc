// For every response member that docs/spec/coverage.md lists as used, a changed value in a record
// changes what the program does or shows.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { changeAutoTrade, stopAutoTrade } from '#core/acts/autotrade-acts.ts';
import { confirmationOf } from '#core/acts/confirmation-of.ts';
import { createLicense } from '#core/acts/platform-acts.ts';
import { createNewSystem } from '#core/acts/strategy-acts.ts';
import { externalRow } from '#core/orders/blotter/blotter-rows.ts';
import { cancelOutcome } from '#core/orders/cancel/cancel-runner.ts';
import { reduce } from '#core/orders/journal/lifecycle.ts';
import { classifySubmit } from '#core/orders/send/classify.ts';
import { parseBrokers } from '#core/platform/parse/brokers.ts';
import { parseEquity } from '#core/platform/parse/equity.ts';
import { parseSignals } from '#core/platform/parse/signal.ts';
import { parseStatistics } from '#core/platform/parse/statistics.ts';
import { parseDetails, parseMargin, parseStrategies } from '#core/platform/parse/strategy.ts';
import { parseTrades } from '#core/platform/parse/trade.ts';
import type { PlatformResult } from '#core/platform/platform-client.ts';
import { brokerCards } from '#renderer/autotrade/broker-choices.ts';
import { equityModel } from '#renderer/chart/equity-model.ts';
import { statisticGroups } from '#renderer/strategies/statistic-groups.ts';
import { strategyTerms } from '#renderer/strategies/strategy-terms.ts';
import { componentExport } from '#renderer/trades/component-export.ts';
import type { Used } from '#tests/api-coverage/place.ts';
import { responseEntries } from '#tests/api-coverage/shown.ts';
import { fieldsOf, records, type RecordName } from '#tests/api-coverage/specification.ts';
import { copySettings } from '#tests/fixtures/copy-settings.ts';
import { exactEcho } from '#tests/unit/core/orders/exact-platform.ts';
import { newOrder, record as cached, startWall, systemId } from '#tests/unit/core/orders/order-fixtures.ts';

type Wire = Readonly<Record<string, unknown>>;
/** A record as the platform may send it, and the effect that the program derives from it. */
type Case = { readonly record: Wire; readonly effect: (record: Wire) => unknown };

const answer = (body: object): PlatformResult => {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  return { kind: 'answer', httpStatus: 200, bytes, sentAt: startWall, receivedAt: startWall };
};

const signal: Wire = {
  ...{ signal_id: '155664001', status: 'canceled', action: 'STC', quant: '100', symbol: 'AAPL', instrument: 'stock' },
  ...{ isMarketOrder: '0', isLimitOrder: '150.1', isStopOrder: '0', tif: 'GTC' },
  ...{ posted_time_unix: '1772461800', posted_time: '', trade_id_opening: '7390001', trade_id_closing: '' },
};
/** The rows of the blotter, and how many records could not be read. */
const blotter = (record: Wire): unknown => {
  const parsed = parseSignals([record], '7');
  return [parsed?.unreadable.length, parsed?.items.map((one) => externalRow(cached(one.serviceId, one)))];
};

const trade: Wire = {
  ...{ trade_id: '1', symbol: 'AAPL', open_or_closed: 'closed', long_or_short: 'long', quant_opened: '1' },
  ...{ openedWhen: '2026-03-02 09:30:00', closedWhenUnixTimeStamp: '1772462900' },
};

const row = reduce(
  reduce(null, {
    type: 'created',
    ...newOrder(1, {
      conditionalUpon: '155000001',
      ocaGroupId: '177246180000009',
      parkUntil: startWall / 1000 + 3_600,
    }),
    ownId: '177246180000001',
  }),
  { type: 'slot-free', at: startWall, monotonic: 0, preExistingMatches: [] },
);
const canceledOrder = { symbol: 'AAPL', action: 'BTO', quantity: '100', instrument: 'stock', kind: 'limit' } as const;

const points = [
  {
    unix_timestamp: '1772461860',
    strategy_with_cost: 99,
    strategy_raw: 100,
    index_price: '6800',
    YYYYMMDD: '20260302',
  },
];
const brokers = (parameters_in: Wire, choice: Wire = { brokercode: 'HARBOR', onlynonusacustomers: '1' }): unknown => {
  const classes = [{ brokerClassName: 'Harbor', brokerChoicesForThisParentClass: [choice] }];
  const asked = {
    systemId: '7',
    personId: '9',
    filters: ['stocks', 'options', 'futures', 'forex', 'allow_short_options'],
  };
  const parsed = parseBrokers({ parameters_in, brokers_available: classes }, asked);
  const none = { stock: false, option: false, future: false, forex: false };
  return parsed && brokerCards({ ...parsed, choices: parsed.choices.items }, none);
};

const cases: Readonly<Partial<Record<RecordName, Case>>> = {
  details: {
    record: {
      system_id: '7',
      createdWhen: '2021-12-20',
      creditSystemTimeUntil_epochSecs: '1798000000',
      creditSystemTimeUntil_clock: '',
    },
    effect: (record) => {
      const strategy = parseStrategies([{ system_id: '7' }])?.items[0];
      const details = parseDetails(record, '7');
      return [details === null, strategy && strategyTerms(strategy, details, 'ET')];
    },
  },
  statistic: {
    record: { value: '0.5', multiplier: '1', group: 'Return', category: '' },
    effect: ({ value, ...metainfo }) => statisticGroups(parseStatistics({ Name: { value, metainfo } })),
  },
  margin: { record: { cash: '1', systemid: '7' }, effect: (record) => parseMargin(record, '7') },
  'working signal': { record: signal, effect: blotter },
  'ended signal': { record: signal, effect: blotter },
  trade: { record: trade, effect: (record) => parseTrades([record], '7')?.items[0]?.trade },
  'component signal': {
    record: { symbol: 'AAPL', signalid: '55', action: 'BTO', quant: '1', tradeprice: '1', tradedwhen: '' },
    effect: (record) => {
      const parts = parseTrades([{ ...trade, component_signals: [record] }], '7')?.items[0]?.components ?? [];
      return parts.map((part) => componentExport.map(({ value }) => value({ ...part, tradeId: '1' })));
    },
  },
  'equity answer': {
    record: { systemid: '7', systemname: 'A', initial_index_to_equity_scaling_factor: '10' },
    effect: (record) => {
      const parsed = parseEquity({ ...record, equity_data: points }, '7');
      if (parsed === null) return null;
      const columns = { times: [1_772_461_860], withCost: [99], raw: [100], index: [6800], fees: [] };
      return [
        ...equityModel({ systemId: '7', ...columns, indexScale: parsed.indexScale }, 'America/New_York').curves
          .benchmark,
      ];
    },
  },
  'equity point': { record: points[0] ?? {}, effect: (point) => parseEquity({ equity_data: [point] }, '7')?.points },
  'submit echo': {
    record: exactEcho(row, '155664001'),
    effect: (echo) => {
      const body = { ok: '1', signal: echo, signalid: row.ownId, elapsed_time: '0.1' };
      const verdict = classifySubmit(answer(body), row);
      return verdict.kind === 'accepted' ? [verdict.alarm, verdict.serviceIds] : verdict;
    },
  },
  'cancel echo': {
    record: {
      ...{
        signalid: '155664001',
        systemid: systemId,
        symbol: 'AAPL',
        typeofsymbol: 'stock',
        action: 'BTO',
        quant: '100',
      },
      ...{ market: '0', islimit: '150.1', stop: '0', gtc: '1', day: '0', tradedwhen: '', tradeprice: '0' },
      ...{ ok: '1', title: 'Unclear', message: 'Ask' },
    },
    effect: ({ ok, title, message, ...echo }) =>
      cancelOutcome(answer({ ok, title, message, signal: echo, signalid: '177246180000001' }), {
        signalId: '177246180000001',
        systemId,
        meant: { ...canceledOrder, limit: '150.10', stop: null, duration: 'GTC' },
      }),
  },
  link: {
    record: { broker_account_guid: 'G1' },
    effect: (success) => {
      const settings = { ...copySettings, joinTradesInProgress: false };
      return changeAutoTrade.confirms({ success }, { settings, fields: [], accountGuid: 'G1' });
    },
  },
  'stopped copy': {
    record: { visiblePositionsLeftUntouched: [{ symbol: 'AAPL', typeofsymbol: 'stock', quant: '5' }] },
    effect: (status) => [
      stopAutoTrade.confirms({ success: { status } }, { leave: true }),
      stopAutoTrade.result?.({ success: { status } }),
    ],
  },
  'new strategy': {
    record: { NewSystemID: '101' },
    effect: (success) => [createNewSystem.isContradictory?.({ success }), createNewSystem.result?.({ success })],
  },
  'new license': {
    record: { license_id: '52' },
    effect: (success) => createLicense.confirms({ success }, { license_type_requested: 'autotrade_monthly' }),
  },
  changes: {
    record: { changes: ['name updated', 'monthlyfee updated'] },
    effect: (success) => confirmationOf({ success }, ['name', 'monthlyfee'], 'part'),
  },
  'broker parameters': {
    record: {
      ...{ systemid: '7', personid: '9', allow_short_options: '1', countrycode: 'DE' },
      ...{ stocks: '1', options: '1', futures: '1', forex: '1' },
    },
    effect: (record) => brokers(record),
  },
  'broker choice': { record: { brokercode: 'HARBOR' }, effect: (record) => brokers({ systemid: '7' }, record) },
};

const members = Object.entries(responseEntries).flatMap(([recordName, fields]) =>
  Object.entries(fields ?? {}).flatMap(([field, entry]) =>
    entry.kind === 'used' ? [[`${recordName}: ${field}`, recordName, field, entry] as const] : [],
  ),
);
const caseOf = (recordName: string): Case => {
  const found = Object.entries(cases).find(([name]) => name === recordName)?.[1];
  if (found === undefined) throw new Error(`no record of ${recordName}`);
  return found;
};
const effectOf = ({ effect }: Case, record: Wire): string => JSON.stringify(effect(record)) ?? 'none';

describe('a response member that the program uses', () => {
  it.each(members)(
    '%s: a changed value changes the effect',
    (_name, recordName, field, { changedValue, otherMembers = {} }: Used) => {
      const one = caseOf(recordName);
      const before = { ...one.record, ...otherMembers };
      expect(effectOf(one, { ...before, [field]: changedValue })).not.toBe(effectOf(one, before));
    },
  );

  it.each(members)('%s: the named file reads this member', (_name, _recordName, field, { file }) => {
    const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
    expect(text.includes(`'${field}'`), `${field} in ${file}`).toBe(true);
  });

  it('differs from an unused member, which has no effect', () => {
    const unexpected = Object.entries(cases).flatMap(([recordName, one]) => {
      const joinedNames = Object.entries(records).find(([name]) => name === recordName)?.[1] ?? '';
      const entries = Object.entries(responseEntries).find(([name]) => name === recordName)?.[1] ?? {};
      return fieldsOf(joinedNames)
        .filter((field) => entries[field]?.kind === 'unused')
        .filter((field) => effectOf(one, { ...one.record, [field]: '9' }) !== effectOf(one, one.record))
        .map((field) => `${recordName}: ${field}`);
    });
    expect(unexpected).toEqual([]);
  });
});
