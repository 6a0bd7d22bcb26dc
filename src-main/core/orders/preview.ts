import Big from 'big.js';
import type { Signal } from '#contract/model/signal.ts';
import type { Check, Preview, PreviewNode, Ticket } from '#contract/model/ticket.ts';
import type { OpenPosition } from '#contract/model/trade.ts';
import { placeSignal, type PlaceResult } from '#rules/signals/place.ts';
import type { Refusal } from '#rules/signals/refusal.ts';
import type { Signal as RuleSignal } from '#rules/signals/signal.ts';
import { actionWords, isBuy } from './action-words.ts';
import { checksOf, type CheckFacts } from './checks.ts';
import { orderMoney } from './order-money.ts';
import { newRiskOf } from './risk/new-risk.ts';
import { precautionChecks } from './risk/precautions.ts';
import { riskChecks, type RiskFacts } from './risk/risk-checks.ts';
import { previewContext, ruleRequest, snapshotBook } from './rules-snapshot.ts';
import { memberChanges, needsTwoSteps, replacedOrder } from './replace/replacement.ts';
import { priceWords } from './price-words.ts';
import { figureText, priceFigure } from './figure-text.ts';

type Point = (symbol: string) => string | null;

/** The effect of an order by the platform's rules on the cached state. Sends nothing. */
export function previewOf(facts: CheckFacts, pointValue: Point, limits: RiskFacts): Preview {
  const { ticket, signals, positions } = facts;
  const { risk, reward } = orderMoney(ticket, pointValue);
  const placed = place(facts);
  const replaced = replacedOrder(ticket, signals);
  return {
    summary: summaryOf(ticket, positions),
    nodes: nodesOf(ticket, signals, placed),
    changes: memberChanges(ticket, replaced),
    twoSteps: needsTwoSteps(ticket, replaced),
    checks: checksOfPlaced(facts, placed, pointValue, limits),
    risk,
    reward,
  };
}

/** Only the checks of the preview: an order that is being sent does not wait for the rest. */
export const previewChecks = (facts: CheckFacts, pointValue: Point, limits: RiskFacts): Check[] =>
  checksOfPlaced(facts, place(facts), pointValue, limits);

function place({ ticket, signals, now }: CheckFacts): PlaceResult {
  const request = ruleRequest(ticket);
  // A plain cancel leaves no sibling behind.
  const alone = needsTwoSteps(ticket, replacedOrder(ticket, signals)) ? { leaveOcaIntact: false } : {};
  return placeSignal(snapshotBook(signals), { ...request, ...alone }, previewContext(now));
}

function checksOfPlaced(facts: CheckFacts, placed: PlaceResult, pointValue: Point, limits: RiskFacts): Check[] {
  const { ticket, positions } = facts;
  const found = [...checksOf(facts), ...riskChecks(ticket, newRiskOf(ticket, pointValue), positions, limits)];
  const precautions = limits.precautions === undefined ? [] : precautionChecks(ticket, limits.precautions);
  return [...found, ...precautions, ...refusalChecks(placed, found)];
}

/** "Buy to open: 0 → 100 AAPL"; a short position counts below zero. */
function summaryOf({ action, quantity, symbol }: Ticket, positions: readonly OpenPosition[]): string {
  const position = positions.find((one) => one.symbol === symbol);
  const before = position ? new Big(position.quantity).times(position.side === 'long' ? 1 : -1) : new Big(0);
  const after = isBuy(action) ? before.plus(quantity) : before.minus(quantity);
  return `${actionWords[action]}: ${signed(before)} → ${signed(after)} ${symbol}`;
}

const signed = (value: Big): string => figureText(value.toFixed());

function nodesOf(ticket: Ticket, signals: readonly Signal[], placed: PlaceResult): PreviewNode[] {
  if (!placed.ok || !('signal' in placed)) return [];
  const known = new Map(signals.map((signal) => [signal.serviceId ?? signal.ownId ?? '', signal]));
  const own = [placed.signal, ...placed.change.signals.filter(({ id }) => id !== placed.signal.id && !known.has(id))];
  const touched = placed.change.signals.filter(({ id }) => known.has(id));
  return [
    ...own.map((signal) => newNode(ticket, signal, known)),
    ...touched.flatMap((after) => {
      const before = known.get(after.id);
      return before ? [touchedNode(before, after)] : [];
    }),
    ...relatedNodes(ticket, signals, placed.signal, new Set(touched.map(({ id }) => id))),
  ];
}

function newNode(ticket: Ticket, signal: RuleSignal, known: ReadonlyMap<string, Signal>): PreviewNode {
  const parent = known.get(signal.parentId ?? '');
  const isWaiting = signal.state === 'waiting';
  // The group of a replacement that leaves its siblings intact is inferred from the specification,
  // not documented.
  const joinsReplaced = ticket.replaces?.leaveOcaIntact === true && ticket.ocaGroupId === null && signal.ocaId !== null;
  return {
    id: signal.id,
    parentId: parent?.rowId ?? signal.parentId,
    text: newText(ticket, signal),
    effect: isWaiting ? 'waits' : 'new',
    basis: joinsReplaced && signal.role === 'order' ? 'assumed' : 'documented',
    ocaGroup: signal.ocaId,
  };
}

function newText(ticket: Ticket, { role }: RuleSignal): string {
  const { action, quantity, symbol, price, duration } = ticket;
  const closing = actionWords[isBuy(action) ? 'STC' : 'BTC'];
  if (role === 'profitTarget')
    return `Profit target: ${closing} ${figureText(quantity)} ${symbol} at limit ${figureText(ticket.profitTarget ?? '')}`;
  if (role === 'stopLoss')
    return `Stop loss: ${closing} ${figureText(quantity)} ${symbol} at stop ${figureText(ticket.stopLoss ?? '')}`;
  return `${actionWords[action]} ${figureText(quantity)} ${symbol} ${priceWords(price)}, ${duration}`;
}

function touchedNode(before: Signal, after: RuleSignal): PreviewNode {
  const isCanceled = after.state === 'canceled' && before.state !== 'canceled';
  const isOrphan = after.cause?.kind === 'parentCanceled';
  return {
    id: before.rowId,
    parentId: before.parentRowId,
    text: existingText(before),
    effect: isCanceled ? 'canceled' : 'unchanged',
    basis: isOrphan ? 'assumed' : 'documented',
    ocaGroup: before.ocaGroupId,
  };
}

/**
 * Orders that the user expects to see: remaining siblings, the group that is joined, the parent.
 */
function relatedNodes(
  ticket: Ticket,
  signals: readonly Signal[],
  placed: RuleSignal,
  touched: ReadonlySet<string>,
): PreviewNode[] {
  const isNamed = ({ serviceId, ownId }: Signal, id: string | null | undefined): boolean =>
    id !== null && id !== undefined && (serviceId === id || ownId === id);
  const replaced = signals.find((signal) => isNamed(signal, ticket.replaces?.serviceId));
  return signals
    .filter(({ state, serviceId }) => (state === 'working' || state === 'waiting') && !touched.has(serviceId ?? ''))
    .filter((signal) => {
      const inGroup = signal.ocaGroupId !== null && [placed.ocaId, replaced?.ocaGroupId].includes(signal.ocaGroupId);
      return inGroup || isNamed(signal, ticket.conditionalUpon);
    })
    .map((signal) => ({
      id: signal.rowId,
      parentId: signal.parentRowId,
      text: existingText(signal),
      effect: isNamed(signal, ticket.conditionalUpon) ? 'unchanged' : 'kept',
      basis: 'documented',
      ocaGroup: signal.ocaGroupId,
    }));
}

function existingText({ action, quantity, symbol, kind, limit, stop, role }: Signal): string {
  const at = kind === 'market' ? 'at market' : `at ${kind} ${priceFigure(limit ?? stop ?? '')}`;
  const name = role === 'target' ? 'Profit target: ' : role === 'stop' ? 'Stop loss: ' : '';
  return `${name}${actionWords[action]} ${figureText(quantity)} ${symbol} ${at}`;
}

/**
 * A check for a refusal by the rules. A signal that is missing only here may still exist, so that
 * is a warning.
 */
function refusalChecks(placed: PlaceResult, found: readonly Check[]): Check[] {
  if (placed.ok) return [];
  const { refusal } = placed;
  if (refusal.code === 'bracketOnExit' && found.some(({ code }) => code === 'bracket-on-exit')) return [];
  const missing = refusal.code === 'unknownParent' || refusal.code === 'unknownReplaced';
  return [{ code: `rule-${refusal.code}`, level: missing ? 'warn' : 'block', ...refusalText(refusal) }];
}

function refusalText(refusal: Refusal): Pick<Check, 'text' | 'field'> {
  switch (refusal.code) {
    case 'unknownParent':
      return { text: `Signal ${refusal.id}, on which it depends, is not in the list.`, field: 'conditionalUpon' };
    case 'parentEnded':
      return {
        text: `Signal ${refusal.id}, on which it depends, is ${refusal.state} already.`,
        field: 'conditionalUpon',
      };
    case 'unknownReplaced':
      return { text: `Signal ${refusal.id}, which it replaces, is not in the list.`, field: 'replaces' };
    case 'replacedEnded':
      return { text: `Signal ${refusal.id}, which it replaces, is ${refusal.state} already.`, field: 'replaces' };
    case 'ocaIdUsed':
      return { text: `The group id ${refusal.id} was used before.`, field: 'ocaGroupId' };
    default:
      return { text: `The platform's rules refuse this order (${refusal.code}).`, field: null };
  }
}
