import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDataSync } from '#core/sync/create-data-sync.ts';
import { openDatabase } from '#core/sqlite/database.ts';
import { ingestOn } from '#tests/fixtures/ingest-on.ts';
import { list, trade } from '#tests/fixtures/platform/answers.ts';
import { temporaryCaches } from '#tests/unit/core/cache/temporary-cache.ts';

let caches: ReturnType<typeof temporaryCaches>;
beforeEach(() => {
  caches = temporaryCaches();
});
afterEach(() => caches.remove());

/** Reads the open trades with an answer that arrives this many seconds after its request. */
const readOpenTrades = async (secondsUnderWay: number) => {
  const { clock } = caches.ports;
  const cache = caches.open();
  const db = openDatabase(caches.file);
  const sentAt = clock.now();
  const receivedAt = sentAt + secondsUnderWay * 1_000;
  const connection = {
    raise: () => undefined,
    earliestStart: () => 0,
    clockOffsetMs: () => null,
    send: () =>
      Promise.resolve({ kind: 'answer', httpStatus: 200, bytes: list(trade('5')), sentAt, receivedAt } as const),
  };
  const sync = createDataSync({ ports: caches.ports, connection, cache, paceMs: 1_000, ingest: ingestOn(db) });
  await sync.readAgain('7', ['tradesOpen']);
  const { readAt } = sync.states('7').tradesOpen;
  await sync.close();
  db.close();
  cache.close();
  return { readAt, sentAt: Math.floor(sentAt / 1_000) };
};

describe('the age of data (order-safety P18)', () => {
  it('counts from the request, because a slow answer may show the state at that time', async () => {
    const { readAt, sentAt } = await readOpenTrades(20);
    expect(readAt).toBe(sentAt);
  });

  it('includes the sleep of the computer between the request and the answer', async () => {
    const { readAt, sentAt } = await readOpenTrades(3_600);
    expect(readAt).toBe(sentAt);
  });
});
