import { describe, expect, it } from 'vitest';
import { InProcess } from './in-process.ts';

describe('the limit of a price', () => {
  it.each(['9'.repeat(310), '1000000000000.01'])('a higher price is refused, and prices move on: %s', (price) => {
    const service = new InProcess();
    const refused = { status: 400, body: { error: 'price must be a decimal greater than 0, at most 1000000000000' } };
    expect(service.control.setPrice({ symbol: 'AAPL', price })).toEqual(refused);
    const rehearsal = service.control.setRehearsal({ prices: [{ symbol: 'AAPL', price }] });
    expect(rehearsal).toMatchObject({ status: 400 });
    expect(() => service.services.engine.tick(1)).not.toThrow();
  });

  it('is itself accepted', () => {
    const service = new InProcess();
    expect(service.control.setPrice({ symbol: 'AAPL', price: '1000000000000' })).toMatchObject({ status: 200 });
    expect(() => service.services.engine.tick(1)).not.toThrow();
  });
});
