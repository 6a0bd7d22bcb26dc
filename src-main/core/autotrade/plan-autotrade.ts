import type {
  AutoTradePlan,
  AutoTradeRequest,
  AutoTradeSettings,
  CopyRow,
  CredentialNeed,
  RoundingMeter,
  SettingRow,
} from '#contract/model/autotrade.ts';
import type { BrokerChoice } from '#contract/model/broker.ts';
import type { OpenPosition } from '#contract/model/trade.ts';
import { changedFields, wireSettings } from '#core/acts/autotrade-settings.ts';
import { changeAutoTrade, type LinkBefore } from '#core/acts/autotrade-acts.ts';
import { standardPointValue } from '#core/orders/order-money.ts';
import { digestOf } from '#core/files/sealed.ts';
import { impactOf, type CopyChange, type StrategyPosition } from '#rules/autotrade/impact.ts';
import { roundingOf, type Units } from '#rules/autotrade/rounding.ts';
import { fixed, formatFixed, magnitude, parseFixed, roundFixed, times, type Fixed } from '#rules/decimal.ts';
import { isStopped } from './current-copies.ts';
import { areSettingsKnown, type PlanFacts } from './plan-facts.ts';
import { planChecks } from './plan-checks.ts';
import { rulesSettings } from './rules-settings.ts';
import { pastTrades } from './strategy-trades.ts';

/** What the request would change and trade now. The figures of positions are an estimate. */
export function planAutoTrade(planId: string, request: AutoTradeRequest, facts: PlanFacts): AutoTradePlan {
  const { link, choice, before } = facts;
  const settings = request.kind === 'stop' ? null : request.settings;
  const positions = copyRows(request, facts);
  const copiedAfter = positions.filter(({ after }) => after === null || parseFixed(after) !== 0n);
  const stopLoss = settings?.stopLossDollarsPerPosition ?? null;
  const reduces = isOnlyReducing(request, before);
  const accountEnd = request.kind === 'start' ? null : (link?.accountEnd ?? null);
  return {
    planId,
    digest: digestOfPlan(request, facts),
    request,
    brokerName: choice?.name ?? link?.brokerName ?? '',
    strategyName: facts.strategy?.name ?? '',
    personId: facts.personId,
    at: Math.floor(facts.now / 1000),
    reduces,
    needs: needsOf(choice),
    userIdLabel: choice?.userIdLabel ?? null,
    confirmBy: reduces ? null : knowsAccountEnd(request, choice, accountEnd) ? 'account-end' : 'broker-code',
    accountEnd,
    settings: settingRows(request, before),
    positions,
    value: positions.some(isUnvalued) ? null : formatFixed(sumOf(positions)),
    worstCase: stopLoss === null ? null : String(stopLoss * copiedAfter.length),
    rounding: settings === null ? null : roundingMeter(settings, facts),
    // A request that only reduces needs no rehearsal (acts.md 5).
    checks: planChecks(request, { ...facts, isUnrehearsed: facts.isUnrehearsed && !reduces }, positions),
    requests: 1,
    positionsReadAt: facts.positionsReadAt,
    brokersReadAt: facts.brokersReadAt,
  };
}

const isOnlyReducing = (request: AutoTradeRequest, before: LinkBefore): boolean => {
  if (request.kind !== 'change') return request.kind === 'stop';
  const { settings } = request;
  return changeAutoTrade.reducesRisk?.({ before, wanted: { settings, fields: [], accountGuid: null } }) ?? false;
};

/** Whether a position of the copy has no known value. A sum without it would be too small. */
const isUnvalued = ({ after, value }: CopyRow): boolean => after === null || (value === null && after !== '0');

const sumOf = (rows: readonly CopyRow[]): Fixed =>
  rows.reduce((sum, { value }) => sum + (value === null ? 0n : fixed(value)), 0n);

const shownValue = (value: number | null | undefined): string | null => (value == null ? null : String(value));

function settingRows(request: AutoTradeRequest, before: LinkBefore): SettingRow[] {
  if (request.kind === 'stop') return [];
  const earlier = before.settings === null ? null : wireSettings(before.settings);
  const isKnown = areSettingsKnown(before);
  const sent = changedFields(isKnown ? before.settings : null, request.settings);
  return [...wireSettings(request.settings)]
    .filter(([field]) => request.kind === 'start' || field !== 'join_trades_in_progress')
    .map(([field, value]) => {
      const row = {
        field,
        before: request.kind === 'start' ? null : shownValue(earlier?.get(field)),
        after: shownValue(value),
      };
      if (request.kind === 'start') return { ...row, change: 'new' };
      if (!sent.includes(field)) return { ...row, change: isKnown ? 'same' : 'kept' };
      return { ...row, change: isKnown ? 'changed' : 'sent' };
    });
}

function copyRows(request: AutoTradeRequest, facts: PlanFacts): CopyRow[] {
  const { choice, before, link } = facts;
  const isCopying = request.kind !== 'start' && link !== null && !isStopped(link);
  const settingsBefore = isCopying && before.settings !== null ? rulesSettings(before.settings, choice) : null;
  const settingsAfter = request.kind === 'stop' ? null : rulesSettings(request.settings, choice);
  const positions = facts.positions.flatMap((position) => strategyPosition(position) ?? []);
  const skipped = new Set(facts.positions.filter((one) => isSkipped(one, facts.copiedSince)).map(({ id }) => id));
  const leavesPositions = request.kind === 'stop' && request.leave;
  const after = leavesPositions ? settingsBefore : settingsAfter;
  // If the settings before a change are not known, the new ones take their place here. `copyRow`
  // then shows no figures from before the change.
  const assumedBefore = request.kind === 'change' ? (settingsBefore ?? settingsAfter) : settingsBefore;
  const changes = impactOf(positions, { before: assumedBefore, after, skipped });
  const isBeforeKnown = request.kind === 'start' || areSettingsKnown(before);
  return changes.map((change) => {
    const isAfterKnown = isBeforeKnown || (!leavesPositions && isTargetKnown(change, request));
    return copyRow(change, facts, { isBeforeKnown, isAfterKnown, leavesPositions });
  });
}

/**
 * Whether the copy after the request is known although the settings before it are not. An empty
 * limit is not sent, so the one in effect remains. It can only make the copy smaller.
 */
function isTargetKnown({ position: { instrument }, target }: CopyChange, request: AutoTradeRequest): boolean {
  if (request.kind === 'stop' || target === 0n) return true;
  const { maxDollarsStocks, maxUnits } = request.settings;
  return (instrument === 'stock' ? maxDollarsStocks : maxUnits[instrument]) !== null;
}

const isSkipped = ({ openedAt }: OpenPosition, copiedSince: number | null): boolean =>
  copiedSince !== null && openedAt !== null && openedAt < copiedSince;

/** Null if the platform does not state the type of the position or a readable quantity. */
function strategyPosition(position: OpenPosition): StrategyPosition | null {
  const { id, symbol, instrument, side } = position;
  const quantity = parseFixed(position.quantity);
  if (instrument === null || quantity === undefined) return null;
  const price = priceOf(position);
  return {
    tradeId: id,
    symbol,
    instrument,
    quantity: side === 'long' ? quantity : -quantity,
    price: price === null ? 0n : fixed(price.price),
  };
}

/** The price that the profit implies, otherwise the price of opening. */
function priceOf({ implied, averagePrice, openedAt }: OpenPosition): CopyRow['price'] {
  if (implied != null) return implied;
  return averagePrice === null || openedAt === null ? null : { price: averagePrice, at: openedAt };
}

type Known = {
  readonly isBeforeKnown: boolean;
  readonly isAfterKnown: boolean;
  readonly leavesPositions: boolean;
};

function copyRow(
  change: CopyChange,
  facts: PlanFacts,
  { isBeforeKnown, isAfterKnown, leavesPositions }: Known,
): CopyRow {
  const { position, copied, target, delta, limit } = change;
  const shown = facts.positions.find(({ id }) => id === position.tradeId);
  const price = shown === undefined ? null : priceOf(shown);
  const pointValue = standardPointValue(position, shown?.pointValue ?? null);
  const size = magnitude(target);
  return {
    symbol: position.symbol,
    instrument: position.instrument,
    strategyQuantity: formatFixed(position.quantity),
    before: isBeforeKnown ? formatFixed(copied) : null,
    after: isAfterKnown ? formatFixed(target) : null,
    delta: leavesPositions ? '0' : isBeforeKnown ? formatFixed(delta) : null,
    limit,
    price,
    value:
      price === null || pointValue === null || !isAfterKnown
        ? null
        : formatFixed(roundFixed(times(times(fixed(price.price), size), fixed(pointValue)), 0)),
  };
}

function roundingMeter(settings: AutoTradeSettings, { trades, choice }: PlanFacts): RoundingMeter {
  const report = roundingOf(pastTrades(trades), rulesSettings(settings, choice));
  return {
    trades: report.tradeCount,
    notCopied: report.notCopiedCount,
    size: units(report.size),
    scaleIns: units(report.scaleIns),
    scaleOuts: units(report.scaleOuts),
    smallestScaling: report.smallestScaling,
    unread: trades.unread.length,
  };
}

const units = ({ exact, copied }: Units) => ({ exact: formatFixed(exact), copied: formatFixed(copied) });

/** A broker choice that is known only by a typed code does not say what it asks for. */
const needsOf = (choice: BrokerChoice | undefined): AutoTradePlan['needs'] => ({
  accountNumber: needOf(choice?.needs.accountNumber),
  userId: needOf(choice?.needs.userId),
  password: needOf(choice?.needs.password),
});

const needOf = (flag: boolean | null | undefined): CredentialNeed =>
  flag == null ? 'optional' : flag ? 'required' : 'not-needed';

/** Whether the last characters of the account number are known when the plan is confirmed. */
const knowsAccountEnd = (
  request: AutoTradeRequest,
  choice: BrokerChoice | undefined,
  accountEnd: string | null,
): boolean => (request.kind === 'start' ? choice?.needs.accountNumber === true : accountEnd !== null);

/**
 * The digest has no prices, because they change with every reading, and the platform trades at its
 * own prices. It does not have `isListed` either, which becomes false when the list gets old:
 * nothing that is shown depends on it.
 */
function digestOfPlan(
  request: AutoTradeRequest,
  { link, choice, before, positions, strategy, personId }: PlanFacts,
): string {
  const basis = {
    request,
    personId,
    before: { ...before, isListed: undefined },
    choice: choice ?? null,
    state: link?.state ?? null,
    alive: strategy?.alive ?? null,
    positions: positions.map(({ id, side, quantity }) => [id, side, quantity]),
  };
  return digestOf(JSON.stringify(basis));
}
