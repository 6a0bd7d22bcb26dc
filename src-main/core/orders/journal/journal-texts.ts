import type { Text } from '#contract/message.ts';
import type { JournalFacts } from '#contract/model/signal.ts';
import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import type { OrderRow } from './order-row.ts';
import { onlyTraderSends } from './row-states.ts';

export type FactsContext = {
  /** Whether the probe showed that the platform refuses an own id that was used before. */
  readonly reuseRefused: boolean;
  /** The records that an AMBIGUOUS order may match. */
  readonly candidates: readonly CachedSignal[];
};

const dayMs = 24 * 60 * 60 * 1000;

/** The text and the choices of a row. */
export function journalFacts(
  row: OrderRow,
  context: FactsContext = { reuseRefused: false, candidates: [] },
): JournalFacts {
  const isWatched = row.state === 'PROBABLY_ABSENT' && row.sentAt !== null;
  return {
    intentId: row.rowId,
    state: row.state,
    attempts: row.attempts,
    createdAt: toSeconds(row.createdAt),
    sentAt: sentOf(row),
    answer: [...row.answer],
    text: textOf(row),
    choices: [...choicesOf(row, context.reuseRefused)],
    alarm: alarmOf(row),
    staged: row.staged === true && row.state === 'HELD',
    candidates: row.state === 'AMBIGUOUS' ? context.candidates.map(candidate) : [],
    typedConfirmation: typedConfirmationOf(row),
    exposed: row.exposed === true && row.state === 'PROBABLY_ABSENT',
    watchedUntil: isWatched ? toSeconds((row.sentAt ?? 0) + dayMs) : null,
    previewDifferences: [...(row.misses ?? [])],
    ...(row.notShown === undefined ? {} : { notShown: [...row.notShown] }),
    ...bracketOf(row),
    ...(row.terms === undefined ? {} : { terms: row.terms }),
  };
}

function bracketOf({ ticket }: OrderRow): Pick<JournalFacts, 'bracket'> {
  const { profitTarget, stopLoss, keepBothAlive } = ticket;
  return profitTarget === null && stopLoss === null ? {} : { bracket: { profitTarget, stopLoss, keepBothAlive } };
}

/** The alarm of a row: something contradicts the order, or a position is left without its stop. */
export const alarmOf = (row: OrderRow): Text | null =>
  row.alarm ?? (awaitsTrader(row) ? (row.cancelFirst?.alarm ?? null) : null);

/** Whether the order was not sent or was rejected, and the trader has not decided about it yet. */
const awaitsTrader = (row: OrderRow): boolean =>
  onlyTraderSends(row) && !(row.state === 'REJECTED' && row.acknowledged);

/** The choices that `Decisions` accepts for this row. */
export function choicesOf(row: OrderRow, reuseRefused = false): JournalFacts['choices'] {
  const acknowledge: JournalFacts['choices'] = row.acknowledged ? [] : ['acknowledge'];
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
      return ['pick', ...acknowledge];
    case 'PROBABLY_ABSENT':
      return [...absentChoices(row, reuseRefused), ...acknowledge];
    case 'SENDING':
    case 'ABANDONED':
      return [];
    default:
      return alarmOf(row) === null ? [] : ['acknowledge'];
  }
}

/**
 * Choices of order-safety 4.5. While a second sending that the user asked for is pending, nothing
 * else can be decided.
 */
function absentChoices(row: OrderRow, reuseRefused: boolean): JournalFacts['choices'] {
  if (row.resendAsked === true) return ['check-now'];
  const maySendAgain = reuseRefused && row.ticket.replaces === null && row.supersededBy === undefined;
  const mayEnterAgain = typedConfirmationOf(row) !== null;
  return [
    'check-now',
    'keep-waiting',
    'check-by-cancelling',
    ...(maySendAgain ? (['send-again-same-id'] as const) : []),
    ...(mayEnterAgain ? (['new-order'] as const) : []),
  ];
}

/**
 * The choices of an order that cannot be verified: those of an absent order except sending again
 * under the same id, because the order may be at the platform.
 */
function unverifiableChoices(row: OrderRow): JournalFacts['choices'] {
  const mayEnterAgain = typedConfirmationOf(row) !== null;
  return ['check-now', 'keep-waiting', 'check-by-cancelling', ...(mayEnterAgain ? (['new-order'] as const) : [])];
}

/**
 * The text that the trader types to confirm a second order while the first may still appear; null
 * if a second order is not offered.
 */
export function typedConfirmationOf(row: OrderRow): string | null {
  if (row.supersededBy !== undefined) return null;
  // No second replacement is sent while the outcome of the first is unknown (order-safety 4).
  if (row.state === 'UNKNOWN') return row.unverifiable === true && row.ticket.replaces === null ? 'two orders' : null;
  if (row.state !== 'PROBABLY_ABSENT') return null;
  return row.exposed === true ? 'enter again' : 'two orders';
}

const candidate = (record: CachedSignal): JournalFacts['candidates'][number] => {
  const { serviceId, action, quantity, symbol, kind, limit, stop, statusText, postedAt } = record;
  const price = kind === 'market' ? null : (limit ?? stop);
  const text: Text = { code: 'order.candidate', action, quantity, symbol, kind, price, status: statusText, postedAt };
  return { serviceId, text };
};

/** What is known of the order (order-safety 5). */
function textOf(row: OrderRow): Text {
  switch (row.state) {
    case 'QUEUED':
      return { code: 'order.queued' };
    case 'HELD':
      return { code: 'order.on-hold', reason: row.reason };
    case 'SENDING':
      return { code: 'order.sending' };
    case 'ACKED':
      return { code: 'order.accepted' };
    case 'REJECTED_SOFT':
      return { code: 'order.rejected-soft' };
    case 'REJECTED':
      return { code: 'order.rejected' };
    case 'NOT_SENT':
      return { code: 'order.not-sent', reason: row.reason };
    case 'UNKNOWN':
      return unknownText(row);
    case 'AMBIGUOUS':
      return { code: 'order.ambiguous', sent: sentOf(row), answered: isAnswered(row), reason: row.reason };
    case 'LANDED':
      return { code: 'order.landed', answered: isAnswered(row) };
    case 'LANDED_PROBABLE':
      return { code: 'order.landed-probable' };
    case 'PROBABLY_ABSENT':
      return absentText(row);
    case 'CLOSED_ABSENT':
      return { code: 'order.closed-absent' };
    case 'ABANDONED':
      return abandonedText(row);
  }
}

/** A replacement in two steps is abandoned by the trader, or because the old order was filled. */
function abandonedText({ cancelFirst, reason }: OrderRow): Text {
  if (cancelFirst === undefined) return { code: 'order.withdrawn' };
  const isOldTraded = typeof reason !== 'string' && reason.code === 'replace.old-traded';
  return isOldTraded ? reason : { code: 'replace.withdrawn', canceled: cancelFirst.proof !== null };
}

function absentText(row: OrderRow): Text {
  if (row.resendAsked === true) return { code: 'order.resend-asked' };
  if (row.exposed === true) return { code: 'order.exposed' };
  return { code: 'order.not-visible', reason: row.reason, until: untilOf(row) };
}

function unknownText(row: OrderRow): Text {
  const sent = sentOf(row);
  if (row.unverifiable === true) return { code: 'order.not-verifiable', sent, until: untilOf(row) };
  const { reason } = row;
  // The first send has no answer, and `sent` is the time of the second one.
  const isNotSentAgain = typeof reason !== 'string' && reason.code === 'lost.sent-again';
  const isRestored = typeof reason !== 'string' && reason.code === 'order.journal-restored';
  if (isRefusedAgain(row) || isNotSentAgain || isRestored) return reason;
  if (isAnswered(row)) return { code: 'order.not-understood', sent, answer: [...row.answer] };
  return { code: 'order.no-answer', sent };
}

/** Whether the platform has answered anything, although not with an acceptance of the order. */
const isAnswered = ({ answer }: OrderRow): boolean => answer.length > 0;

/** Whether the second send was refused while the first one has no answer. */
export const isRefusedAgain = ({ reason }: OrderRow): boolean =>
  typeof reason !== 'string' && reason.code === 'order.refused-again';

const sentOf = ({ sentAt }: OrderRow): number | null => (sentAt === null ? null : toSeconds(sentAt));
const untilOf = ({ waitUntil }: OrderRow): number | null => (waitUntil === undefined ? null : toSeconds(waitUntil));

const toSeconds = (ms: number): number => Math.max(0, Math.floor(ms / 1000));
