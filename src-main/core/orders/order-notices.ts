import type { Message } from '#contract/message.ts';
import type { JournalState } from '#contract/model/signal.ts';
import type { Notice } from '#contract/model/status.ts';
import type { CancelRow } from './journal/cancel-row.ts';
import { isSameText } from './blotter/is-same-text.ts';
import { alarmOf, isRefusedAgain, journalFacts } from './journal/journal-texts.ts';
import type { OrderRow } from './journal/order-row.ts';
import { platformWords } from './platform-words.ts';

/** `at`: the time of the news, if that is not the time at which the row changed. */
type NoticeBody = Pick<Notice, 'level' | 'title' | 'text' | 'announced'> & { readonly at?: number };

/**
 * The notice for an order that changed; null if its row says enough. Each order has one such
 * notice, the latest. An alarm has a notice of its own, which a later fill does not replace.
 */
export function orderNotice(before: OrderRow | undefined, row: OrderRow): Notice | null {
  const isNews = before?.state !== row.state || (row.state === 'HELD' && before.reason !== row.reason);
  // The notice of a new alarm reports the new state too.
  const hasNewAlarm = alarmBody(before, row) !== null;
  const body =
    fillBody(before, row) ?? notVerifiableBody(before, row) ?? (isNews && !hasNewAlarm ? stateBody(row) : null);
  return body === null ? null : noticeOf(row, idOf(row), body);
}

/** The notice for an alarm that is new on this row or has changed; null if there is none. */
export function alarmNotice(before: OrderRow | undefined, row: OrderRow): Notice | null {
  const body = alarmBody(before, row);
  return body === null ? null : noticeOf(row, alarmIdOf(row), body);
}

function noticeOf(row: OrderRow, id: string, body: NoticeBody): Notice {
  return { id, at: seconds(row.changedAt), ...body, rowId: row.rowId, systemId: row.ticket.systemId };
}

/** The ids of the notices to remove after a change of an order, because they are no longer true. */
export function endedNoticeIds(before: OrderRow | undefined, row: OrderRow): string[] {
  if (before === undefined) return [];
  const isAlarmOver = alarmOf(before) !== null && alarmOf(row) === null;
  return [...(isAlarmOver ? [alarmIdOf(row)] : []), ...(isStateOver(before, row) ? [idOf(row)] : [])];
}

/**
 * States whose notice is about something open. The notice ends once the trader or a list has
 * decided.
 */
const openStates: ReadonlySet<JournalState> = new Set([
  'HELD',
  'NOT_SENT',
  'REJECTED',
  'UNKNOWN',
  'AMBIGUOUS',
  'PROBABLY_ABSENT',
  'CLOSED_ABSENT',
]);

/** Whether the notice of the former state is over, and no other takes its place. */
function isStateOver(before: OrderRow, row: OrderRow): boolean {
  // What a record of another order showed, for example a fill, is not true of this one.
  const isDisproved = before.state === 'LANDED_PROBABLE' && row.state === 'UNKNOWN';
  if (!(isDisproved || openStates.has(before.state)) || orderNotice(before, row) !== null) return false;
  if (row.acknowledged && !before.acknowledged) return true;
  // The end of the watch of an absent order decides nothing.
  if (row.state === 'CLOSED_ABSENT') return false;
  return row.state !== before.state || stateBody(row) === null;
}

const idOf = ({ rowId }: OrderRow): string => `order-${rowId}`;
const alarmIdOf = ({ rowId }: OrderRow): string => `alarm-${rowId}`;

export function cancelNotice(row: CancelRow): Notice | null {
  const body = cancelBody(row);
  if (body === null) return null;
  const { cancelId, changedAt, rowId, systemId } = row;
  return { id: cancelNoticeId(cancelId), ...body, at: seconds(changedAt), rowId, systemId };
}

/**
 * The ids of the notices of earlier cancels of the same order, to remove once this cancel has an
 * outcome. The notice of a cancel with an alarm remains true and is not removed.
 */
export function endedCancelNoticeIds(row: CancelRow, cancels: readonly CancelRow[]): string[] {
  const earlier = cancels.filter(
    ({ rowId, cancelId, alarm, changedAt }) =>
      rowId === row.rowId && cancelId !== row.cancelId && alarm === undefined && changedAt <= row.changedAt,
  );
  return earlier.map(({ cancelId }) => cancelNoticeId(cancelId));
}

const cancelNoticeId = (cancelId: string): string => `cancel-${cancelId}`;

function alarmBody(before: OrderRow | undefined, row: OrderRow): NoticeBody | null {
  const alarm = alarmOf(row);
  const previous = before === undefined ? null : alarmOf(before);
  if (alarm === null || (previous !== null && isSameText(alarm, previous))) return null;
  return { level: 'danger', title: titleOf(row, 'alarm'), text: alarm };
}

function fillBody(before: OrderRow | undefined, row: OrderRow): NoticeBody | null {
  if (row.mirror?.status !== 'traded' || before?.mirror?.status === 'traded') return null;
  const { tradedPrice: price, at } = row.mirror;
  return {
    ...(at === null ? {} : { at }),
    level: 'good',
    announced: 'fill',
    title: titleOf(row, 'filled'),
    text: { code: 'notice.fill-price', price },
  };
}

function notVerifiableBody(before: OrderRow | undefined, row: OrderRow): NoticeBody | null {
  if (row.unverifiable !== true || before?.unverifiable === true) return null;
  return { level: 'danger', title: titleOf(row, 'not-verifiable'), text: journalFacts(row).text };
}

function stateBody(row: OrderRow): NoticeBody | null {
  const { answer, text } = journalFacts(row);
  switch (row.state) {
    case 'UNKNOWN':
    case 'AMBIGUOUS': {
      const news = answer.length > 0 && !isRefusedAgain(row) ? 'not-understood' : 'no-answer';
      return { level: 'danger', title: titleOf(row, news), text };
    }
    case 'PROBABLY_ABSENT':
      return { level: 'danger', title: titleOf(row, 'not-found'), text };
    case 'REJECTED':
      return { level: 'warn', announced: 'reject', title: titleOf(row, 'rejected'), text: answer.join(' · ') };
    case 'NOT_SENT':
      return { level: 'warn', title: titleOf(row, 'not-sent'), text };
    case 'HELD':
      if (waitsForCancel(row)) return null;
      return { level: 'warn', title: titleOf(row, 'on-hold'), text };
    case 'ABANDONED':
      return row.cancelFirst ? { level: 'warn', title: titleOf(row, 'not-replaced'), text } : null;
    case 'LANDED':
    case 'LANDED_PROBABLE':
      return { level: 'info', title: titleOf(row, 'found'), text };
    default:
      return null;
  }
}

const waitsForCancel = ({ reason }: OrderRow): boolean =>
  typeof reason !== 'string' && reason.code === 'replace.canceling-first';

function cancelBody({ state, answer, alarm }: CancelRow): NoticeBody | null {
  if (alarm !== undefined) {
    const isFill = typeof alarm !== 'string' && alarm.code === 'cancel.also-filled';
    return { level: 'danger', title: cancelTitle(isFill ? 'also-filled' : 'other-order'), text: alarm };
  }
  if (state === 'FAILED') {
    const text: Message = { code: 'cancel.not-confirmed', answer };
    return { level: 'danger', title: cancelTitle('not-confirmed'), text };
  }
  if (state === 'TOO_LATE')
    return { level: 'warn', title: cancelTitle('too-late'), text: platformWords(answer).join(' · ') };
  if (state !== 'DROPPED') return null;
  return { level: 'warn', title: cancelTitle('not-finished'), text: { code: 'cancel.not-finished' } };
}

type OrderNews = Extract<Message, { code: 'notice.order' }>['news'];
type CancelNews = Extract<Message, { code: 'notice.cancel' }>['news'];

function titleOf({ ticket: { action, quantity, symbol } }: OrderRow, news: OrderNews): Message {
  return { code: 'notice.order', news, action, quantity, symbol };
}

const cancelTitle = (news: CancelNews): Message => ({ code: 'notice.cancel', news });

const seconds = (ms: number): number => Math.max(0, Math.floor(ms / 1000));
