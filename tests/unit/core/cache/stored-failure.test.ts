import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Text } from '#contract/message.ts';
import { storeFailure } from '#core/cache/queries/readings.ts';
import { openedCache } from './temporary-cache.ts';

let opened: ReturnType<typeof openedCache>;
beforeEach(() => {
  opened = openedCache();
});
afterEach(() => opened.close());

const trades = { systemId: '7', dataset: 'trades' } as const;
const failure = (): Text | null => opened.cache.reader.datasets('7').trades.failure;

test.each<Text>([
  { code: 'read.some-unreadable', bad: 1, total: 2, problems: ['trade: quant_closed'] },
  'Unable to access this systemid',
  '{"code":"read.disk-full"}',
  '"quoted"',
  '',
])('the cache returns the stored failure %j unchanged', (text) => {
  storeFailure(opened.db, trades, text);
  expect(failure()).toEqual(text);
});

test.each(['The connection was cut.', '12', 'null', '{"name":"other"}'])(
  'the cache returns the failure %j of an earlier version verbatim',
  (text) => {
    opened.db.prepare("INSERT INTO readings (system_id, dataset, failure) VALUES ('7', 'trades', ?)").run(text);
    expect(failure()).toBe(text);
  },
);
