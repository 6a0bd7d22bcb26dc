import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readEquity } from '#core/cache/tables/equity-table.ts';
import type { Cache } from '#core/cache/queries/open-cache.ts';
import { ingestAnswer } from '#core/ingest/ingest-answer.ts';
import type { IngestOutcome } from '#core/ingest/ingest-job.ts';
import { reportFromCache } from '#core/report/report-from-cache.ts';
import { bytes } from '#tests/fixtures/platform/answers.ts';
import { openedCache } from './temporary-cache.ts';

let opened: ReturnType<typeof openedCache>;
let cache: Cache;
let db: DatabaseSync;
beforeEach(() => {
  opened = openedCache();
  ({ cache, db } = opened);
});
afterEach(() => opened.close());

const day = 86_400;
const firstAt = 1_772_461_860;
const point = (days: number, value: number, more: object = {}): object => ({
  unix_timestamp: String(firstAt + days * day),
  strategy_with_cost: value,
  strategy_raw: value,
  ...more,
});
const ingest = (...points: readonly object[]): IngestOutcome => ingestPlan('', ...points);
const ingestPlan = (plan: string, ...points: readonly object[]): IngestOutcome => {
  const job = {
    systemId: '7',
    dataset: 'equity',
    variant: plan,
    readAt: 50,
    slice: null,
    wantRecords: false,
    renewsAge: true,
  } as const;
  return ingestAnswer(db, job, bytes({ ok: 1, equity_data: points }));
};
const curve = () => readEquity(db, { systemId: '7', plan: '' });
const selection = { from: null, to: null, symbols: [], instruments: [], sides: [] };
const report = () => reportFromCache(db, { systemId: '7', plan: '', selection, riskFree: 0, stops: [] });
const figure = (key: string) => report().report.withCost.figures.find((one) => one.key === key)?.value;

describe('equity points missing in a later complete answer', () => {
  it('remain, are used in figures, and are marked unlisted if nothing replaces them', () => {
    ingest(point(0, 100), point(1, 75), point(2, 120), point(3, 130));
    expect(ingest(point(2, 120), point(3, 130))).toMatchObject({ changed: 2 });
    expect(curve()).toMatchObject({
      withCost: [100, 75, 120, 130],
      unlisted: [
        { row: 0, replaced: false },
        { row: 1, replaced: false },
      ],
    });
    expect(report().basis).toMatchObject({ points: 4, unlisted: { trades: 0, points: 2, replaced: 0 } });
    expect([figure('equity.change'), figure('equity.maxDrawdown')]).toEqual([30, -25]);
  });

  it('remain, but are not used in figures if the answer replaces their range', () => {
    ingest(point(0, 100), point(0.5, 70));
    ingest(point(0, 100), point(1, 110), point(1.5, 60));
    ingest(point(0, 100), point(1, 110), point(2, 120));
    expect(curve()).toMatchObject({
      withCost: [100, 70, 110, 60, 120],
      unlisted: [
        { row: 1, replaced: true },
        { row: 3, replaced: true },
      ],
    });
    expect(report().basis).toMatchObject({ points: 3, unlisted: { trades: 0, points: 0, replaced: 2 } });
    expect(figure('equity.maxDrawdown')).toBe(0);
  });

  it('are listed again by a later answer, and a repeated answer changes nothing', () => {
    const whole = [point(0, 100), point(1, 110), point(2, 120)];
    const revision = () => cache.reader.datasets('7').equity.revision;
    ingest(...whole);
    ingest(...whole.slice(1));
    const before = revision();
    expect(ingest(...whole.slice(1))).toMatchObject({ changed: 0 });
    expect(revision()).toBe(before);
    expect(ingest(...whole)).toMatchObject({ changed: 1 });
    expect(curve()).not.toHaveProperty('unlisted');
  });

  it('are not marked by an answer with an unreadable point or for another commission plan', () => {
    ingest(point(0, 100), point(1, 110));
    expect(ingest(point(1, 110), { unix_timestamp: 'never' })).toMatchObject({ bad: 1, changed: 0 });
    ingestPlan('perShare', point(1, 110));
    expect(curve()).not.toHaveProperty('unlisted');
  });

  it('sort before the listed point of the same second, and only the listed one counts', () => {
    ingest(point(0, 100), point(1, 1), point(1, 2), point(2, 120));
    ingest(point(0, 100), point(1, 9), point(2, 120));
    expect(curve()).toMatchObject({ withCost: [100, 2, 9, 120], unlisted: [{ row: 1, replaced: true }] });
  });

  it('are all unlisted when the answer is empty', () => {
    ingest(point(0, 100), point(1, 110));
    expect(ingest()).toMatchObject({ verdict: 'ok', changed: 2 });
    expect(report().basis).toMatchObject({ points: 2, unlisted: { points: 2, replaced: 0 } });
  });
});
