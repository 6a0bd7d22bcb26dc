import type { Notice } from '#contract/model/status.ts';
import type { CancelRow } from './cancel-row.ts';
import { alarmOf, journalFacts } from './journal-texts.ts';
import type { OrderRow } from './order-row.ts';
import { figureText, priceFigure } from './figure-text.ts';

type Text = Pick<Notice, 'level' | 'title' | 'text' | 'heard'>;

/**
 * The notice for an order that changed; null when its row says enough. Each order has one notice,
 * the latest.
 */
export function orderNotice(before: OrderRow | undefined, row: OrderRow): Notice | null {
  const isNews = before?.state !== row.state || (row.state === 'HELD' && before.reason !== row.reason);
  const text =
    alarmText(before, row) ?? fillText(before, row) ?? doubtText(before, row) ?? (isNews ? stateText(row) : null);
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
  const alarm = alarmOf(row);
  if (alarm === null || (before && JSON.stringify(alarm) === JSON.stringify(alarmOf(before)))) return null;
  return { level: 'danger', title: `Check this order: ${nameOf(row)}`, text: alarm };
}

function fillText(before: OrderRow | undefined, row: OrderRow): Text | null {
  if (row.mirror?.status !== 'traded' || before?.mirror?.status === 'traded') return null;
  const price = row.mirror.tradedPrice;
  return {
    level: 'good',
    heard: 'fill',
    title: `Filled: ${nameOf(row)}`,
    text: price === null ? 'The platform shows it as traded.' : `Traded at ${priceFigure(price)}.`,
  };
}

function doubtText(before: OrderRow | undefined, row: OrderRow): Text | null {
  if (row.unverifiable !== true || before?.unverifiable === true) return null;
  return { level: 'danger', title: `Cannot be verified: ${nameOf(row)}`, text: journalFacts(row).text };
}

function stateText(row: OrderRow): Text | null {
  const { answer, text } = journalFacts(row);
  switch (row.state) {
    case 'UNKNOWN':
    case 'AMBIGUOUS': {
      const what = answer.length > 0 ? 'Not understood' : 'No answer';
      return { level: 'danger', title: `${what}: ${nameOf(row)}`, text };
    }
    case 'PROBABLY_ABSENT':
      return { level: 'danger', title: `Not found: ${nameOf(row)}`, text };
    case 'REJECTED':
      return { level: 'warn', heard: 'reject', title: `Rejected: ${nameOf(row)}`, text: answer.join(' · ') };
    case 'NOT_SENT':
      return { level: 'warn', title: `Not sent: ${nameOf(row)}`, text };
    case 'HELD':
      if (isCanceling(row)) return null;
      return { level: 'warn', title: `Held: ${nameOf(row)}`, text };
    case 'ABANDONED':
      return row.cancelFirst && row.reason !== ''
        ? { level: 'warn', title: `Not replaced: ${nameOf(row)}`, text }
        : null;
    case 'LANDED':
    case 'LANDED_PROBABLE':
      return { level: 'info', title: `Found: ${nameOf(row)}`, text };
    default:
      return null;
  }
}

const isCanceling = ({ reason }: OrderRow): boolean =>
  typeof reason !== 'string' && reason.code === 'replace.canceling-first';

function cancelText({ state, answer, alarm }: CancelRow): Text | null {
  if (alarm !== undefined) return { level: 'danger', title: 'Another order was canceled', text: alarm };
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

const nameOf = ({ ticket: { action, quantity, symbol } }: OrderRow): string =>
  `${action} ${figureText(quantity)} ${symbol}`;

const seconds = (ms: number): number => Math.max(0, Math.floor(ms / 1000));
