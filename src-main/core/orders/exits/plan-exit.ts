import Big from 'big.js';
import { failed } from '#contract/outcome.ts';
import type { CommandOutcome } from '#contract/commands.ts';
import type { ExitRequest } from '#contract/model/exit.ts';
import type { Signal } from '#contract/model/signal.ts';
import type { Check, Preview, Ticket } from '#contract/model/ticket.ts';
import type { Position } from '#contract/model/trade.ts';
import { planCancel, type PlannedCancel } from '../cancel-plan.ts';
import { canBeCanceled } from '../signal-state.ts';
import {
  closingAction,
  closingTicket,
  openingAgainst,
  orderText,
  protectiveOf,
  resizedTicket,
  wholeUnits,
  type Held,
} from './exit-orders.ts';
import { numbered, type Deed, type PlannedExit } from './exit-steps.ts';

export type ExitFacts = {
  readonly positions: readonly Position[];
  readonly signals: readonly Signal[];
  readonly preview: (ticket: Ticket) => Preview;
};

type Failure = Extract<CommandOutcome<'orders.plan-exit'>, { ok: false }>;
type Of<Kind extends ExitRequest['kind']> = Extract<ExitRequest, { kind: Kind }>;
type Step = { readonly text: string; readonly deed: Deed; readonly newRisk?: boolean };

/** What a request to leave a position takes, step by step, on the cached state. Pure: the same state gives the same plan. */
export function planExit(request: ExitRequest, facts: ExitFacts): PlannedExit | Failure {
  if (request.kind === 'flatten') return flatten(request, facts);
  const position = facts.positions.find(({ id }) => id === request.positionId);
  if (!position) return failed('unknown-position', 'This position is not open any more. Nothing was sent.');
  const { instrument } = position;
  if (instrument === null || new Big(wholeUnits(position.quantity)).eq(0)) {
    return failed('not-possible', 'Its kind or its quantity can not be put into an order. Use the web screen.');
  }
  const held: Held = { ...position, instrument };
  switch (request.kind) {
    case 'close':
      return close(request, held, facts);
    case 'reverse':
      return reverse(request, held, facts);
    case 'scale-out':
      return scaleOut(request, held, facts);
    case 'protect':
      return protect(request, held, facts);
  }
}

/** At market the first of its groups is replaced by the close, so that neither outlives the other; the others follow. */
function close(request: Of<'close'>, held: Held, facts: ExitFacts): PlannedExit {
  const quantity = wholeUnits(held.quantity);
  const groups = cancelsOf(protectiveOf(held, facts.signals), facts.signals);
  const [first, ...others] = request.price.kind === 'market' ? groups : [];
  const replaces = first ? { serviceId: first.signalId, leaveOcaIntact: false } : null;
  const ticket = closingTicket(held, quantity, request.price, request.duration, { replaces });
  const steps = [orderStep(ticket), ...others.map((cancel) => cancelStep(cancel, facts.signals))];
  const beside = request.price.kind === 'market' || groups.length === 0 ? [] : [besideCheck(groups.length)];
  return planned(request, `${closeWords(held)}: ${held.quantity} → 0 ${held.symbol}`, steps, facts, beside);
}

/** One request turns the position: the opening order waits for the closing one that is nested in it. */
function reverse(request: Of<'reverse'>, held: Held, facts: ExitFacts): PlannedExit {
  const quantity = wholeUnits(held.quantity);
  const { systemId, symbol, instrument } = held;
  const { duration } = request;
  const price = { kind: 'market' as const };
  const parent = { action: closingAction(held), quantity, symbol, instrument, price, duration };
  const ticket: Ticket = { ...closingTicket(held, quantity, price, duration), action: openingAgainst(held), parent };
  const groups = cancelsOf(protectiveOf(held, facts.signals), facts.signals);
  const text = `${closeWords(held)} ${quantity} ${symbol} at market, then open ${quantity} the other way when that is filled`;
  const steps: Step[] = [
    ...groups.map((cancel) => cancelStep(cancel, facts.signals)),
    { text, deed: { kind: 'order', ticket: { ...ticket, systemId }, inGroup: false }, newRisk: true },
  ];
  const sign = held.side === 'long' ? ['', '−'] : ['−', ''];
  return planned(request, `Reverse: ${sign[0]}${quantity} → ${sign[1]}${quantity} ${symbol}`, steps, facts);
}

function scaleOut(request: Of<'scale-out'>, held: Held, facts: ExitFacts): PlannedExit | Failure {
  const whole = new Big(wholeUnits(held.quantity));
  const wanted =
    'percent' in request.amount ? whole.times(request.amount.percent).div(100) : new Big(request.amount.quantity);
  const part = new Big(wholeUnits(wanted)).lt(1) ? new Big(1) : new Big(wholeUnits(wanted));
  if (part.gt(whole)) return failed('not-possible', `Only ${held.quantity} are held. Nothing was sent.`);
  const rest = whole.minus(part);
  const groups = protectiveOf(held, facts.signals).filter(({ quantity }) => new Big(quantity).gt(rest));
  const isNow = request.price.kind === 'market';
  const resized = isNow && rest.gt(0) ? groups.map((order) => resizedTicket(held, order, rest.toFixed())) : [];
  const cancels = isNow && rest.eq(0) ? cancelsOf(groups, facts.signals) : [];
  const steps = [
    orderStep(closingTicket(held, part.toFixed(), request.price, request.duration)),
    ...resized.filter((ticket) => ticket !== null).map(orderStep),
    ...cancels.map((cancel) => cancelStep(cancel, facts.signals)),
  ];
  const beside = isNow || groups.length === 0 ? [] : [besideCheck(groups.length)];
  const summary = `${closeWords(held)}: ${held.quantity} → ${rest.toFixed()} ${held.symbol}`;
  return planned(request, summary, steps, facts, beside);
}

/** For what no stop covers. With a target both are made in a group of their own, so that one cancels the other. */
function protect(request: Of<'protect'>, held: Held, facts: ExitFacts): PlannedExit | Failure {
  const { stop, target, duration } = request;
  const open = wholeUnits(new Big(held.quantity).minus(held.protectedQuantity));
  if (new Big(open).lte(0)) return failed('nothing-to-do', 'A stop covers the whole position already.');
  const beyond = target === null ? 0 : new Big(target).cmp(stop);
  if (target !== null && beyond !== (held.side === 'long' ? 1 : -1)) {
    return failed('not-possible', 'Target and stop are on the wrong sides of each other. Nothing was sent.');
  }
  const stopTicket = closingTicket(held, open, { kind: 'stop', stop }, duration);
  const tickets =
    target === null
      ? [stopTicket]
      : [stopTicket, closingTicket(held, open, { kind: 'limit', limit: target }, duration)];
  const steps = tickets.map((ticket) => orderStep(ticket, target !== null));
  return planned(request, `Protect ${open} ${held.symbol}`, steps, facts);
}

/** The panic plan: one request asks for nothing to be held, then one cancel for each group, and a look at what is left. */
function flatten(request: Of<'flatten'>, facts: ExitFacts): PlannedExit | Failure {
  const live = facts.signals.filter(({ state }) => canBeCanceled(state));
  const groups = cancelsOf(live, facts.signals);
  const { positions } = facts;
  if (positions.length === 0 && groups.length === 0) {
    return failed('nothing-to-do', 'Nothing is held and nothing works, as far as it was read.');
  }
  const steps: Step[] = [
    { text: 'Ask the platform to hold nothing', deed: { kind: 'flat-list' } },
    ...groups.map((cancel) => cancelStep(cancel, facts.signals)),
    { text: 'Read positions and working orders again', deed: { kind: 'read' } },
    { text: 'Hand the account back once it is flat', deed: { kind: 'stop-list' } },
  ];
  const summary = `Flatten ${count(positions.length, 'position')}, cancel ${count(groups.length, 'group')} of orders`;
  return { request, summary, steps: numbered(steps), checks: [], positions: positions.length };
}

function planned(
  request: ExitRequest,
  summary: string,
  steps: readonly Step[],
  facts: ExitFacts,
  more: readonly Check[] = [],
): PlannedExit {
  const tickets = steps.flatMap(({ deed }) => (deed.kind === 'order' ? [deed.ticket] : []));
  const found = [...tickets.flatMap((ticket) => facts.preview(ticket).checks), ...more];
  const checks = found.filter(({ code }, index) => found.findIndex((one) => one.code === code) === index);
  return { request, summary, steps: numbered(steps), checks, positions: 1 };
}

const orderStep = (ticket: Ticket, inGroup: boolean | number = false): Step => ({
  text: orderText(ticket),
  deed: { kind: 'order', ticket, inGroup: inGroup === true },
});

const cancelStep = (cancel: PlannedCancel, signals: readonly Signal[]): Step => ({
  text: planCancel(signals, [cancel.rowId]).plan.label,
  deed: { kind: 'cancel', cancel },
});

/** One request for each OCA group. */
const cancelsOf = (orders: readonly Signal[], signals: readonly Signal[]): readonly PlannedCancel[] =>
  planCancel(
    signals,
    orders.map(({ rowId }) => rowId),
  ).requests;

const besideCheck = (groups: number): Check => ({
  code: 'exit-beside',
  level: 'warn',
  text: `${count(groups, 'group')} of working orders close this position too and are left alone: more than is held may be closed.`,
  field: null,
});

const closeWords = ({ side }: Position): string => (side === 'long' ? 'Sell to close' : 'Buy to cover');

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;
