import { beforeAll, beforeEach, expect, it } from 'vitest';
import { fromNewYork, parseNewYork } from '#rules/calendar/new-york.ts';
import { fixed, formatFixed } from '#rules/decimal.ts';
import { InProcess } from './in-process.ts';

let service: InProcess;
beforeAll(() => {
  service = new InProcess();
});
beforeEach(() => service.reset());

function instant(time: string): number {
  const wall = parseNewYork(time);
  if (!wall) throw new Error(`no time: ${time}`);
  return fromNewYork(wall).earliest;
}

it.each([
  ['at the close', '2026-03-03 16:00:00'],
  ['between the close and the next tick', '2026-03-03 16:00:30'],
])('after the close, the next day gets its open price, even if the only strategy has a fill %s', (_name, time) => {
  const { engine, clock, market, catalog } = service.services;
  const setPrice = (value: string): void => engine.setPrice(catalog.get('AAPL'), fixed(value));
  const dayOpen = (): string => formatFixed(market.dayOpen('AAPL', clock.now()));
  engine.advance((instant('2026-03-03 15:00:00') - clock.now()) / 1_000);
  expect(dayOpen()).not.toBe('261.5');
  const signal = { action: 'BTO', quant: 1, symbol: 'AAPL', typeofsymbol: 'stock', duration: 'GTC' };
  expect(service.call('submitSignal', { signal })).toMatchObject({ ok: '1' });
  clock.set(instant(time));
  setPrice('261.5');
  expect([...service.signals().values()].map(({ state }) => state)).toEqual(['traded']);
  engine.catchUp();
  expect(dayOpen()).toBe('261.5');
  // Later prices belong to the same day.
  setPrice('262');
  engine.catchUp();
  expect(dayOpen()).toBe('261.5');
});
