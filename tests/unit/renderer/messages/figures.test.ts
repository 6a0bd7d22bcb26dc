import { expect, test } from 'vitest';
import type { Message } from '#contract/message.ts';
import { words } from '#renderer/messages/words.ts';

const order = { action: 'STC', quantity: '20000', symbol: 'MSFT' } as const;

test.each([
  ['50000', '60000', 'moves by the difference of $10,000 ('],
  ['50000', '49500', 'moves by the difference of −$500 ('],
])('the text for a starting capital that changes from %s to %s contains "%s"', (before, after, text) => {
  expect(words({ code: 'strategy.capital-moves-curve', before, after })).toContain(text);
});

test.each<readonly [Message, string]>([
  [
    { code: 'exit.order', ...order, kind: 'limit', price: '1607.610000', replaces: null },
    '20,000 MSFT at limit 1,607.61',
  ],
  [{ code: 'exit.protect', quantity: '20000', symbol: 'MSFT' }, 'Protect 20,000 MSFT'],
  [{ code: 'exit.position', side: 'long', quantity: '20000', symbol: 'MSFT' }, 'long 20,000 MSFT'],
])('quantities and prices in $code have separators and no padding zeros', (message, text) => {
  expect(words(message)).toContain(text);
});
