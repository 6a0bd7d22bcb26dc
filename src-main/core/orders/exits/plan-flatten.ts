import { failed } from '#contract/outcome.ts';
import type { CommandOutcome } from '#contract/commands.ts';
import type { Text } from '#contract/message.ts';
import type { ExitRequest } from '#contract/model/exit.ts';
import type { Signal } from '#contract/model/signal.ts';
import type { Check } from '#contract/model/ticket.ts';
import type { Position } from '#contract/model/trade.ts';
import { isEntry } from '#contract/model/order-action.ts';
import { planCancel } from '#core/orders/cancel/cancel-plan.ts';
import { canBeCanceled } from '../signal-state.ts';
import { exitGroups, stopQuantity } from './exit-groups.ts';
import {
  endTargetListStep,
  numberSteps,
  rowsOf,
  type ExitFacts,
  type PlannedExit,
  type PlanRowFacts,
  type Step,
} from './exit-steps.ts';
import { closeStepsOfAll } from './plan-close.ts';
import { closableWithoutOtherExits, groupHasExitOf } from './shared-groups.ts';
import { tradingTime } from './trading-time.ts';
import { unreadableOrders, type UnreadableOrders } from './unreadable-orders.ts';

type Flatten = Extract<ExitRequest, { kind: 'flatten' }>;
type Failure = Extract<CommandOutcome<'orders.plan-exit'>, { ok: false }>;

/**
 * The panic plan. If the markets of all positions are certainly open, or if the trader chose the
 * flat list at the next open, one flat list closes them, and each stop is canceled once a reading
 * shows its position closed. Otherwise no list is left on: positions in open markets are closed by
 * orders, and every other position retains its stops. Entries are canceled in both cases.
 */
export function planFlatten(request: Flatten, facts: ExitFacts): PlannedExit | Failure {
  const { positions, signals, now, unreadFills } = facts;
  const tradable = positions.filter((one) => tradingTime(one, now).state === 'open');
  const closable = closableWithoutOtherExits(tradable, positions, signals);
  const allOpen =
    closable.length === positions.length && unreadFills.every((one) => tradingTime(one, now).state === 'open');
  // A list that is or may be on, and an entry that has just filled, can open positions that no
  // reading shows yet.
  const mayHold = positions.length > 0 || facts.mayHaveList || unreadFills.length > 0;
  // A position that was not read may be in a closed market.
  const isCertain = positions.length > 0 || (facts.hasReadPositions && !facts.hasUnreadableTrades);
  const usesFlatList = mayHold && isCertain && (allOpen || request.flatAtOpen === true);
  const retained = usesFlatList ? [] : positions.filter((one) => !closable.includes(one));
  const unreadable = unreadableOrders(facts.unreadable, signals, facts);
  const { steps: cancels, notes: entryNotes } = cancelsOf(facts, usesFlatList ? positions : retained, unreadable);
  const notes = [...entryNotes, ...unreadableNotes(unreadable, facts)];
  // Without a reading of the positions, the plan reads them.
  if (facts.hasReadPositions && !mayHold && cancels.length === 0 && notes.length === 0 && !signals.some(mayWork)) {
    return failed('nothing-to-do', { code: 'exit.nothing-to-flatten' });
  }
  const end: Step[] = usesFlatList
    ? [readStep('flat'), { text: { code: 'exit.stop-list' }, task: { kind: 'stop-list', when: 'flat' } }]
    : [readStep('closed')];
  const steps = numberSteps([...closingSteps(facts, usesFlatList, closable, cancels), ...end]);
  return {
    request,
    summary: { code: 'exit.flatten', positions: positions.length - retained.length, remaining: retained.length },
    steps,
    rows: [...rowsOf(steps), ...retained.map((one) => retainedRow(one, facts))],
    checks: [
      ...notes,
      ...(usesFlatList ? [] : sharedGroupNotes(tradable, closable)),
      ...(facts.killed ? [reducesOnlyNote] : []),
    ],
    positionCount: positions.length,
    retained: retained.map(({ symbol, side }) => ({ symbol, side })),
    flatAtOpen: allOpen ? null : request.flatAtOpen === true,
  };
}

function closingSteps(
  facts: ExitFacts,
  usesFlatList: boolean,
  closable: readonly Position[],
  cancels: readonly Step[],
): Step[] {
  const { mayHaveList, now, positions, signals } = facts;
  if (usesFlatList) {
    const rows = positions.map((one) => rowFactsOf(one, facts, true));
    return [{ text: { code: 'exit.flat-list' }, task: { kind: 'flat-list' }, rows }, ...cancels];
  }
  // The platform accepts no orders while it maintains a list, and no list may be left on.
  const first: Step[] = mayHaveList ? [endTargetListStep] : [];
  const closes = closeStepsOfAll(closable, signals, now);
  return [...first, ...cancels, ...closes];
}

/**
 * Cancels every order that can still open or enlarge a position, and the unreadable orders that
 * cannot be a stop. An entry in the group of an exit of `positions` stays and is noted: its cancel
 * would cancel that exit too.
 */
function cancelsOf(
  { signals, unreadable }: ExitFacts,
  positions: readonly Position[],
  { toCancel }: UnreadableOrders,
): { steps: Step[]; notes: Check[] } {
  const entries = signals.filter((one) => isEntry(one.action) && (canBeCanceled(one.state) || isSentByItself(one)));
  const isRetained = (one: Signal): boolean => groupHasExitOf(one, positions, signals);
  const orders = [...entries.filter((one) => !isRetained(one)), ...toCancel];
  const { requests, withdrawn } = planCancel(
    signals,
    orders.map(({ rowId }) => rowId),
    unreadable,
  );
  const unsent = withdrawn.map((rowId) => ({ rowId, signalId: '', covers: [] }));
  const steps = [...unsent, ...requests].map((cancel): Step => {
    const { rowId } = cancel;
    const signal = signals.find((one) => one.rowId === rowId);
    const order = signal ?? toCancel.find((one) => one.rowId === rowId);
    const row = {
      symbol: order?.symbol ?? '',
      size: signal?.quantity ?? null,
      profit: null,
      canceledStopQuantity: null,
      tradingTime: null,
    };
    const text = planCancel(signals, [rowId], unreadable).plan.label;
    return { text, task: { kind: 'cancel', cancel }, rows: [row] };
  });
  const notes = entries.filter(isRetained).map(({ rowId, symbol, quantity }): Check => ({
    code: `entry-retained-${rowId}`,
    level: 'note',
    text: { code: 'exit.entry-retained', symbol, quantity },
    field: null,
  }));
  return { steps, notes };
}

/** Notes on unreadable trades, and on the unreadable orders that this plan does not cancel. */
function unreadableNotes({ maybeExits, withoutId }: UnreadableOrders, { hasUnreadableTrades }: ExitFacts): Check[] {
  const texts: Text[] = [
    ...maybeExits.map(({ symbol }): Text => ({ code: 'exit.unreadable-retained', symbol })),
    ...withoutId.map((): Text => ({ code: 'exit.unreadable-unreached' })),
    ...(hasUnreadableTrades ? [{ code: 'exit.unreadable-trades' } as const] : []),
  ];
  return texts.map((text, index): Check => ({ code: `unreadable-${index + 1}`, level: 'note', text, field: null }));
}

/**
 * Positions that are not closed because they share a group with an exit of a retained position.
 */
const sharedGroupNotes = (tradable: readonly Position[], closable: readonly Position[]): Check[] =>
  tradable
    .filter((one) => !closable.includes(one))
    .map(({ id, symbol }) => ({
      code: `kept-with-group-${id}`,
      level: 'note',
      text: { code: 'exit.retained-with-group', symbol },
      field: null,
    }));

/**
 * Whether the order is sent without a further decision of the trader. The new order of a
 * replacement in two steps is on hold, but is sent once the cancel of the old order is proved.
 */
const isSentByItself = ({ journal, state }: Signal): boolean =>
  state === 'queued' || (state === 'held' && journal?.staged !== true);

const mayWork = ({ state }: Signal): boolean => canBeCanceled(state) || state === 'sending';

function rowFactsOf(position: Position, { now, signals }: ExitFacts, isClosing: boolean): PlanRowFacts {
  const stop = stopQuantity(exitGroups(position, signals));
  return {
    symbol: position.symbol,
    size: position.quantity,
    profit: position.profit,
    canceledStopQuantity: isClosing ? stop : null,
    tradingTime: tradingTime(position, now),
  };
}

const retainedRow = (position: Position, facts: ExitFacts): PlannedExit['rows'][number] => ({
  ...rowFactsOf(position, facts, false),
  step: '',
  what: { code: 'exit.retained', covered: position.protectedQuantity },
  requests: 0,
  newRisk: false,
});

const readStep = (until: 'flat' | 'closed'): Step => ({
  text: { code: 'exit.read-positions' },
  task: { kind: 'read', until },
});

export const reducesOnlyNote: Check = {
  code: 'kill-reduces',
  level: 'note',
  text: { code: 'kill.reduces-only' },
  field: null,
};
