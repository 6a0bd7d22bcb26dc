import type {
  WireFlag,
  WireMarginFigures,
  WireRosterEntry,
  WireStatistics,
  WireSystemDetails,
  WireSystemListEntry,
} from '#core/platform/wire/records.ts';
import { toNumber } from '#rules/decimal.ts';
import type { MarginFigures } from '#rules/trades/margin.ts';
import { newYorkDate, newYorkText } from '#rules/calendar/new-york.ts';
import type { Strategy } from '#practice/strategy.ts';
import { unixText } from './times.ts';

const flag = (value: boolean): WireFlag => (value ? '1' : '0');

/** A strategy in the answer of listAllSystems. */
export function listEntry(strategy: Strategy): WireSystemListEntry {
  return {
    longDescription: strategy.longDescription,
    system_id: strategy.id,
    systemName: strategy.name,
    monthlyFee: String(strategy.monthlyFee),
    createdWhen: newYorkText(strategy.createdAt),
    isAlive: flag(strategy.isAlive),
    shortDescription: strategy.shortDescription,
    freeTrialPeriodDays: String(strategy.trialDays),
    creatorScreenName: strategy.ownerScreenName,
  };
}

/** getSystemRoster: exactly these 17 members (platform-notes.md 24). */
export function rosterEntry(strategy: Strategy): WireRosterEntry {
  return {
    system_id: strategy.id,
    ownerpersonid: strategy.ownerPersonId,
    trades_stocks: flag(strategy.tradedTypes.stock),
    trades_stocks_short: flag(strategy.shortedTypes.stock),
    trades_options_short: flag(strategy.shortedTypes.option),
    minimum_portfolio_size_required: String(strategy.minimumPortfolio),
    freeTrialPeriodDays: String(strategy.trialDays),
    owner_screenname: strategy.ownerScreenName,
    trades_options: flag(strategy.tradedTypes.option),
    created_when: newYorkDate(strategy.createdAt),
    system_name: strategy.name,
    recently_inactive_since: strategy.inactiveSince === null ? '0' : unixText(strategy.inactiveSince),
    equitycurve_startingcapital: String(strategy.startingCapital),
    monthlyFee: String(strategy.monthlyFee),
    trades_forex: flag(strategy.tradedTypes.forex),
    isAlive: flag(strategy.isAlive),
    trades_futures: flag(strategy.tradedTypes.future),
  };
}

/** Whether and how the owner trades the strategy. */
export type OwnTrading = Pick<
  WireSystemDetails,
  | 'trades_own_system_certified'
  | 'trades_own_system_scaling'
  | 'trades_own_system_percent_followed'
  | 'trades_own_system_number_signals'
>;

/** The strategy in the answer of getSystemDetails. */
export function detailsRecord(
  strategy: Strategy,
  statistics: WireStatistics,
  margin: WireMarginFigures,
  own: OwnTrading,
): WireSystemDetails {
  return {
    system_id: strategy.id,
    longDescription: strategy.longDescription,
    shortDescription: strategy.shortDescription,
    systemName: strategy.name,
    createdWhen: newYorkText(strategy.createdAt),
    ownerpersonid: strategy.ownerPersonId,
    owner_screenname: strategy.ownerScreenName,
    monthlyFee: String(strategy.monthlyFee),
    freeTrialPeriodDays: String(strategy.trialDays),
    minimum_portfolio_size_required: String(strategy.minimumPortfolio),
    equitycurve_startingcapital: String(strategy.startingCapital),
    isAlive: flag(strategy.isAlive),
    test_system: flag(strategy.isTest),
    trades_stocks: flag(strategy.tradedTypes.stock),
    trades_stocks_short: flag(strategy.shortedTypes.stock),
    trades_options: flag(strategy.tradedTypes.option),
    trades_options_short: flag(strategy.shortedTypes.option),
    trades_futures: flag(strategy.tradedTypes.future),
    trades_forex: flag(strategy.tradedTypes.forex),
    shorts_stocks: flag(strategy.shortedTypes.stock),
    shorts_options: strategy.tradedTypes.option ? flag(strategy.shortedTypes.option) : null,
    creditSystemTimeUntil_epochSecs: strategy.creditTimeUntil === null ? null : unixText(strategy.creditTimeUntil),
    creditSystemTimeUntil_clock: strategy.creditTimeUntil === null ? null : newYorkText(strategy.creditTimeUntil),
    ...own,
    statistics,
    marginEquityData: margin,
  };
}

export function marginRecord(figures: MarginFigures, strategyId: string, now: number): WireMarginFigures {
  return {
    buyPower: toNumber(figures.buyPower),
    modelAccountValue: toNumber(figures.modelAccountValue),
    marginUsed: toNumber(figures.marginUsed),
    equity: toNumber(figures.equity),
    updatedLastTimeET: newYorkText(now),
    cash: toNumber(figures.cash),
    systemid: strategyId,
  };
}
