import { describe, expect, it } from 'vitest';
import type { DesiredTarget } from '#contract/model/desired.ts';
import { setDesiredPositions } from '#core/acts/set-desired-positions.ts';

const listOf = (symbol: string): DesiredTarget => ({
  kind: 'list',
  positions: [{ symbol, instrument: 'option', quantity: '2' }],
});
const answerWith = (symbol: string) => ({ ok: '1', response: [{ symbol, typeofsymbol: 'option', quant: '2' }] });
const isConfirmed = (sent: string, stored: string): boolean =>
  setDesiredPositions.confirms(answerWith(stored), listOf(sent)) === 'all';

describe('the list in the answer (platform-notes 14)', () => {
  it('may write the strike of an option in another form', () => {
    expect(isConfirmed('MSFT1220R85.00', 'MSFT1220R85')).toBe(true);
    expect(isConfirmed('MSFT1220R85', 'MSFT1220R85.00')).toBe(true);
    expect(isConfirmed('MSFT1220J30.50', 'MSFT1220J30.5')).toBe(true);
  });

  it('is another one if it names another contract', () => {
    expect(isConfirmed('MSFT1220R85.00', 'MSFT1220R850')).toBe(false);
    expect(isConfirmed('MSFT1220R85', 'MSFT1220F85')).toBe(false);
  });
});
