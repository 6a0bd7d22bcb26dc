import { describe, expect, it } from 'vitest';
import { parseSignals } from '#core/platform/parse/signal.ts';
import { parseTrades } from '#core/platform/parse/trade.ts';
import { couldBe } from '#core/unreadable-signal.ts';
import { signal, trade } from '#tests/fixtures/platform/answers.ts';

describe.each([null, '', ' '])('a record with the symbol %j (platform-notes 25)', (symbol) => {
  it('of a signal is unreadable, and may be any order of its action', () => {
    const parsed = parseSignals([signal('9', { symbol }), signal('2')], '7');
    expect(parsed).toMatchObject({
      items: [{ serviceId: '2' }],
      bad: 1,
      unreadable: [{ serviceId: '9', symbol: null }],
    });
    const lost = { systemId: '7', symbol: 'AAPL', action: 'BTO', serviceId: null, ownId: '176123456712345' } as const;
    const isPossible = parsed!.unreadable.some((one) => couldBe(one, { ...lost, posted: null, otherIds: new Set() }));
    expect(isPossible).toBe(true);
  });

  it('of a trade is unreadable', () => {
    const parsed = parseTrades([trade('5', { symbol }), trade('6')], '7');
    expect(parsed).toMatchObject({ items: [{ trade: { tradeId: '6' } }], bad: 1, badIds: ['5'] });
  });
});
