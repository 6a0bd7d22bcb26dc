import type { Text } from '#contract/message.ts';
import Big from 'big.js';
import { failed } from '#contract/outcome.ts';
import type { CommandOutcome } from '#contract/commands.ts';
import type { ExitRequest } from '#contract/model/exit.ts';
import type { Signal } from '#contract/model/signal.ts';
import type { Check, Preview, Ticket } from '#contract/model/ticket.ts';
import { planCancel } from '#core/orders/cancel/cancel-plan.ts';
import { mayReverseCheck } from '#core/orders/checks/exit-checks.ts';
import { exposureOf, type Exposure } from '#core/orders/exposure.ts';
import {
  closingTicket,
  oppositeEntryAction,
  orderText,
  resizedTicket,
  workingExitsOf,
  type ClosablePosition,
} from '#core/orders/protection/exit-orders.ts';
import {
  endTargetListStep,
  keepsPrice,
  numberSteps,
  priceWarningCodes,
  rowsOf,
  type ExitFacts,
  type PlannedExit,
  type Step,
} from './exit-steps.ts';
import { closeSteps } from './plan-close.ts';
import { planFlatten, reducesOnlyNote } from './plan-flatten.ts';
import { planKeepOvernight } from './plan-keep-overnight.ts';
import { planProtect } from './plan-protect.ts';
import { planTrim } from './plan-trim.ts';
import { isExitOf, otherOrdersInGroup } from './shared-groups.ts';
import { unreadableOrders } from './unreadable-orders.ts';
import { sharesGroup } from '../signal-state.ts';
import { tradingTime } from './trading-time.ts';

type Failure = Extract<CommandOutcome<'orders.plan-exit'>, { ok: false }>;
/** Every kind of request except `resume`, which is planned as the request that it continues. */
export type PlannedRequest = Exclude<ExitRequest, { kind: 'resume' }>;
type ExitOf<Kind extends PlannedRequest['kind']> = Extract<PlannedRequest, { kind: Kind }>;

/**
 * The plan of a request, step by step, on the cached state. Pure: the same state gives the same
 * plan.
 */
export function planExit(request: PlannedRequest, facts: ExitFacts): PlannedExit | Failure {
  if (request.kind === 'flatten') return planFlatten(request, facts);
  const position = facts.positions.find(({ id }) => id === request.positionId);
  if (!position) return failed('unknown-position', { code: 'exit.position-gone' });
  const { instrument } = position;
  if (instrument === null || !new Big(position.quantity).gt(0)) {
    return failed('not-possible', { code: 'exit.no-instrument' });
  }
  const closable: ClosablePosition = { ...position, instrument };
  switch (request.kind) {
    case 'close':
      return closePlan(request, closable, facts);
    case 'reverse':
      return reversePlan(request, closable, facts);
    case 'scale-out':
      return scaleOutPlan(request, closable, facts);
    case 'protect':
      return protectPlan(request, closable, facts);
    case 'keep-overnight':
      return keepOvernightPlan(request, closable, facts);
    case 'trim':
      return trimPlan(request, closable, facts);
  }
}

function closePlan(request: ExitOf<'close'>, position: ClosablePosition, facts: ExitFacts): PlannedExit {
  const isNow = request.price.kind === 'market';
  const steps = isNow
    ? closeSteps(position, facts.signals, facts.now)
    : [orderStep(closingTicket(position, position.quantity, request.price, request.duration))];
  const summary = {
    code: 'exit.close',
    side: position.side,
    from: position.quantity,
    to: '0',
    symbol: position.symbol,
  } as const;
  const warnings = [...closedMarketChecks(position, facts.now), ...groupElsewhereChecks(position, facts.signals)];
  const unreadableChecks = unreadableExitChecks(position, facts);
  return planned(request, summary, steps, facts, [...(isNow ? warnings : []), ...unreadableChecks]);
}

/**
 * Closes, reads until the position is closed, then enters. The entry is sent only when nothing of
 * the old side remains.
 */
function reversePlan(request: ExitOf<'reverse'>, position: ClosablePosition, facts: ExitFacts): PlannedExit | Failure {
  if (facts.killed) return failed('not-possible', { code: 'exit.no-reverse-while-killed' });
  const steps: Step[] = [
    ...closeSteps(position, facts.signals, facts.now),
    { text: { code: 'exit.read-positions' }, task: { kind: 'read', until: 'closed' } },
    entryStep(reversalEntry(request, position)),
  ];
  const { quantity, side, symbol } = position;
  const summary = { code: 'exit.reverse', side, quantity, symbol } as const;
  const warnings = [
    ...closedMarketChecks(position, facts.now),
    ...groupElsewhereChecks(position, facts.signals),
    ...unreadableExitChecks(position, facts),
  ];
  return planned(request, summary, steps, facts, warnings);
}

/** The entry of the new side, with the bracket of the request. */
export function reversalEntry(request: ExitOf<'reverse'>, position: ClosablePosition): Ticket {
  const { profitTarget = null, stopLoss = null, duration } = request;
  const ticket = closingTicket(position, position.quantity, { kind: 'market' }, duration, { profitTarget, stopLoss });
  return { ...ticket, action: oppositeEntryAction(position) };
}

/** The remaining plan of a reversal whose old side is closed. */
export const planReverseEntry = (request: ExitOf<'reverse'>, entry: Ticket, facts: ExitFacts): PlannedExit | Failure =>
  facts.killed
    ? failed('not-possible', { code: 'exit.no-reverse-while-killed' })
    : planned(request, orderText(entry), [entryStep(entry)], facts);

/**
 * Closes a part of the position. Before a market order, exits that are larger than the rest of the
 * position are reduced, so that none of them can close more than this rest.
 */
function scaleOutPlan(
  request: ExitOf<'scale-out'>,
  position: ClosablePosition,
  facts: ExitFacts,
): PlannedExit | Failure {
  const positionSize = new Big(position.quantity);
  const part = partOf(request.amount, positionSize);
  if (part.gt(positionSize)) return failed('not-possible', { code: 'exit.more-than-held', held: position.quantity });
  const rest = positionSize.minus(part);
  const isNow = request.price.kind === 'market';
  if (isNow && rest.eq(0)) {
    // `amount` is left out: the journal refuses a close request that has it.
    const { systemId, positionId, price, duration } = request;
    return closePlan({ kind: 'close', systemId, positionId, price, duration }, position, facts);
  }
  const largerExits = workingExitsOf(position, facts.signals).filter(({ quantity }) => new Big(quantity).gt(rest));
  const resized = (isNow ? largerExits : []).flatMap((order) => {
    const ticket = resizedTicket(position, order, rest.toFixed());
    return ticket === null ? [] : [{ order, ticket }];
  });
  const closingPart = closingTicket(position, part.toFixed(), request.price, isNow ? 'GTC' : request.duration);
  const steps = [...resized.map(({ ticket }) => orderStep(ticket)), orderStep(closingPart)];
  const reducedSignals = facts.signals.map((one) =>
    resized.some(({ order }) => order === one) ? { ...one, quantity: rest.toFixed() } : one,
  );
  const summary = {
    code: 'exit.close',
    side: position.side,
    from: position.quantity,
    to: rest.toFixed(),
    symbol: position.symbol,
  } as const;
  const warnings = [
    ...closedMarketChecks(position, facts.now),
    ...beyondFreeChecks(closingPart, { ...facts, signals: reducedSignals }),
  ];
  const unreadableChecks = unreadableExitChecks(position, facts);
  return planned(request, summary, steps, facts, [...(isNow ? warnings : []), ...unreadableChecks]);
}

/**
 * Asks for a confirmation if the reduced exits together still exceed the rest. Without this
 * question the order would be reduced to the free quantity, and the trader would not be asked about
 * the part that stays open.
 */
function beyondFreeChecks(closingPart: Ticket, { positions, signals }: ExitFacts): Check[] {
  const exposure = plannedExposure(closingPart, positions, signals);
  // An exit of unknown outcome has its own question.
  return exposure.unknown.length > 0 || exposure.freeQuantity.gte(closingPart.quantity)
    ? []
    : [mayReverseCheck(exposure)];
}

/** The exposure in a later state of the plan, for which the age of the readings says nothing. */
const plannedExposure = (exit: Ticket, positions: ExitFacts['positions'], signals: readonly Signal[]): Exposure =>
  exposureOf(exit, { positions, signals, readAt: null, workingReadAt: null, now: 0 });

/**
 * If the position size is a whole number, a percentage of it is rounded down to whole units, at
 * least one. A percentage of a fractional position size is not rounded.
 */
function partOf(amount: ExitOf<'scale-out'>['amount'], positionSize: Big): Big {
  if (!('percent' in amount)) return new Big(amount.quantity);
  const exact = positionSize.times(amount.percent).div(100);
  if (!positionSize.eq(positionSize.round(0, Big.roundDown))) return exact;
  const units = exact.round(0, Big.roundDown);
  return units.lt(1) ? new Big(1) : units;
}

/** Adds stops for the part that no stop covers. */
function protectPlan(request: ExitOf<'protect'>, position: ClosablePosition, facts: ExitFacts): PlannedExit | Failure {
  const plan = planProtect(request, position, facts.signals);
  if ('ok' in plan) return plan;
  const steps = plan.orders.map(({ ticket, group }) => orderStep(ticket, group));
  const summary = { code: 'exit.protect', quantity: plan.quantity, symbol: position.symbol } as const;
  return planned(request, summary, steps, facts, plan.checks);
}

function keepOvernightPlan(
  request: ExitOf<'keep-overnight'>,
  position: ClosablePosition,
  facts: ExitFacts,
): PlannedExit | Failure {
  const orders = planKeepOvernight(position, facts.signals);
  if ('ok' in orders) return orders;
  const steps = orders.map(({ ticket, group, waitsForPrevious }) => orderStep(ticket, group, waitsForPrevious));
  const summary = { code: 'keep.summary', symbol: position.symbol } as const;
  const replaced = orders.flatMap(({ ticket: { replaces } }) => (replaces?.leaveOcaIntact === false ? [replaces] : []));
  const groups = replaced.map(({ serviceId }) => signalOf(serviceId, facts.signals)?.ocaGroupId);
  const canceled = facts.signals.filter(({ ocaGroupId }) => groups.includes(ocaGroupId));
  return planned(request, summary, steps, facts, groupElsewhereChecks(position, canceled, 'keep.group-elsewhere'));
}

const signalOf = (id: string, signals: readonly Signal[]): Signal | undefined =>
  signals.find(({ serviceId, ownId }) => serviceId === id || ownId === id);

function trimPlan(request: ExitOf<'trim'>, position: ClosablePosition, facts: ExitFacts): PlannedExit | Failure {
  const plan = planTrim(position, facts.signals);
  if ('ok' in plan) return plan;
  const rowIds = plan.toCancel.map(({ rowId }) => rowId);
  const cancels = planCancel(facts.signals, rowIds).requests.map((cancel): Step => ({
    text: planCancel(facts.signals, [cancel.rowId]).plan.label,
    task: { kind: 'cancel', cancel },
  }));
  const canceled = facts.signals.filter((one) =>
    plan.toCancel.some((order) => order === one || sharesGroup(order, one)),
  );
  const summary = { code: 'trim.summary', beyond: plan.excess, symbol: position.symbol } as const;
  return planned(
    request,
    summary,
    [...cancels, ...plan.tickets.map((ticket) => orderStep(ticket))],
    canceled.length === 0 ? facts : afterCancels(facts, canceled),
    [...plan.checks, ...groupElsewhereChecks(position, canceled, 'trim.group-elsewhere')],
  );
}

/**
 * These facts with previews that do not ask about exits that the plan cancels first. The question
 * (`may-turn`) stays if the positions cannot be relied on: the last run could not read them, or an
 * open trade is unreadable.
 */
function afterCancels(facts: ExitFacts, canceled: readonly Signal[]): ExitFacts {
  if (facts.readFailed || facts.hasUnreadableTrades) return facts;
  const { positions } = facts;
  const signals = facts.signals.filter((one) => !canceled.includes(one));
  const isFree = (ticket: Ticket): boolean =>
    plannedExposure(ticket, positions, signals).freeQuantity.gte(ticket.quantity);
  const preview = (ticket: Ticket): Preview => {
    const shown = facts.preview(ticket);
    return isFree(ticket) ? { ...shown, checks: shown.checks.filter(({ code }) => code !== 'may-turn') } : shown;
  };
  return { ...facts, preview };
}

function planned(
  request: PlannedRequest,
  summary: Text,
  steps: readonly Step[],
  facts: ExitFacts,
  planChecks: readonly Check[] = [],
): PlannedExit {
  const isClosing = request.kind === 'close' || request.kind === 'reverse' || request.kind === 'scale-out';
  const isNow = request.kind === 'reverse' || ('price' in request && request.price.kind === 'market');
  const tickets = steps.flatMap(({ task }) => {
    if (task.kind !== 'order') return [];
    return [task.groupNumber === null ? task.ticket : { ...task.ticket, ocaGroupId: newGroupId }];
  });
  // The quantity of a closing order is limited when it is sent, and by then the other exits of the
  // position are canceled or reduced. The checks in `skippedCodes` therefore do not apply. For an
  // order with a price, or if the last run could not read the positions, the trader confirms
  // `may-turn`.
  const isSkipped = (ticket: Ticket, code: string): boolean =>
    (keepsPrice(request, ticket) && priceWarningCodes.includes(code)) ||
    (isClosing &&
      isNow &&
      skippedCodes.includes(code) &&
      (code !== 'may-turn' || (ticket.price.kind === 'market' && !facts.readFailed)));
  const orderChecks = tickets.flatMap((ticket) =>
    facts.preview(ticket).checks.filter(({ code }) => !isSkipped(ticket, code)),
  );
  const found = [...orderChecks, ...planChecks, ...(facts.killed ? [reducesOnlyNote] : [])];
  const checks = found.filter(({ code }, index) => found.findIndex((one) => one.code === code) === index);
  // While the platform maintains a target list, it refuses orders but accepts cancels. So only a
  // plan with an order ends the target list first.
  const endsTargetList = facts.hasTargetList && tickets.length > 0;
  const all = numberSteps([...(endsTargetList ? [endTargetListStep] : []), ...steps]);
  return { request, summary, steps: all, rows: rowsOf(all), checks, positionCount: 1, retained: [], flatAtOpen: null };
}

/** Stands for the id of a new group in a preview. No order has it. */
const newGroupId = 'new';
const skippedCodes = ['may-turn', 'closing-more', 'against-position', 'equal-working', 'same-order'];

/**
 * Warns about other orders that the plan would cancel too: entries and exits of other positions.
 * In plans that keep the position open, also its exits that still wait: those are not entered again.
 */
function groupElsewhereChecks(
  position: ClosablePosition,
  signals: readonly Signal[],
  code: 'exit.group-elsewhere' | 'keep.group-elsewhere' | 'trim.group-elsewhere' = 'exit.group-elsewhere',
): Check[] {
  const lost =
    code === 'exit.group-elsewhere' ? [] : signals.filter((one) => one.state === 'waiting' && isExitOf(one, position));
  const canceled = [...otherOrdersInGroup(position, signals), ...lost];
  const symbols = [...new Set(canceled.map(({ symbol }) => symbol))].join(', ');
  if (symbols === '') return [];
  return [{ code: 'group-elsewhere', level: 'warn', text: { code, symbols }, field: null }];
}

/**
 * Asks about an unreadable order that may be an exit of the position. No step cancels it, so it can
 * still fill once the position is closed.
 */
function unreadableExitChecks(position: ClosablePosition, { signals, unreadable }: ExitFacts): Check[] {
  const facts = { positions: [position], hasUnreadableTrades: false };
  if (unreadableOrders(unreadable, signals, facts).maybeExits.length === 0) return [];
  const text = { code: 'exit.unreadable-exit', symbol: position.symbol } as const;
  return [{ code: 'unreadable-exit', level: 'warn', text, field: null }];
}

function closedMarketChecks(position: ClosablePosition, now: number): Check[] {
  const time = tradingTime(position, now);
  if (time.state === 'open') return [];
  const at = time.state === 'closed' ? time.opensAt : null;
  return [{ code: 'market-closed', level: 'warn', text: { code: 'exit.market-closed', at }, field: null }];
}

const orderStep = (ticket: Ticket, groupNumber: number | null = null, waitsForPrevious = false): Step => ({
  text: orderText(ticket),
  task: { kind: 'order', ticket, groupNumber, ...(waitsForPrevious ? { waitsForPrevious } : {}) },
  rows: [{ symbol: ticket.symbol, size: ticket.quantity, profit: null, canceledStopQuantity: null, tradingTime: null }],
});

const entryStep = (ticket: Ticket): Step => ({ ...orderStep(ticket), newRisk: true });
