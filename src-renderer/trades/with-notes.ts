import type { NoteContent } from '#contract/model/note.ts';
import type { Trade } from '#contract/model/trade.ts';
import type { TradeExportRow } from './trade-export.ts';

/** What was written about a trade; null: nothing was. Rejects with words for the user where it cannot be read. */
export type NoteOf = (trade: Trade) => Promise<NoteContent | null>;

/** Pages of trades, each trade with its note: what a blotter holds of notes is only their beginning. */
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
