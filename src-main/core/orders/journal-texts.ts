import type { JournalFacts } from '#contract/model/signal.ts';
import type { OrderRow } from './order-row.ts';

/** What the row says and offers, in the words of order-safety 5. */
export function journalFacts(row: OrderRow): JournalFacts {
  return {
    intentId: row.rowId,
    state: row.state,
    attempts: row.attempts,
    createdAt: toSeconds(row.createdAt),
    sentAt: row.sentAt === null ? null : toSeconds(row.sentAt),
    answer: [...row.answer],
    text: sentence(row),
    choices: [...choicesOf(row)],
    alarm: row.alarm,
    staged: false,
    candidates: [],
    typedConfirmation: null,
    exposed: false,
    watchedUntil: null,
    misses: [],
  };
}

/** Only these are taken by `decide`. */
export function choicesOf(row: OrderRow): JournalFacts['choices'] {
  const note: JournalFacts['choices'] = row.acknowledged ? [] : ['acknowledge'];
  switch (row.state) {
    case 'QUEUED':
      return ['abandon'];
    case 'HELD':
    case 'NOT_SENT':
      return ['send-again', 'abandon'];
    case 'UNKNOWN':
    case 'REJECTED_SOFT':
      return ['check-now'];
    case 'AMBIGUOUS':
      return note;
    case 'PROBABLY_ABSENT':
      return ['check-now', ...note];
    case 'SENDING':
    case 'ABANDONED':
      return [];
    default:
      return row.alarm === null ? [] : ['acknowledge'];
  }
}

function sentence(row: OrderRow): string {
  switch (row.state) {
    case 'QUEUED':
      return 'Waits for its turn; nothing was sent yet.';
    case 'HELD':
      return `Held, nothing was sent: ${ending(row.reason)}`;
    case 'SENDING':
      return 'On its way; no answer yet.';
    case 'ACKED':
      return 'The platform has taken it.';
    case 'REJECTED_SOFT':
      return 'The platform refused it. We are checking that it is not there.';
    case 'REJECTED':
      return 'The platform refused it, and it is not among the working orders.';
    case 'NOT_SENT':
      return `Not sent: ${ending(row.reason)}`;
    case 'UNKNOWN':
      return unknownText(row);
    case 'AMBIGUOUS':
      return `Sent ${sentText(row)}, no answer, and ${ending(row.reason)} Compare them; do not enter it again.`;
    case 'LANDED':
      return 'No answer came, but the platform shows this order under our own id.';
    case 'LANDED_PROBABLE':
      return 'Found an order that matches in every visible detail; the service does not confirm it is this one.';
    case 'PROBABLY_ABSENT':
      return 'Not visible after 2 minutes. It can still appear.';
    case 'CLOSED_ABSENT':
      return 'Not visible for 24 hours. It was most likely never taken.';
    case 'ABANDONED':
      return 'Withdrawn before it was sent.';
  }
}

function unknownText(row: OrderRow): string {
  const why = row.answer.length === 0 ? 'no answer' : 'no answer that can be relied on';
  return `Sent ${sentText(row)}, ${why}. It may be working or filled. We are checking; do not enter it again.`;
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

const ending = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

const toSeconds = (ms: number): number => Math.max(0, Math.floor(ms / 1000));
