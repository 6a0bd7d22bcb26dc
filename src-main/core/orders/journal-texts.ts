import type { Text } from '#contract/message.ts';
import type { JournalFacts } from '#contract/model/signal.ts';
import type { CachedSignal } from '#core/cache/cached-signal.ts';
import type { OrderRow } from './order-row.ts';

export type FactsContext = {
  readonly reuseRefused: boolean;
  /** The records that an AMBIGUOUS order may match. */
  readonly candidates: readonly CachedSignal[];
};

const dayMs = 24 * 60 * 60 * 1000;

/** The text and the choices of a row, in the words of order-safety 5. */
export function journalFacts(
  row: OrderRow,
  context: FactsContext = { reuseRefused: false, candidates: [] },
): JournalFacts {
  const watched = row.state === 'PROBABLY_ABSENT' && row.sentAt !== null;
  return {
    intentId: row.rowId,
    state: row.state,
    attempts: row.attempts,
    createdAt: toSeconds(row.createdAt),
    sentAt: row.sentAt === null ? null : toSeconds(row.sentAt),
    answer: [...row.answer],
    text: sentence(row),
    choices: [...choicesOf(row, context.reuseRefused)],
    alarm: alarmOf(row),
    staged: row.staged === true && row.state === 'HELD',
    candidates: row.state === 'AMBIGUOUS' ? context.candidates.map(candidate) : [],
    typedConfirmation: typedConfirmationOf(row),
    exposed: row.exposed === true && row.state === 'PROBABLY_ABSENT',
    watchedUntil: watched ? toSeconds((row.sentAt ?? 0) + dayMs) : null,
    misses: [...(row.misses ?? [])],
    ...(row.notShown === undefined ? {} : { notShown: [...row.notShown] }),
  };
}

/** The alarm of a row: something contradicts the order, or a position is left without its stop. */
export const alarmOf = ({ alarm, cancelFirst, state }: OrderRow): Text | null =>
  alarm ?? (state === 'HELD' ? (cancelFirst?.alarm ?? null) : null);

/** The choices that `decide` accepts. */
export function choicesOf(row: OrderRow, reuseRefused = false): JournalFacts['choices'] {
  const note: JournalFacts['choices'] = row.acknowledged ? [] : ['acknowledge'];
  switch (row.state) {
    case 'QUEUED':
      return ['abandon'];
    case 'HELD':
    case 'NOT_SENT':
      return ['send-again', 'abandon'];
    case 'UNKNOWN':
      return row.unverifiable === true ? unverifiableChoices(row) : ['check-now'];
    case 'REJECTED_SOFT':
      return ['check-now'];
    case 'AMBIGUOUS':
      return ['pick', ...note];
    case 'PROBABLY_ABSENT':
      return [...absentChoices(row, reuseRefused), ...note];
    case 'SENDING':
    case 'ABANDONED':
      return [];
    default:
      return row.alarm === null ? [] : ['acknowledge'];
  }
}

/**
 * Choices of order-safety 4.5. While a second sending that the user asked for is pending, nothing
 * else can be decided.
 */
function absentChoices(row: OrderRow, reuseRefused: boolean): JournalFacts['choices'] {
  if (row.resendAsked === true) return ['check-now'];
  const again = reuseRefused && row.ticket.replaces === null && row.supersededBy === undefined;
  const mayEnterAgain = typedConfirmationOf(row) !== null;
  return [
    'check-now',
    'keep-waiting',
    'check-by-cancelling',
    ...(again ? (['send-again-same-id'] as const) : []),
    ...(mayEnterAgain ? (['new-order'] as const) : []),
  ];
}

/**
 * The choices of an absent order, without sending again under the same id: the unreadable record
 * may be this order.
 */
function unverifiableChoices(row: OrderRow): JournalFacts['choices'] {
  const mayEnterAgain = typedConfirmationOf(row) !== null;
  return ['check-now', 'keep-waiting', 'check-by-cancelling', ...(mayEnterAgain ? (['new-order'] as const) : [])];
}

/**
 * The text to type in order to enter an order beside one that may still appear; null where that is
 * not offered.
 */
export function typedConfirmationOf(row: OrderRow): string | null {
  if (row.supersededBy !== undefined) return null;
  // A second replacement is never sent blind (order-safety 4).
  if (row.state === 'UNKNOWN') return row.unverifiable === true && row.ticket.replaces === null ? 'two orders' : null;
  if (row.state !== 'PROBABLY_ABSENT') return null;
  return row.exposed === true ? 'enter again' : 'two orders';
}

const candidate = (record: CachedSignal): JournalFacts['candidates'][number] => {
  const { serviceId, action, quantity, symbol, kind, limit, stop, statusText, postedAt } = record;
  const posted = postedAt === null ? 'posted at an unknown time' : `posted at ${newYork.format(postedAt * 1000)} ET`;
  const at = kind === 'market' ? 'at market' : `${kind} ${limit ?? stop ?? ''}`;
  return { serviceId, text: `${action} ${quantity} ${symbol} ${at}, ${statusText}, ${posted}` };
};

function sentence(row: OrderRow): Text {
  switch (row.state) {
    case 'QUEUED':
      return 'Waits for its turn; nothing was sent yet.';
    case 'HELD':
      return { code: 'order.on-hold', reason: row.reason };
    case 'SENDING':
      return 'On its way; no answer yet.';
    case 'ACKED':
      return 'The platform has taken it.';
    case 'REJECTED_SOFT':
      return 'The platform refused it. We are checking that it is not there.';
    case 'REJECTED':
      return 'The platform refused it, and it is not among the working orders.';
    case 'NOT_SENT':
      return { code: 'order.not-sent', reason: row.reason };
    case 'UNKNOWN':
      return unknownText(row);
    case 'AMBIGUOUS':
      return { code: 'order.ambiguous', sent: sentText(row), reason: row.reason };
    case 'LANDED':
      return 'No answer came, but the platform shows this order under our own id.';
    case 'LANDED_PROBABLE':
      return 'Found an order that matches in every visible detail; the service does not confirm it is this one.';
    case 'PROBABLY_ABSENT':
      return absentText(row);
    case 'CLOSED_ABSENT':
      return 'Not visible for 24 hours. It was most likely never taken.';
    case 'ABANDONED':
      return row.cancelFirst && row.reason !== '' ? row.reason : 'Withdrawn before it was sent.';
  }
}

function absentText({ exposed, waitUntil, resendAsked, reason }: OrderRow): Text {
  if (resendAsked === true) return 'Not visible after 2 minutes. It waits to be sent again under its own id.';
  if (exposed === true) {
    return 'The order that it was to replace is gone, and the new one is not visible: nothing may protect this position. It can still appear.';
  }
  const until = waitUntil === undefined ? null : newYork.format(waitUntil);
  return { code: 'order.not-visible', reason, until };
}

function unknownText(row: OrderRow): Text {
  if (row.unverifiable === true) {
    const until = row.waitUntil === undefined ? null : newYork.format(row.waitUntil);
    return { code: 'order.not-verifiable', sent: sentText(row), until };
  }
  if (row.answer.length > 0) return { code: 'order.not-understood', sent: sentText(row), answer: [...row.answer] };
  return `Sent ${sentText(row)}, no answer. It may be working or filled. We are checking; do not enter it again.`;
}

/** "at 15:55:02 ET". */
function sentText({ sentAt }: OrderRow): string {
  return sentAt === null ? 'at an unknown time' : `at ${newYork.format(sentAt)} ET`;
}

const newYork = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/New_York',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

const toSeconds = (ms: number): number => Math.max(0, Math.floor(ms / 1000));
