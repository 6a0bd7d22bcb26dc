import { afterEach, beforeEach, expect, it } from 'vitest';
import { ingestAnswer } from '#core/ingest/ingest-answer.ts';
import { list, signal, trade } from '#tests/fixtures/platform/answers.ts';
import { openedCache } from './temporary-cache.ts';

let opened: ReturnType<typeof openedCache>;
beforeEach(() => (opened = openedCache()));
afterEach(() => opened.close());

const ingest = (dataset: 'tradesOpen' | 'signalsWorking', ...records: readonly object[]) => {
  const job = { systemId: '7', dataset, readAt: 100, slice: null, wantRecords: false, renewsAge: true };
  return ingestAnswer(opened.db, job, list(...records));
};
const signals = () => opened.cache.reader.signals('7', 9);
const optionMembers = { instrument: 'option', underlying: 'AAPL', strike: '260.00', putcall: 'call' };
const terms = { underlying: 'AAPL', strike: '260.00', side: 'call', expires: '2026-12-18' };

it('the terms of an option are stored beside the symbol of its order or trade', () => {
  ingest('signalsWorking', signal('1', { ...optionMembers, expiration: '2026-12-18' }));
  ingest('tradesOpen', trade('2', { ...optionMembers, expir: '2026-12-18' }));
  expect(signals()).toMatchObject([{ serviceId: '1', option: terms }]);
  expect(opened.cache.reader.newestTrades('7', { offset: 0, limit: 9 }).trades).toMatchObject([{ option: terms }]);
  // A repeated answer changes no row. Another strike changes one.
  expect(ingest('tradesOpen', trade('2', { ...optionMembers, expir: '2026-12-18' }))).toMatchObject({ changed: 0 });
  expect(ingest('tradesOpen', trade('2', { ...optionMembers, strike: '265', expir: '2026-12-18' }))).toMatchObject({
    changed: 1,
  });
});

it.each([
  [{ underlying: '', strike: '', putcall: '', expiration: '' }, undefined],
  [{ underlying: null, strike: 0, putcall: null, expiration: null }, undefined],
  [
    { strike: '0.00', putcall: 'C' },
    { underlying: null, strike: null, side: 'call', expires: null },
  ],
  [
    { putcall: ' PUT ', strike: 12.5 },
    { underlying: null, strike: '12.5', side: 'put', expires: null },
  ],
  [
    { putcall: 'both', underlying: 'SPX' },
    { underlying: 'SPX', strike: null, side: null, expires: null },
  ],
])('the option terms of %j are %j', (members, option) => {
  ingest('signalsWorking', signal('1', members));
  expect(signals()[0]?.option).toEqual(option);
});
