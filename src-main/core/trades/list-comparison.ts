import type { DatabaseSync } from 'node:sqlite';
import type { Text } from '#contract/message.ts';
import type { CheckedList, TradeListCheck } from '#contract/model/trade-check.ts';
import { readListedTrades } from '#core/cache/tables/trades-table.ts';
import { envelopeText, readEnvelope } from '#core/platform/envelope.ts';
import { parseTrades } from '#core/platform/parse/trade.ts';
import { compareTrades } from './compare-trades.ts';

/** An answer with trades, to be compared with the trades stored at `readAt` (unix seconds). */
export type ListToCompare = {
  readonly systemId: string;
  readonly list: CheckedList;
  readonly readAt: number;
  readonly bytes: Uint8Array;
};

/** `failure` says why the answer cannot be compared. */
export type ComparedList = TradeListCheck | { readonly failure: Text };

export function compareList(cache: DatabaseSync, { systemId, list, readAt, bytes }: ListToCompare): ComparedList {
  const envelope = readEnvelope(bytes);
  const parsed = envelope.verdict === 'ok' ? parseTrades(envelope.body?.['response'], systemId) : null;
  if (parsed === null) return { failure: envelopeText(envelope) || { code: 'read.bad-answer' } };
  const trades = parsed.items.map(({ trade }) => trade);
  return compareTrades(readListedTrades(cache, systemId), readAt, { list, trades, unreadable: parsed.bad });
}
