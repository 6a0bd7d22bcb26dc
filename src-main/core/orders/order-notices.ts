import type { Notice } from '#contract/model/status.ts';
import type { CancelRow } from './cancel-row.ts';
import { journalFacts } from './journal-texts.ts';
import type { OrderRow } from './order-row.ts';

type Text = Pick<Notice, 'level' | 'title' | 'text' | 'heard'>;

/** What the user is told when an order has moved; null when its row says enough. One notice for each order, the latest. */
export function orderNotice(before: OrderRow | undefined, row: OrderRow): Notice | null {
  const text = alarmText(before, row) ?? fillText(before, row) ?? (before?.state === row.state ? null : stateText(row));
  if (text === null) return null;
  return {
    id: `order-${row.rowId}`,
    ...text,
    at: seconds(row.changedAt),
    rowId: row.rowId,
    systemId: row.ticket.systemId,
  };
}

export function cancelNotice(row: CancelRow): Notice | null {
  const text = cancelText(row);
  if (text === null) return null;
  const { cancelId, changedAt, rowId, systemId } = row;
  return { id: `cancel-${cancelId}`, ...text, at: seconds(changedAt), rowId, systemId };
}

function alarmText(before: OrderRow | undefined, row: OrderRow): Text | null {
  if (row.alarm === null || row.alarm === before?.alarm) return null;
  return { level: 'danger', title: `Check this order: ${nameOf(row)}`, text: row.alarm };
}

function fillText(before: OrderRow | undefined, row: OrderRow): Text | null {
  if (row.mirror?.status !== 'traded' || before?.mirror?.status === 'traded') return null;
  const price = row.mirror.tradedPrice;
  return {
    level: 'good',
    heard: 'fill',
    title: `Filled: ${nameOf(row)}`,
    text: price === null ? 'The platform shows it as traded.' : `Traded at ${price}.`,
  };
}

function stateText(row: OrderRow): Text | null {
  const { answer, text } = journalFacts(row);
  switch (row.state) {
    case 'UNKNOWN':
    case 'AMBIGUOUS':
      return { level: 'danger', title: `No answer: ${nameOf(row)}`, text };
    case 'PROBABLY_ABSENT':
      return { level: 'danger', title: `Not found: ${nameOf(row)}`, text };
    case 'REJECTED':
      return { level: 'warn', heard: 'reject', title: `Rejected: ${nameOf(row)}`, text: answer.join(' · ') };
    case 'NOT_SENT':
      return { level: 'warn', title: `Not sent: ${nameOf(row)}`, text };
    case 'HELD':
      return { level: 'warn', title: `Held: ${nameOf(row)}`, text };
    case 'LANDED':
    case 'LANDED_PROBABLE':
      return { level: 'info', title: `Found: ${nameOf(row)}`, text };
    default:
      return null;
  }
}

function cancelText({ state, answer }: CancelRow): Text | null {
  if (state === 'FAILED') {
    const text = `The order may still be working. ${answer.join(' · ')}`;
    return { level: 'danger', title: 'A cancel was not confirmed', text };
  }
  if (state === 'TOO_LATE') return { level: 'warn', title: 'Too late to cancel', text: answer.join(' · ') };
  if (state !== 'DROPPED') return null;
  return {
    level: 'warn',
    title: 'A cancel was not finished',
    text: 'The program ended before its answer came. Check whether the order still works.',
  };
}

const nameOf = ({ ticket: { action, quantity, symbol } }: OrderRow): string => `${action} ${quantity} ${symbol}`;

const seconds = (ms: number): number => Math.max(0, Math.floor(ms / 1000));
