import type { DatabaseSync } from 'node:sqlite';
import { tradeHashes } from '#core/cache/tables/row-hashes.ts';
import { countListed, unlistOpenTrades, unlistTrades } from '#core/cache/tables/unlist-trades.ts';
import { tradeLists } from '#core/cache/queries/readings.ts';
import { writeTrades } from '#core/cache/tables/write-trades.ts';
import { parseTrades, type ParsedTrade, type ParsedTrades } from '#core/platform/parse/trade.ts';
import type { JsonObject } from '#core/platform/wire/json-object.ts';
import type { IngestJob } from './ingest-job.ts';
import { storeHashedRows } from './store-rows.ts';
import { storedAnswer, type StoredAnswer } from './stored-answer.ts';

/** Stores all trades in one transaction: if the disk has room for a part only, old rows remain. */
export const storeTrades = (db: DatabaseSync, job: IngestJob, body: JsonObject): StoredAnswer | null => {
  const { systemId, dataset } = job;
  const parsed = parseTrades(body['response'], systemId);
  if (parsed === null) return null;
  const { items, bad, problems } = parsed;
  let unlisted = 0;
  const write = (): number => {
    const written = writeTrades(db, systemId, items);
    unlisted = markUnlisted(db, job, parsed);
    return written + unlisted;
  };
  const changed = storeHashedRows(db, systemId, tradeLists, { hashes: tradeHashes, write });
  const other = dataset === 'tradesOpen' ? 'trades' : 'tradesOpen';
  return storedAnswer({
    bad,
    problems,
    unlisted,
    records: items.length,
    changed,
    alsoTouched: changed === 0 ? [] : [other],
  });
};

/**
 * Marks as unlisted the trades that a full list omits, and returns their number. A record without a
 * readable id may be any trade that seems missing. If a list names a trade twice, it changed while
 * the platform made it, and it may lack another trade. In both cases no trade is marked.
 */
const markUnlisted = (
  db: DatabaseSync,
  { systemId, dataset, readAt }: IngestJob,
  { items, badIds }: ParsedTrades,
): number => {
  // The trades of the answer are stored already, as listed. If the cache has as many listed trades
  // as the answer has records, the answer has every listed trade or names one twice. In both cases
  // no trade is marked.
  if (badIds.length === 0 && dataset === 'trades' && countListed(db, systemId) === items.length) return 0;
  const ids = new Set<string>();
  for (const { trade } of items) ids.add(trade.tradeId);
  if (ids.size < items.length) return 0;
  const listed = dataset === 'trades' ? ids : openIds(items);
  for (const badId of badIds) {
    if (badId === null) return 0;
    listed.add(badId);
  }
  const unlist = dataset === 'trades' ? unlistTrades : unlistOpenTrades;
  return unlist(db, { systemId, readAt, listed });
};

const openIds = (answered: readonly ParsedTrade[]): Set<string> =>
  new Set(answered.filter(({ trade }) => trade.open).map(({ trade }) => trade.tradeId));
