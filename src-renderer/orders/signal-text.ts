import type { Text } from '#contract/message.ts';
import type { Signal, UnreadableRecord } from '#contract/model/signal.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';
import { isOpenState, kindText } from '#renderer/format/signal-words.ts';
import { words } from '#renderer/messages/words.ts';

type Order = Pick<Signal, 'action' | 'quantity' | 'symbol' | 'kind' | 'limit' | 'stop' | 'duration'>;

/** An order in one line: `BTO 100 AAPL LMT 182.50 DAY`. */
export function signalText(signal: Order): string {
  const parts = [signal.action, decimalText(signal.quantity), signal.symbol, kindText(signal), signal.duration];
  return parts.filter((part) => part !== null).join(' ');
}

/**
 * The reason for the state: an alarm, else the text of the journal if the trader has a choice or
 * the state needs an explanation, else the cause of the order's end or of its waiting.
 */
export function reasonText(signal: Signal): string {
  const { journal, cause } = signal;
  if (journal?.alarm != null) return words(journal.alarm);
  if (journal !== null && (journal.choices.length > 0 || needsExplanation(signal))) return words(journal.text);
  return cause === null ? '' : words(cause.text);
}

const needsExplanation = (signal: Signal): boolean =>
  ['unknown', 'absent', 'held', 'rejected', 'not-sent', 'unlisted', 'queued', 'sending'].includes(signal.state);

/**
 * What the trader must know of an order that was entered here, or null if it has no problem. A
 * staged order is on hold on purpose.
 */
export function problemOf({ journal, state }: Signal): Text | null {
  if (journal === null) return null;
  if (journal.alarm !== null) return journal.alarm;
  const isProblem = state === 'held' ? !journal.staged : problemStates.includes(state);
  return isProblem ? journal.text : null;
}

const problemStates: readonly Signal['state'][] = ['unknown', 'absent', 'rejected', 'not-sent', 'abandoned'];

/**
 * An order that was entered elsewhere has no journal row. It is known only from the lists of the
 * platform, so it has a service id. A parent that was entered here with its child has no journal
 * row either, but it has no service id before it is accepted.
 */
export const isEnteredElsewhere = ({ journal, serviceId }: Signal): boolean => journal === null && serviceId !== null;

/** Whether the group and the bracket of an order are known, in words. */
export function linksText(signal: Signal): string {
  if (signal.links === 'known') return 'known';
  return isEnteredElsewhere(signal) ? 'unknown (entered elsewhere)' : 'not known before the order is accepted';
}

export const canCancel = (signal: Signal): boolean =>
  isOpenState(signal.state) && !['sending', 'unlisted', 'absent'].includes(signal.state);

/** The row ids of working records that cannot be read. Core cancels them by their service ids. */
export const unreadableWorkingIds = (records: readonly UnreadableRecord[]): string[] =>
  records.flatMap(({ rowId, working }) => (working && rowId !== null ? [rowId] : []));

/** True only for an order that the platform has and that can still fill. */
export const canReplace = (signal: Signal): boolean =>
  signal.serviceId !== null && (signal.state === 'working' || signal.state === 'waiting');
