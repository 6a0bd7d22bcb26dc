import type { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '#core/sqlite/database.ts';
import { Ingest } from '#core/ingest/ingest.ts';
import { ingestAnswer } from '#core/ingest/ingest-answer.ts';
import { storeAnswer } from '#core/ingest/store-answer.ts';
import { parseTrades } from '#core/platform/parse/trade.ts';
import { isRecord, type JsonObject } from '#core/platform/wire/json-object.ts';
import { benchCache, ingestEntry, silentLog, tradesJob } from '../bench-cache.ts';
import { figureText, median, quantile, type Part, type PartResult } from '../measure.ts';
import { platformTrades } from '../platform-trades.ts';
import { inShuffledRounds, type Contestants, type Figures } from '../rounds.ts';
import { timed } from '../thread-time.ts';

const PARSE = 'JSON.parse of the text';
const CONVERT = 'check and convert';
const FIRST_LOAD = 'check, convert and store in an empty cache';
const REFRESH = 'the same answer again, from its bytes';

/** The cost of an answer of 100,000 trades, against its JSON.parse alone. */
export const part: Part = {
  about: 'an answer of 100,000 trades on its way into the cache',
  async run({ quick }): Promise<PartResult> {
    const count = quick ? 10_000 : 100_000;
    const text = platformTrades(count);
    const times = contestTimes(text, quick ? 3 : 7);
    const parse = median(times[PARSE] ?? []);
    const ratio = (name: string): number => median(times[name] ?? []) / parse;
    const waits = await orderWaits(text, quick ? 1 : 3);
    const rows = Object.entries(times).map(([name, ms]) => [
      name,
      figureText(median(ms)),
      figureText(median(ms) / parse),
    ]);
    return {
      tables: [
        {
          title: `${figureText(count)} trades, ${figureText(text.length / 1e6)} MB`,
          head: ['what', 'ms', '× parse'],
          rows,
        },
        {
          title: 'How long the thread that sends orders lets a due timer wait',
          head: ['', 'p50 ms', 'p99 ms'],
          rows: Object.entries(waits).map(([name, ms]) => [
            name,
            figureText(quantile(ms, 0.5)),
            figureText(quantile(ms, 0.99)),
          ]),
        },
      ],
      figures: [
        { name: 'check and convert / JSON.parse', value: ratio(CONVERT), limit: 0.4, must: 'stay under' },
        {
          name: 'first load into the cache / JSON.parse',
          value: ratio(FIRST_LOAD) - ratio(CONVERT),
          limit: 3,
          must: 'stay under',
        },
        { name: 'whole unchanged refresh / JSON.parse', value: ratio(REFRESH), limit: 3, must: 'stay under' },
        {
          name: 'an order waits longer while a big answer is stored, ms at p99',
          value: quantile(waits.storing, 0.99) - quantile(waits.idle, 0.99),
          limit: 5,
          must: 'stay under',
        },
      ],
      notes: ['The refresh decodes, parses, checks, converts and compares every trade; none has changed.'],
    };
  },
};

function contestTimes(text: string, rounds: number): Figures {
  const { cache, remove } = benchCache();
  const filledDb = openDatabase(cache.file);
  try {
    return inShuffledRounds(contestants(text, filledDb), rounds);
  } finally {
    filledDb.close();
    remove();
  }
}

function contestants(text: string, filledDb: DatabaseSync): Contestants {
  const bytes = new TextEncoder().encode(text);
  return {
    [PARSE]: () => timed(() => JSON.parse(text)),
    [CONVERT]: () => {
      const body = bodyOf(text);
      return timed(() => parseTrades(body['response'], '7'));
    },
    [FIRST_LOAD]: () => {
      const body = bodyOf(text);
      const { cache, remove } = benchCache();
      const db = openDatabase(cache.file);
      const took = timed(() => storeAnswer(db, tradesJob, body));
      db.close();
      remove();
      return took;
    },
    [REFRESH]: () => timed(() => ingestAnswer(filledDb, tradesJob, bytes)),
  };
}

function bodyOf(text: string): JsonObject {
  const body: unknown = JSON.parse(text);
  if (!isRecord(body)) throw new Error('The made answer is no object');
  return body;
}

/**
 * A timer of a millisecond represents an order that becomes due; its delay is how long the order
 * would wait.
 */
async function orderWaits(text: string, rounds: number): Promise<{ idle: number[]; storing: number[] }> {
  const waits = { idle: [] as number[], storing: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    const { cache, remove } = benchCache();
    const ingest = new Ingest(ingestEntry, cache, silentLog);
    await ingest.run(tradesJob, new TextEncoder().encode('{"ok":"1","response":[]}'));
    waits.idle.push(...(await lateness(new Promise((end) => setTimeout(end, 1_000)))));
    waits.storing.push(...(await lateness(ingest.run(tradesJob, new TextEncoder().encode(text)))));
    await ingest.close();
    remove();
  }
  return waits;
}

/** How late each timer is, in milliseconds, until the work is done. */
async function lateness(work: Promise<unknown>): Promise<number[]> {
  const found: number[] = [];
  let isOver = false;
  void work.then(() => (isOver = true));
  while (!isOver) {
    const begin = performance.now();
    await new Promise((wake) => setTimeout(wake, 1));
    found.push(performance.now() - begin - 1);
  }
  await work;
  return found;
}
