import type { Margin, Strategy, StrategyDetails } from '#contract/model/strategy.ts';
import { flag, nonZeroText, textOrNull } from '../absent.ts';
import { isRecord, type JsonObject } from '../wire/json-object.ts';
import { StrategyRecord } from '../wire/record-schemas.ts';
import { parseList, type Parsed, type ParsedRecord } from './parsed.ts';
import { decimal, id, instant } from './scalars.ts';
import { parseStatistics } from './statistics.ts';

/** Parses `listAllSystems`. Null if the value is not a list. */
export const parseStrategies = (value: unknown): Parsed<Strategy> | null => parseList(value, parseStrategy);

const parseStrategy = (record: unknown): ParsedRecord<Strategy> => {
  if (!StrategyRecord.Check(record)) return { problem: 'strategy: system_id' };
  const wire: JsonObject = record;
  const systemId = id(wire['system_id']);
  if (systemId === null) return { problem: 'strategy: system_id' };
  return {
    systemId,
    name: textOrNull(wire['systemName']) ?? `Strategy ${systemId}`,
    shortDescription: textOrNull(wire['shortDescription']) ?? '',
    longDescription: textOrNull(wire['longDescription']) ?? '',
    creator: textOrNull(wire['creatorScreenName']) ?? '',
    createdAt: instant(null, wire['createdWhen']),
    createdText: nonZeroText(wire['createdWhen']) ?? '',
    monthlyFee: decimal(wire['monthlyFee']),
    freeTrialDays: decimal(wire['freeTrialPeriodDays']),
    alive: flag(wire['isAlive']),
  };
};

/** Parses `getSystemDetails`. Null if it is not an object or is for another strategy. */
export const parseDetails = (value: unknown, systemId: string): StrategyDetails | null => {
  if (!isRecord(value)) return null;
  const answeredSystemId = id(value['system_id']) ?? id(value['systemid']);
  // Details of another strategy are not shown as those of this one.
  if (answeredSystemId !== null && answeredSystemId !== systemId) return null;
  return {
    systemId,
    name: textOrNull(value['systemName']) ?? textOrNull(value['system_name']) ?? `Strategy ${systemId}`,
    shortDescription: textOrNull(value['shortDescription']) ?? '',
    longDescription: textOrNull(value['longDescription']) ?? '',
    ownerPersonId: id(value['ownerpersonid']),
    ownerScreenName: textOrNull(value['owner_screenname']) ?? '',
    createdText: nonZeroText(value['createdWhen']) ?? '',
    monthlyFee: decimal(value['monthlyFee']),
    freeTrialDays: decimal(value['freeTrialPeriodDays']),
    minimumPortfolio: decimal(value['minimum_portfolio_size_required']),
    startingCapital: decimal(value['equitycurve_startingcapital']),
    alive: flag(value['isAlive']),
    test: flag(value['test_system']),
    instruments: instrumentsOf(value),
    statistics: parseStatistics(value['statistics']),
    timeCredit: {
      until: instant(value['creditSystemTimeUntil_epochSecs'], value['creditSystemTimeUntil_clock']),
      untilText: nonZeroText(value['creditSystemTimeUntil_clock']) ?? '',
    },
    ownTrading: {
      certified: textOrNull(value['trades_own_system_certified']) ?? '',
      scaling: figureText(value['trades_own_system_scaling']),
      percentFollowed: figureText(value['trades_own_system_percent_followed']),
      orders: figureText(value['trades_own_system_number_signals']),
    },
  };
};

/** A figure as the platform writes it. A boolean is not a figure. */
const figureText = (value: unknown): string => (typeof value === 'boolean' ? '' : (textOrNull(value) ?? ''));

const instrumentFlag = /^(?:trades_(?!own_)|shorts_)/;

/** The instruments that a strategy declares. */
export const instrumentsOf = (wire: JsonObject): string[] =>
  Object.keys(wire)
    .filter((member) => instrumentFlag.test(member) && flag(wire[member]) === true)
    .map((member) => member.replace(/^trades_/, '').replaceAll('_', ' '));

/**
 * Parses `requestMarginEquity`, whose figures are at the top level or under `response` or `success`
 * (platform-notes 19), or the `marginEquityData` of the details. Null if no figure is present, or
 * if the figures are those of another strategy.
 */
export const parseMargin = (value: unknown, systemId: string): Margin | null => {
  if (!isRecord(value)) return null;
  const nested = [value['response'], value['success'], value['marginEquityData']].find(isRecord);
  const wire = nested ?? value;
  const answeredSystemId = id(wire['systemid']);
  if (answeredSystemId !== null && answeredSystemId !== systemId) return null;
  const margin: Margin = {
    buyPower: decimal(wire['buyPower']),
    cash: decimal(wire['cash']),
    equity: decimal(wire['equity']),
    marginUsed: decimal(wire['marginUsed']),
    modelAccountValue: decimal(wire['modelAccountValue']),
    updatedText: nonZeroText(wire['updatedLastTimeET']) ?? '',
  };
  const { updatedText: _, ...figures } = margin;
  return Object.values(figures).every((figure) => figure === null) ? null : margin;
};
