import type { Note, NoteHit } from '#contract/model/note.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';

/** The maximum number of hits that the window gets. The other hits are only counted. */
const maxHits = 200;
const snippetMargin = 60;

/**
 * All texts that contain every word of `text` regardless of case, newest first: notes on trades and
 * days, and own orders with the answers of the platform.
 */
export function searchNotes(
  text: string,
  systemId: string,
  notes: Iterable<Note>,
  orders: Iterable<OrderRow>,
): { hits: NoteHit[]; total: number } {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const hits: NoteHit[] = [];
  const addIfMatching = (fullText: string, hit: Omit<NoteHit, 'snippet'>): void => {
    const lowerCase = fullText.toLowerCase();
    if (words.length > 0 && words.every((word) => lowerCase.includes(word)))
      hits.push({ ...hit, snippet: snippet(fullText, lowerCase.indexOf(words[0] ?? '')) });
  };
  for (const note of notes) {
    if (note.systemId !== systemId) continue;
    const { subject, content, changedAt: at } = note;
    const fullText = [content.text, content.setup, ...content.tags].filter((part) => part !== '').join(' · ');
    if (subject.kind === 'day') addIfMatching(fullText, { kind: 'day', id: subject.day, title: subject.day, at });
    else addIfMatching(fullText, { kind: 'trade', id: subject.tradeId, title: `Trade ${subject.tradeId}`, at });
  }
  for (const row of orders) {
    if (row.ticket.systemId !== systemId) continue;
    const { action, quantity, symbol } = row.ticket;
    const title = `${action} ${quantity} ${symbol}`;
    const fullText = [title, ...row.answer].join(' · ');
    addIfMatching(fullText, { kind: 'order', id: row.rowId, title, at: Math.floor(row.changedAt / 1000) });
  }
  hits.sort((one, other) => other.at - one.at);
  return { hits: hits.slice(0, maxHits), total: hits.length };
}

function snippet(fullText: string, at: number): string {
  const from = Math.max(0, at - snippetMargin);
  const excerpt = fullText.slice(from, at + snippetMargin * 2).replaceAll(/\s+/g, ' ');
  return `${from > 0 ? '…' : ''}${excerpt}${at + snippetMargin * 2 < fullText.length ? '…' : ''}`;
}
