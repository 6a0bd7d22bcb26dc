import { describe, expect, it } from 'vitest';
import { InProcess } from './in-process.ts';
import { asList, BUY } from './service.ts';

/** Thousand millions; an integer column of the database holds nine of them in billionths. */
const QUANTITY = 1_000_000_000;

describe('a profit that is too large for an integer column', () => {
  it.each([
    ['profit', '400', 1],
    ['loss', '1', -1],
  ])('closes a trade with a %s, and the service starts again', (_name, price, sign) => {
    const service = new InProcess();
    const cash = (): number => Number(service.call('requestMarginEquity')['cash']);
    service.call('submitSignal', { signal: { ...BUY, quant: QUANTITY } });
    service.control.advanceClock({ advanceSeconds: 1 });
    service.call('submitSignal', { signal: { ...BUY, action: 'STC', quant: QUANTITY } });
    const answer = service.control.setPrice({ symbol: 'AAPL', price });
    expect(answer).toEqual({ status: 200, body: { symbol: 'AAPL', price } });
    expect(asList(service.call('requestTradesOpen')['response'])).toEqual([]);
    const before = cash();
    expect(sign * before).toBeGreaterThan(9_300_000_000);
    service.restart();
    expect(cash()).toBe(before);
  });

  it('is the sum of three smaller profits, and remains after a restart', () => {
    const service = new InProcess();
    const cash = (): number => Number(service.call('requestMarginEquity')['cash']);
    for (const _ of [1, 2, 3]) {
      service.control.setPrice({ symbol: 'AAPL', price: '100' });
      service.call('submitSignal', { signal: { ...BUY, quant: QUANTITY } });
      service.control.setPrice({ symbol: 'AAPL', price: '100' });
      service.call('submitSignal', { signal: { ...BUY, action: 'STC', quant: QUANTITY } });
      service.control.setPrice({ symbol: 'AAPL', price: '109' });
    }
    const before = cash();
    expect(before).toBeGreaterThan(26_000_000_000);
    service.restart();
    expect(cash()).toBe(before);
  });
});
