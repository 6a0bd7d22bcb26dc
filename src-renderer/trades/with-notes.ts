import type { NoteContent } from '#contract/model/note.ts';
import type { Trade } from '#contract/model/trade.ts';
import type { TradeExportRow } from './trade-export.ts';

/** The note of a trade, or null. Rejects with a text for the user when it cannot be read. */
export type NoteOf = (trade: Trade) => Promise<NoteContent | null>;

/** Pages of trades with their complete notes. The blotter has only the start of each note. */
export async function* withNotes(
  pages: AsyncIterable<readonly Trade[]>,
  noteOf: NoteOf,
): AsyncGenerator<readonly TradeExportRow[]> {
  for await (const page of pages) {
    const rows: TradeExportRow[] = [];
    for (const trade of page) rows.push({ ...trade, note: await noteOf(trade) });
    yield rows;
  }
}
