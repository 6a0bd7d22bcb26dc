import Big from 'big.js';
import type { Text } from '#contract/message.ts';
import type { Signal } from '#contract/model/signal.ts';
import type { Check, NestedOrder, Preview, PreviewNode, Ticket } from '#contract/model/ticket.ts';
import type { OpenPosition } from '#contract/model/trade.ts';
import { placeSignal, type PlaceResult } from '#rules/signals/place.ts';
import type { Refusal } from '#rules/signals/refusal.ts';
import type { Signal as RuleSignal } from '#rules/signals/signal.ts';
import { isBuy } from '#contract/model/order-action.ts';
import { checksOf, type CheckFacts } from '#core/orders/checks/checks.ts';
import { orderMoney } from '#core/orders/order-money.ts';
import { newRiskOf } from '#core/orders/risk/new-risk.ts';
import { precautionChecks } from '#core/orders/risk/precautions.ts';
import { riskChecks, type RiskFacts } from '#core/orders/risk/risk-checks.ts';
import { previewContext, ruleRequest, snapshotBook } from './rules-snapshot.ts';
import { memberChanges, needsTwoSteps, replacedOrder } from '#core/orders/replace/replacement.ts';
import { priceParams } from '#core/orders/price-params.ts';
import { sameContract } from '#rules/option-symbol.ts';

type PointValueOf = (symbol: string) => string | null;

/** The effect of an order on the cached state, by the platform's rules. Sends nothing. */
export function previewOf(facts: CheckFacts, pointValue: PointValueOf, limits: RiskFacts): Preview {
  const { ticket, signals, positions } = facts;
  const { risk, reward } = orderMoney(ticket, pointValue);
  const placed = place(facts);
  const replaced = replacedOrder(ticket, signals);
  const twoSteps = needsTwoSteps(ticket, replaced, facts.cancelAsked);
  return {
    summary: summaryOf(ticket, positions),
    nodes: nodesOf(ticket, signals, placed),
    changes: memberChanges(ticket, replaced, twoSteps),
    twoSteps,
    checks: checksOfPlaced(facts, placed, pointValue, limits),
    risk,
    reward,
  };
}

/** Only the checks of the preview: an order that is being sent does not wait for the rest. */
export const previewChecks = (facts: CheckFacts, pointValue: PointValueOf, limits: RiskFacts): Check[] =>
  checksOfPlaced(facts, place(facts), pointValue, limits);

function place({ ticket, signals, cancelAsked, serviceNow }: CheckFacts): PlaceResult {
  const request = ruleRequest(ticket);
  // The separate cancel of a replacement in two steps also cancels the siblings.
  const twoStepTerms = needsTwoSteps(ticket, replacedOrder(ticket, signals), cancelAsked)
    ? { leaveOcaIntact: false }
    : {};
  return placeSignal(snapshotBook(signals), { ...request, ...twoStepTerms }, previewContext(serviceNow));
}

function checksOfPlaced(facts: CheckFacts, placed: PlaceResult, pointValue: PointValueOf, limits: RiskFacts): Check[] {
  const { ticket, positions } = facts;
  const found = [...checksOf(facts), ...riskChecks(ticket, newRiskOf(ticket, pointValue), positions, limits)];
  const precautions = limits.precautions === undefined ? [] : precautionChecks(ticket, limits.precautions);
  return [...found, ...precautions, ...refusalChecks(placed, found, facts.cancelAsked)];
}

/** The position before and after the order. A short position has a negative quantity. */
function summaryOf({ action, quantity, symbol }: Ticket, positions: readonly OpenPosition[]): Text {
  const position = positions.find((one) => sameContract(one.symbol, symbol));
  const before = position ? new Big(position.quantity).times(position.side === 'long' ? 1 : -1) : new Big(0);
  const after = isBuy(action) ? before.plus(quantity) : before.minus(quantity);
  return { code: 'preview.summary', action, before: before.toFixed(), after: after.toFixed(), symbol };
}

function nodesOf(ticket: Ticket, signals: readonly Signal[], placed: PlaceResult): PreviewNode[] {
  if (!placed.ok || !('signal' in placed)) return [];
  const known = new Map(signals.map((signal) => [ruleId(signal), signal]));
  const newSignals = [
    placed.signal,
    ...placed.change.signals.filter(({ id }) => id !== placed.signal.id && !known.has(id)),
  ];
  const touched = placed.change.signals.filter(({ id }) => known.has(id));
  return [
    ...newSignals.map((signal) => newNode(ticket, signal, known, signal.id === placed.signal.parentId)),
    ...touched.flatMap((after) => {
      const before = known.get(after.id);
      return before ? [touchedNode(before, after)] : [];
    }),
    ...relatedNodes(ticket, signals, placed.signal, new Set(touched.map(({ id }) => id))),
  ];
}

/** The id of a signal in the rules. */
const ruleId = ({ serviceId, ownId }: Signal): string => serviceId ?? ownId ?? '';

/** `isParent`: whether the signal is the parent that is entered with the order. */
function newNode(
  ticket: Ticket,
  signal: RuleSignal,
  known: ReadonlyMap<string, Signal>,
  isParent: boolean,
): PreviewNode {
  const parent = known.get(signal.parentId ?? '');
  const isWaiting = signal.state === 'waiting';
  // If a replacement leaves the siblings intact, the specification does not say which group the new
  // order joins. The rules assume the group of the replaced order.
  const joinsReplaced = ticket.replaces?.leaveOcaIntact === true && ticket.ocaGroupId === null && signal.ocaId !== null;
  return {
    id: signal.id,
    parentId: parent?.rowId ?? signal.parentId,
    text: isParent && ticket.parent ? orderText(ticket.parent) : newText(ticket, signal),
    effect: isWaiting ? 'waits' : 'new',
    basis: joinsReplaced && signal.role === 'order' ? 'assumed' : 'documented',
    ocaGroup: signal.ocaId,
  };
}

function newText(ticket: Ticket, { role }: RuleSignal): Text {
  const { action, quantity, symbol, profitTarget, stopLoss } = ticket;
  const closing = isBuy(action) ? 'STC' : 'BTC';
  const leg = { code: 'preview.order', action: closing, quantity, symbol, duration: null } as const;
  if (role === 'profitTarget') return { ...leg, role: 'target', kind: 'limit', price: profitTarget };
  if (role === 'stopLoss') return { ...leg, role: 'stop', kind: 'stop', price: stopLoss };
  return orderText(ticket);
}

const orderText = ({ action, quantity, symbol, price, duration }: NestedOrder): Text => ({
  code: 'preview.order',
  role: 'order',
  action,
  quantity,
  symbol,
  ...priceParams(price),
  duration,
});

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
    .filter((signal) => (signal.state === 'working' || signal.state === 'waiting') && !touched.has(ruleId(signal)))
    .filter((signal) => {
      const inGroup = signal.ocaGroupId !== null && [placed.ocaId, replaced?.ocaGroupId].includes(signal.ocaGroupId);
      return inGroup || isNamed(signal, ticket.conditionalUpon);
    })
    .map((signal) => ({
      id: signal.rowId,
      parentId: signal.parentRowId,
      text: existingText(signal),
      effect: 'unchanged',
      basis: 'documented',
      ocaGroup: signal.ocaGroupId,
    }));
}

function existingText({ action, quantity, symbol, kind, limit, stop, role }: Signal): Text {
  const price = kind === 'market' ? null : (limit ?? stop);
  return { code: 'preview.order', role, action, quantity, symbol, kind, price, duration: null };
}

/**
 * A check for a refusal by the rules. It blocks, except in two cases in which it warns. A signal
 * that the order names is missing here: it may exist at the platform. Or the replaced order has
 * ended without a fill, and its cancel has no proof yet: the cancel is then sent again.
 */
function refusalChecks(placed: PlaceResult, found: readonly Check[], cancelAsked = false): Check[] {
  if (placed.ok) return [];
  const { refusal } = placed;
  if (refusal.code === 'bracketOnExit' && found.some(({ code }) => code === 'bracket-on-exit')) return [];
  const isMissing = refusal.code === 'unknownParent' || refusal.code === 'unknownReplaced';
  const isCanceled = cancelAsked && refusal.code === 'notReplaceable' && refusal.state !== 'traded';
  const level = isMissing || isCanceled ? 'warn' : 'block';
  return [{ code: `rule-${refusal.code}`, level, ...refusalText(refusal) }];
}

function refusalText(refusal: Refusal): Pick<Check, 'text' | 'field'> {
  switch (refusal.code) {
    case 'unknownParent':
      return { text: { code: 'check.condition-unlisted', id: refusal.id }, field: 'conditionalUpon' };
    case 'parentEnded':
      return {
        text: { code: 'check.condition-ended', id: refusal.id, state: refusal.state },
        field: 'conditionalUpon',
      };
    case 'unknownReplaced':
      return { text: { code: 'check.replaced-unlisted', id: refusal.id }, field: 'replaces' };
    case 'notReplaceable':
      return { text: { code: 'check.replaced-ended', id: refusal.id, state: refusal.state }, field: 'replaces' };
    case 'ocaIdUsed':
      return { text: { code: 'check.group-used', id: refusal.id }, field: 'ocaGroupId' };
    default:
      return { text: { code: 'check.refused-by-rules', rule: refusal.code }, field: null };
  }
}
