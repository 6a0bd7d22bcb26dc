import type { Note, NoteHit } from '#contract/model/note.ts';
import type { OrderRow } from '#core/orders/order-row.ts';

/** Hits handed to the window; the rest is counted. */
const most = 200;
const around = 60;

/** Everything written that holds every word of `text` in any case, the newest first: notes, days, own orders with the platform's answers. */
export function searchNotes(
  text: string,
  systemId: string,
  notes: Iterable<Note>,
  orders: Iterable<OrderRow>,
): { hits: NoteHit[]; total: number } {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const hits: NoteHit[] = [];
  const look = (written: string, hit: Omit<NoteHit, 'snippet'>): void => {
    const low = written.toLowerCase();
    if (words.length > 0 && words.every((word) => low.includes(word)))
      hits.push({ ...hit, snippet: snippet(written, low.indexOf(words[0] ?? '')) });
  };
  for (const note of notes) {
    if (note.systemId !== systemId) continue;
    const { subject, content, changedAt: at } = note;
    const written = [content.text, content.setup, ...content.tags].filter((part) => part !== '').join(' · ');
    if (subject.kind === 'day') look(written, { kind: 'day', id: subject.day, title: subject.day, at });
    else look(written, { kind: 'trade', id: subject.tradeId, title: `Trade ${subject.tradeId}`, at });
  }
  for (const row of orders) {
    if (row.ticket.systemId !== systemId) continue;
    const { action, quantity, symbol } = row.ticket;
    const title = `${action} ${quantity} ${symbol}`;
    const written = [title, ...row.answer].join(' · ');
    look(written, { kind: 'order', id: row.rowId, title, at: Math.floor(row.changedAt / 1000) });
  }
  hits.sort((one, other) => other.at - one.at);
  return { hits: hits.slice(0, most), total: hits.length };
}

function snippet(written: string, at: number): string {
  const from = Math.max(0, at - around);
  const part = written.slice(from, at + around * 2).replaceAll(/\s+/g, ' ');
  return `${from > 0 ? '…' : ''}${part}${at + around * 2 < written.length ? '…' : ''}`;
}
