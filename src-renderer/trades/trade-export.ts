import type { NoteContent } from '#contract/model/note.ts';
import type { Trade } from '#contract/model/trade.ts';
import type { ExportColumn } from '#renderer/export/export-table.ts';

/** A trade with its note. `note` is null if there is none. */
export type TradeExportRow = Trade & { readonly note: NoteContent | null };

/**
 * The members of a trade as the platform gave them, and its note. Of the pictures, only the number
 * is exported; a review bundle contains the pictures themselves.
 */
export const tradeExport: readonly ExportColumn<TradeExportRow>[] = [
  { id: 'tradeId', title: 'Trade', kind: 'text', value: ({ tradeId }) => tradeId },
  { id: 'state', title: 'State', kind: 'text', value: stateWord },
  { id: 'side', title: 'Side', kind: 'text', value: ({ side }) => side },
  { id: 'symbol', title: 'Symbol', kind: 'text', value: ({ symbol }) => symbol },
  { id: 'description', title: 'Description', kind: 'text', value: ({ description }) => description },
  { id: 'instrument', title: 'Type', kind: 'text', value: ({ instrument }) => instrument },
  { id: 'quantityOpened', title: 'Quantity opened', kind: 'number', value: ({ quantityOpened }) => quantityOpened },
  { id: 'quantityClosed', title: 'Quantity closed', kind: 'number', value: ({ quantityClosed }) => quantityClosed },
  { id: 'openedAt', title: 'Opened', kind: 'time', value: ({ openedAt }) => openedAt },
  { id: 'closedAt', title: 'Closed', kind: 'time', value: ({ closedAt }) => closedAt },
  { id: 'openPrice', title: 'Open price', kind: 'number', value: ({ openPrice }) => openPrice },
  // The price of an open trade is an old mark and must not be taken for its close price.
  { id: 'closePrice', title: 'Close price', kind: 'number', value: (trade) => (trade.open ? null : trade.closePrice) },
  { id: 'mark', title: 'Implied mark', kind: 'number', value: (trade) => (trade.open ? trade.closePrice : null) },
  { id: 'markedAt', title: 'Marked', kind: 'time', value: ({ markedAt }) => markedAt },
  { id: 'profit', title: 'P/L, USD', kind: 'number', value: ({ profit }) => profit },
  { id: 'currency', title: 'Currency of prices', kind: 'text', value: ({ currency }) => currency },
  { id: 'pointValue', title: 'Point value', kind: 'number', value: ({ pointValue }) => pointValue },
  { id: 'heldSeconds', title: 'Duration, seconds', kind: 'number', value: ({ heldSeconds }) => heldSeconds },
  { id: 'unlistedAt', title: 'No longer listed since', kind: 'time', value: ({ unlistedAt }) => unlistedAt ?? null },
  { id: 'rating', title: 'Rating', kind: 'number', value: ({ note }) => note?.rating ?? null },
  { id: 'setup', title: 'Setup', kind: 'text', value: ({ note }) => note?.setup ?? null },
  { id: 'tags', title: 'Tags', kind: 'text', value: ({ note }) => note?.tags.join(', ') ?? null },
  { id: 'note', title: 'Note', kind: 'text', value: ({ note }) => note?.text ?? null },
  { id: 'pictures', title: 'Pictures', kind: 'number', value: ({ note }) => note?.images.length ?? null },
];

/** A trade that left the list of open trades has ended: its close is not read yet. */
function stateWord({ open, unlistedAt }: Trade): string {
  if (!open) return 'closed';
  return unlistedAt === undefined ? 'open' : 'ended';
}
