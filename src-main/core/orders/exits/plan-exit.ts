import type { Text } from '#contract/message.ts';
import Big from 'big.js';
import { failed } from '#contract/outcome.ts';
import type { CommandOutcome } from '#contract/commands.ts';
import type { ExitRequest } from '#contract/model/exit.ts';
import type { Signal } from '#contract/model/signal.ts';
import type { Check, Ticket } from '#contract/model/ticket.ts';
import type { Position } from '#contract/model/trade.ts';
import { planCancel } from '../cancel-plan.ts';
import { closingTicket, openingAgainst, orderText, protectiveOf, resizedTicket, type Held } from './exit-orders.ts';
import { numbered, rowsOf, type ExitFacts, type PlannedExit, type Step } from './exit-steps.ts';
import { closeSteps } from './plan-close.ts';
import { planFlatten, reducesOnly } from './plan-flatten.ts';
import { planKeepOvernight } from './plan-keep-overnight.ts';
import { planProtect } from './plan-protect.ts';
import { planTrim } from './plan-trim.ts';
import { exitsAlongside } from './shared-groups.ts';
import { tradingTime } from './trading-time.ts';

type Failure = Extract<CommandOutcome<'orders.plan-exit'>, { ok: false }>;
/** A request by what it does; `resume` is planned as the request that it continues. */
export type PlannedRequest = Exclude<ExitRequest, { kind: 'resume' }>;
type Of<Kind extends PlannedRequest['kind']> = Extract<PlannedRequest, { kind: Kind }>;

/** What a request to leave a position takes, step by step, on the cached state. Pure: the same state gives the same plan. */
export function planExit(request: PlannedRequest, facts: ExitFacts): PlannedExit | Failure {
  if (request.kind === 'flatten') return planFlatten(request, facts);
  const position = facts.positions.find(({ id }) => id === request.positionId);
  if (!position) return failed('unknown-position', { code: 'exit.position-gone' });
  const { instrument } = position;
  if (instrument === null || !new Big(position.quantity).gt(0)) {
    return failed('not-possible', { code: 'exit.no-instrument' });
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
    case 'keep-overnight':
      return keepOvernight(request, held, facts);
    case 'trim':
      return trim(request, held, facts);
  }
}

function close(request: Of<'close'>, held: Held, facts: ExitFacts): PlannedExit {
  const isNow = request.price.kind === 'market';
  const steps = isNow
    ? closeSteps(held, facts.signals, facts.now)
    : [orderStep(closingTicket(held, held.quantity, request.price, request.duration))];
  const summary = { code: 'exit.close', side: held.side, from: held.quantity, to: '0', symbol: held.symbol } as const;
  const asked = [...closedMarket(held, facts.now), ...groupElsewhere(held, facts.signals)];
  return planned(request, summary, steps, facts, isNow ? asked : []);
}

/** Close, the position read closed, then the entry: it is sent only when nothing of the old side is left. */
function reverse(request: Of<'reverse'>, held: Held, facts: ExitFacts): PlannedExit | Failure {
  if (facts.killed) return failed('not-possible', { code: 'exit.no-reverse-while-killed' });
  const steps: Step[] = [
    ...closeSteps(held, facts.signals, facts.now),
    { text: { code: 'exit.read-positions' }, deed: { kind: 'read', until: 'closed' } },
    entryStep(reverseEntry(request, held), held),
  ];
  const { quantity, side, symbol } = held;
  const summary = { code: 'exit.reverse', side, quantity, symbol } as const;
  const asked = [...closedMarket(held, facts.now), ...groupElsewhere(held, facts.signals)];
  return planned(request, summary, steps, facts, asked);
}

/** The new side with the bracket that was asked for. */
export function reverseEntry(request: Of<'reverse'>, held: Held): Ticket {
  const { profitTarget = null, stopLoss = null, duration } = request;
  const ticket = closingTicket(held, held.quantity, { kind: 'market' }, duration, { profitTarget, stopLoss });
  return { ...ticket, action: openingAgainst(held) };
}

/** What is left of a reversal whose old side is closed. */
export const planReverseEntry = (request: Of<'reverse'>, entry: Ticket, facts: ExitFacts): PlannedExit | Failure =>
  facts.killed
    ? failed('not-possible', { code: 'exit.no-reverse-while-killed' })
    : planned(request, orderText(entry), [entryStep(entry, { ...entry, profit: null })], facts);

/** Orders that close the position are made smaller first, so that never more than is held can be closed. */
function scaleOut(request: Of<'scale-out'>, held: Held, facts: ExitFacts): PlannedExit | Failure {
  const whole = new Big(held.quantity);
  const part = partOf(request.amount, whole);
  if (part.gt(whole)) return failed('not-possible', { code: 'exit.more-than-held', held: held.quantity });
  const rest = whole.minus(part);
  const isNow = request.price.kind === 'market';
  if (isNow && rest.eq(0)) return close({ ...request, kind: 'close' }, held, facts);
  const larger = protectiveOf(held, facts.signals).filter(({ quantity }) => new Big(quantity).gt(rest));
  const resized = isNow ? larger.map((order) => resizedTicket(held, order, rest.toFixed())) : [];
  const steps = [
    ...resized.filter((ticket) => ticket !== null).map((ticket) => orderStep(ticket)),
    orderStep(closingTicket(held, part.toFixed(), request.price, isNow ? 'GTC' : request.duration)),
  ];
  const summary = {
    code: 'exit.close',
    side: held.side,
    from: held.quantity,
    to: rest.toFixed(),
    symbol: held.symbol,
  } as const;
  return planned(request, summary, steps, facts, isNow ? closedMarket(held, facts.now) : []);
}

/** Of whole units a percentage is rounded down to whole ones, at least one; of a fraction it is exact. */
function partOf(amount: Of<'scale-out'>['amount'], whole: Big): Big {
  if (!('percent' in amount)) return new Big(amount.quantity);
  const exact = whole.times(amount.percent).div(100);
  if (!whole.eq(whole.round(0, Big.roundDown))) return exact;
  const units = exact.round(0, Big.roundDown);
  return units.lt(1) ? new Big(1) : units;
}

/** For what no stop covers. */
function protect(request: Of<'protect'>, held: Held, facts: ExitFacts): PlannedExit | Failure {
  const plan = planProtect(request, held, facts.signals);
  if ('ok' in plan) return plan;
  const steps = plan.orders.map(({ ticket, group }) => orderStep(ticket, group));
  const summary = { code: 'exit.protect', quantity: plan.quantity, symbol: held.symbol } as const;
  return planned(request, summary, steps, facts, plan.checks);
}

function keepOvernight(request: Of<'keep-overnight'>, held: Held, facts: ExitFacts): PlannedExit | Failure {
  const orders = planKeepOvernight(held, facts.signals);
  if ('ok' in orders) return orders;
  const steps = orders.map(({ ticket, group, onceShown }) => orderStep(ticket, group, onceShown));
  return planned(request, { code: 'keep.summary', symbol: held.symbol }, steps, facts);
}

function trim(request: Of<'trim'>, held: Held, facts: ExitFacts): PlannedExit | Failure {
  const plan = planTrim(held, facts.signals);
  if ('ok' in plan) return plan;
  const rowIds = plan.cancel.map(({ rowId }) => rowId);
  const cancels = planCancel(facts.signals, rowIds).requests.map((cancel): Step => ({
    text: planCancel(facts.signals, [cancel.rowId]).plan.label,
    deed: { kind: 'cancel', cancel },
  }));
  const summary = { code: 'trim.summary', beyond: plan.beyond, symbol: held.symbol } as const;
  return planned(request, summary, [...cancels, ...plan.tickets.map((ticket) => orderStep(ticket))], facts);
}

function planned(
  request: PlannedRequest,
  summary: Text,
  steps: readonly Step[],
  facts: ExitFacts,
  more: readonly Check[] = [],
): PlannedExit {
  const closing = request.kind === 'close' || request.kind === 'reverse' || request.kind === 'scale-out';
  const isNow = request.kind === 'reverse' || ('price' in request && request.price.kind === 'market');
  const tickets = steps.flatMap(({ deed }) => (deed.kind === 'order' ? [deed.ticket] : []));
  // A closing order of a plan is fitted to what is free when it is sent: its own exits are out of the way by then.
  // Where the last run could not read them, it goes by one confirm.
  const isFitted = ({ price }: Ticket, code: string): boolean =>
    closing &&
    isNow &&
    fittedCodes.includes(code) &&
    (code !== 'may-turn' || (price.kind === 'market' && !facts.readFailed));
  const ofOrders = tickets.flatMap((ticket) =>
    facts.preview(ticket).checks.filter(({ code }) => !isFitted(ticket, code)),
  );
  const found = [...ofOrders, ...more, ...(facts.killed ? [reducesOnly] : [])];
  const checks = found.filter(({ code }, index) => found.findIndex((one) => one.code === code) === index);
  const all = numbered([...(facts.engaged ? [stopFirst] : []), ...steps]);
  return { request, summary, steps: all, rows: rowsOf(all), checks, positions: 1, kept: [], flatAtOpen: null };
}

const fittedCodes = ['may-turn', 'closing-more', 'against-position', 'equal-working', 'same-order'];

const stopFirst: Step = { text: { code: 'exit.stop-first' }, deed: { kind: 'stop-list', when: 'now' } };

/** What goes with it besides its own exits is asked about. */
function groupElsewhere(held: Held, signals: readonly Signal[]): Check[] {
  const symbols = [...new Set(exitsAlongside(held, signals).map(({ symbol }) => symbol))].join(', ');
  if (symbols === '') return [];
  return [{ code: 'group-elsewhere', level: 'warn', text: { code: 'exit.group-elsewhere', symbols }, field: null }];
}

function closedMarket(held: Held, now: number): Check[] {
  const time = tradingTime(held, now);
  if (time.state === 'open') return [];
  const at = time.state === 'opens' ? time.at : null;
  return [{ code: 'market-closed', level: 'warn', text: { code: 'exit.market-closed', at }, field: null }];
}

const orderStep = (ticket: Ticket, inGroup: number | false = false, onceShown = false): Step => ({
  text: orderText(ticket),
  deed: { kind: 'order', ticket, inGroup, ...(onceShown ? { onceShown } : {}) },
  about: [{ symbol: ticket.symbol, size: ticket.quantity, profit: null, stopLost: null, trades: null }],
});

const entryStep = (ticket: Ticket, { profit }: Pick<Position, 'profit'>): Step => ({
  ...orderStep(ticket),
  newRisk: true,
  about: [{ symbol: ticket.symbol, size: ticket.quantity, profit, stopLost: null, trades: null }],
});
