import type { Text } from '#contract/message.ts';
import type { DesiredTarget } from '#contract/model/desired.ts';
import type { TargetRequest, TargetRow } from '#contract/model/target-plan.ts';
import type { Check } from '#contract/model/ticket.ts';
import { limits } from '#contract/limits.ts';
import { isSameTarget } from '#core/acts/set-desired-positions.ts';
import { check } from '#core/plans/check.ts';
import { usualMarginRate } from '#core/orders/risk/precautions.ts';
import { readingAge } from '#core/reading-age.ts';
import { fixed, formatFixed, isWhole, magnitude, parseFixed, times, type Fixed } from '#rules/decimal.ts';
import type { DraftLines } from './draft-lines.ts';
import type { TargetFacts } from './target-facts.ts';
import { limitChecks } from './limit-checks.ts';
import { addsRisk } from './target-gate.ts';
import { exposureOf, isOpenMarketOrder, otherOrders } from './target-rows.ts';

/** Readings older than this are repeated before a plan is made. */
export const freshSeconds = 60;
/** A line larger than this multiple of the median trade needs a confirmation. */
const largeLineFactor = 5n;
/** The most lines, symbols or orders that one message lists. */
const maxListed = 40;

export type CheckFacts = {
  readonly request: TargetRequest;
  readonly draft: DraftLines;
  readonly rows: readonly TargetRow[];
  readonly facts: TargetFacts;
  /** What is sent. */
  readonly target: DesiredTarget;
  /** What the list adds to the value of all positions, in dollars. */
  readonly adds: string;
  /** The gross value of all positions after the list is reached. */
  readonly gross: string;
};

/**
 * `flat` is blocked only if another person owns the strategy. It always has a warning to confirm.
 */
export function targetChecks(parts: CheckFacts): Check[] {
  const { request, facts } = parts;
  const locked = facts.lockReason === null ? [] : [check('block', 'locked', facts.lockReason)];
  if (request.kind === 'flat')
    return [...locked, ...holdsNothingChecks(parts), ...orderChecks(parts), ...noteChecks(parts)];
  return [
    ...locked,
    ...lineChecks(parts),
    ...stateChecks(facts),
    ...closingChecks(parts),
    ...orderChecks(parts),
    ...limitChecks(request.systemId, parts.rows, facts),
    ...moneyChecks(parts),
    ...rehearsalChecks(parts),
    ...noteChecks(parts),
  ];
}

function lineChecks({ request, draft }: CheckFacts): Check[] {
  if (request.kind !== 'list') return [];
  const count = request.lines.length;
  const found: Check[] = [];
  if (count === 0) found.push(check('block', 'empty', { code: 'target.empty' }));
  if (count > limits.targetLines) found.push(check('block', 'too-many', { code: 'target.too-many', lines: count }));
  for (const [code, problems] of Map.groupBy(draft.problems, (one) => one.code)) {
    const lines = problems.slice(0, maxListed).map(({ line, text }) => ({ line, text }));
    found.push(check('block', code.slice('target.'.length), { code, lines }));
  }
  return found;
}

function stateChecks(facts: TargetFacts): Check[] {
  const { desired, killReason, positionsReadAt, ordersReadAt, readFailure: reason } = facts;
  const found: Check[] = [];
  if (killReason !== null) found.push(check('block', 'killed', killReason));
  if (desired.mode === 'pending') found.push(check('block', 'pending', { code: 'target.pending' }));
  const positionsAge = readingAge(positionsReadAt, facts.now);
  if (positionsAge === null || positionsAge > freshSeconds)
    found.push(check('block', 'positions-old', { code: 'target.positions-old', seconds: positionsAge, reason }));
  else if (facts.positionsFailure !== null) {
    const text = { code: 'target.positions-incomplete', reason: facts.positionsFailure } as const;
    found.push(check('warn', 'positions-incomplete', text));
  }
  const ordersAge = readingAge(ordersReadAt, facts.now);
  if (ordersAge === null || ordersAge > freshSeconds)
    found.push(check('block', 'orders-old', { code: 'target.orders-old', seconds: ordersAge, reason }));
  return found;
}

const isHeld = ({ holding, pendingQuantity }: TargetRow): boolean =>
  fixed(holding) !== 0n || fixed(pendingQuantity) !== 0n;

/** Positions that the list closes without a line that says zero. */
export const leftOut = (rows: readonly TargetRow[]): TargetRow[] => rows.filter((row) => !row.isListed && isHeld(row));

function closingChecks(parts: CheckFacts): Check[] {
  const { draft, rows, target } = parts;
  const found: Check[] = [];
  const missing = leftOut(rows);
  if (missing.length > 0) {
    const positions = missing.map(({ symbol, holding }) => ({ symbol, quantity: holding }));
    found.push(check('warn', 'left-out', { code: 'target.left-out', positions }));
  }
  if (target.kind === 'flat' && draft.good.length > 0) found.push(...holdsNothingChecks(parts));
  const crossing = rows.filter(({ mark }) => mark === '↔').map(({ symbol }) => symbol);
  if (crossing.length > 0)
    found.push(check('warn', 'crosses-zero', { code: 'target.crosses-zero', symbols: crossing.slice(0, maxListed) }));
  const held = new Map(rows.map(({ symbol, holding }) => [symbol, fixed(holding)]));
  const fractional = draft.good.filter(({ symbol, isKept }) => isKept && !isWhole(held.get(symbol) ?? 0n));
  if (fractional.length > 0) {
    const positions = fractional.map(({ symbol, quantity }) => ({
      symbol,
      quantity: formatFixed(held.get(symbol) ?? 0n),
      kept: formatFixed(quantity),
    }));
    found.push(check('warn', 'fraction-kept', { code: 'target.fraction-kept', positions }));
  }
  return found;
}

function holdsNothingChecks({ rows }: CheckFacts): Check[] {
  return [check('warn', 'holds-nothing', { code: 'target.holds-nothing', positions: rows.filter(isHeld).length })];
}

function orderChecks({ rows, facts }: CheckFacts): Check[] {
  const found: Check[] = [];
  const others = otherOrders(facts.signals);
  if (others.length > 0) {
    const orders = others.slice(0, maxListed).map(({ action, quantity, symbol }) => `${action} ${quantity} ${symbol}`);
    found.push(check('warn', 'other-orders', { code: 'target.other-orders', orders }));
  }
  const unknown = facts.signals.filter((one) => isOpenMarketOrder(one) && one.state === 'unknown').length;
  if (unknown > 0) found.push(check('warn', 'unknown-orders', { code: 'target.unknown-orders', orders: unknown }));
  const closedRows = rows.filter(({ orders, market }) => orders.length > 0 && market.state === 'closed');
  if (closedRows.length === 0) return found;
  const symbols = closedRows.slice(0, maxListed).map(({ symbol }) => symbol);
  // The practice service can be set to trade at any hour.
  if (facts.mode !== 'LIVE')
    return [...found, check('note', 'market-practice', { code: 'target.market-practice', symbols })];
  const openingTimes = closedRows.flatMap(({ market }) => (market.state === 'closed' ? [market.opensAt] : []));
  const at = openingTimes.length === 0 ? null : Math.min(...openingTimes);
  return [...found, check('warn', 'market-closed', { code: 'target.market-closed', symbols, at })];
}

function moneyChecks(parts: CheckFacts): Check[] {
  const { facts } = parts;
  const found = usualSizeChecks(parts);
  const adds = addedMargin(parts);
  const buyPower = facts.margin?.buyPower ?? null;
  const power = buyPower === null ? undefined : parseFixed(buyPower);
  if (buyPower !== null && power !== undefined && adds > power) {
    const text: Text = { code: 'target.over-buying-power', adds: formatFixed(adds), buyPower };
    found.push(check('warn', 'over-buying-power', text));
  }
  const { subscribers, copies } = facts;
  if (subscribers > 0 || copies.length > 0)
    found.push(check('warn', 'followers', { code: 'target.followers', subscribers, copies }));
  return found;
}

/** The buying power that the list needs in addition, at the usual margins, as for an order. */
function addedMargin({ rows, facts }: CheckFacts): Fixed {
  const added = rows.map((row) => {
    const gross = (quantity: string): Fixed => fixed(exposureOf([row], () => quantity, facts.pointValue).gross);
    return times(gross(row.target) - gross(row.holding), fixed(usualMarginRate[row.instrument ?? 'stock']));
  });
  return added.reduce((total, one) => total + one, 0n);
}

/** A size far above the history of the strategy may be a typing error. */
function usualSizeChecks({ adds, facts, gross, rows }: CheckFacts): Check[] {
  const { median, maxGross } = facts.usual;
  const found: Check[] = [];
  const large = rows.filter(
    (row) => median !== null && row.value !== null && addsRisk([row]) && size(row.value) > median * largeLineFactor,
  );
  if (median !== null && large.length > 0) {
    const positions = large
      .slice(0, maxListed)
      .map(({ symbol, value }) => ({ symbol, value: formatFixed(size(value ?? '0')) }));
    found.push(check('warn', 'large-line', { code: 'target.large-line', positions, median: formatFixed(median) }));
  }
  if (maxGross !== null && fixed(adds) > 0n && fixed(gross) > maxGross)
    found.push(check('warn', 'over-usual', { code: 'target.over-usual', gross, most: formatFixed(maxGross) }));
  return found;
}

const size = (value: string): Fixed => magnitude(fixed(value));

/** A list that only reduces, or is already maintained, needs no rehearsal (acts.md 5). */
function rehearsalChecks({ draft, facts, rows, target }: CheckFacts): Check[] {
  const maintained = facts.desired.confirmed?.target ?? null;
  if (draft.problems.length > 0 || target.kind !== 'list' || !addsRisk(rows)) return [];
  if (maintained !== null && isSameTarget(target, maintained)) return [];
  const { isMissing, lastRun } = facts.rehearsal(target);
  if (isMissing) return [check('warn', 'not-rehearsed', { code: 'target.not-rehearsed' })];
  return lastRun === null ? [] : [check('note', 'rehearsed', { code: 'target.rehearsed', ...lastRun })];
}

function noteChecks({ rows, facts }: CheckFacts): Check[] {
  const found: Check[] = [];
  if (facts.desired.lock === null) found.push(check('note', 'locks-entry', { code: 'target.locks-entry' }));
  const unpriced = rows.filter(({ value, target }) => value === null && target !== '0').map(({ symbol }) => symbol);
  if (unpriced.length > 0)
    found.push(check('note', 'not-priced', { code: 'target.not-priced', symbols: unpriced.slice(0, maxListed) }));
  const isSame = rows.every(({ lastSent, target }) => lastSent !== null && lastSent === target);
  if (isSame && rows.length > 0 && facts.desired.mode === 'maintaining')
    found.push(check('note', 'same-list', { code: 'target.same-list' }));
  return found;
}
