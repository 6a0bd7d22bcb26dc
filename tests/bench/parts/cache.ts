import type { Sort } from '#contract/model/scalars.ts';
import { everyTrade } from '#contract/model/trade-filter.ts';
import { openDatabase } from '#core/sqlite/database.ts';
import { ingestAnswer } from '#core/ingest/ingest-answer.ts';
import { openLongReads, type LongReads } from '#core/session/open-long-reads.ts';
import { sortKeys } from '#core/trades/sort-keys.ts';
import { benchCache, ingestEntry, silentLog, tradesJob } from '../bench-cache.ts';
import { figureText, median, type Part, type PartResult } from '../measure.ts';
import { platformTrades } from '../platform-trades.ts';

/** Texts for the filter, by how many of the trades they match. */
const TEXTS = { many: 'number', few: 'number 417', none: 'zzqxw' } as const;
const PAGE = 100;

/** Pages and text filter of the trades blotter, read by the function that the window uses. */
export const part: Part = {
  about: 'pages and filters of 100,000 cached trades',
  async run({ quick }): Promise<PartResult> {
    const count = quick ? 20_000 : 100_000;
    const { cache, remove } = benchCache();
    const db = openDatabase(cache.file);
    ingestAnswer(db, tradesJob, new TextEncoder().encode(platformTrades(count)));
    db.close();
    const queries = openLongReads({ ingestWorker: ingestEntry, log: silentLog }, cache);
    try {
      return await measure(queries, count, quick ? 5 : 20);
    } finally {
      await queries.close();
      remove();
    }
  },
};

async function measure(queries: LongReads, count: number, rounds: number): Promise<PartResult> {
  const pages: [string, number, number][] = [];
  for (const column of sortKeys.keys()) pages.push(await pageTimes(queries, column, count, rounds));
  const filters: [string, number][] = [];
  for (const [name, text] of Object.entries(TEXTS)) filters.push([name, await filterTime(queries, text, rounds)]);
  return {
    tables: [
      {
        title: `A page of ${PAGE} of ${figureText(count)} trades, sorted, ms`,
        head: ['sorted by', 'the first time', 'then, at any depth (median)'],
        rows: pages.map(([column, firstMs, laterMs]) => [column, figureText(firstMs), figureText(laterMs)]),
      },
      {
        title: 'A text filter never asked before, sorted by profit: first page and count of all, ms',
        head: ['matches', 'median'],
        rows: filters.map(([name, time]) => [name, figureText(time)]),
      },
    ],
    figures: [
      {
        name: 'page of 100 by the slowest column, ms',
        value: Math.max(...pages.map(([, , laterMs]) => laterMs)),
        limit: 5,
        must: 'stay under',
      },
      {
        name: 'text filter by the slowest kind of match, ms',
        value: Math.max(...filters.map(([, time]) => time)),
        limit: 30,
        must: 'stay under',
      },
    ],
    notes: [
      'Queries run in their own thread. The first query that sorts by a column takes longer, but does not delay the sending of orders.',
      'Every filter differs from the one before it, so that none is answered from a cache.',
    ],
  };
}

async function pageTimes(
  queries: LongReads,
  column: string,
  count: number,
  rounds: number,
): Promise<[string, number, number]> {
  const sort = { column, descending: true };
  const firstMs = await timed(() => page(queries, '', sort, Math.floor(count / 2)));
  const laterMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const offset = Math.floor(((count - PAGE) * round) / Math.max(1, rounds - 1));
    laterMs.push(await timed(() => page(queries, '', sort, offset)));
  }
  return [column, firstMs, median(laterMs)];
}

/** Spaces after the text do not change the filter, but make each text differ from cached ones. */
async function filterTime(queries: LongReads, text: string, rounds: number): Promise<number> {
  const times: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    times.push(await timed(() => page(queries, text + ' '.repeat(round), { column: 'profit', descending: true }, 0)));
  }
  return median(times);
}

async function page(queries: LongReads, text: string, sort: Sort, offset: number): Promise<void> {
  const selection = { systemId: tradesJob.systemId, filter: { ...everyTrade, text }, sort };
  const found = await queries.page(selection, { offset, limit: PAGE });
  if (found === null) throw new Error('Nothing could be selected');
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}
