import { describe, expect, test } from 'vitest';
import { symbolWidth } from '#renderer/orders/symbol-width.ts';
import { demoSignals } from '#renderer/gallery/demo-signals.ts';
import { previewLines } from '#renderer/orders/preview-lines.ts';
import { protection } from '#renderer/orders/protection.ts';
import { canCancel, canReplace, reasonText, signalText } from '#renderer/orders/signal-text.ts';
import { closeDraft, replaceDraft } from '#renderer/orders/ticket-loads.ts';
import { demoPositions } from '#renderer/gallery/demo-trades.ts';

const row = (rowId: string) => {
  const found = demoSignals.find((signal) => signal.rowId === rowId);
  if (found === undefined) throw new Error(rowId);
  return found;
};

describe('rows of the blotter', () => {
  test('the reason is the alarm, then what needs the trader, then the cause with its evidence', () => {
    expect(reasonText(row('s703'))).toBe('Its target was filled');
    expect(reasonText(row('s812'))).toBe('Waits for its parent (deduced)');
    expect(reasonText(row('j1'))).toMatch(/do not enter it again/);
    const journal = row('j1').journal;
    if (journal === null) throw new Error('j1 is ours');
    expect(reasonText({ ...row('j1'), journal: { ...journal, alarm: 'Echo differs' } })).toBe('Echo differs');
  });

  test('only what may still trade can be canceled; an unknown order can', () => {
    expect(['s811', 's812', 'j1', 'j3'].map((id) => canCancel(row(id)))).toEqual([true, true, true, true]);
    expect(['s801', 's703', 's690', 'j2'].map((id) => canCancel(row(id)))).toEqual([false, false, false, false]);
  });

  test('only what the platform knows and has not traded can be replaced', () => {
    expect(['s811', 's812', 's801', 'j1'].map((id) => canReplace(row(id)))).toEqual([true, true, false, false]);
  });

  test('a replacement keeps the group alive unless told otherwise, and its prices as they were written', () => {
    const draft = replaceDraft(row('s802'), signalText(row('s802')));
    expect(draft).toMatchObject({
      action: 'STC',
      limit: '189.00',
      replaces: { serviceId: '148220802', leaveOcaIntact: true },
    });
  });

  test('a close takes all of a position from its own side', () => {
    const [long, , short] = demoPositions;
    if (long === undefined || short === undefined) throw new Error('demo');
    expect(closeDraft(long)).toMatchObject({ action: 'STC', quantity: '100', kind: 'market' });
    expect(closeDraft(short)).toMatchObject({ action: 'BTC', quantity: '60' });
  });

  test('a position without a stop says so', () => {
    expect(protection({ quantity: '100', protectedQuantity: '0' })).toEqual({ text: 'No stop', tone: 'warn' });
    expect(protection({ quantity: '60', protectedQuantity: '40' }).text).toBe('Stop for 40');
    expect(protection({ quantity: '60', protectedQuantity: '60' }).tone).toBe('good');
  });
});

describe('the preview as a tree', () => {
  const node = (id: string, parentId: string | null) =>
    ({ id, parentId, text: id, effect: 'new', basis: 'documented', ocaGroup: null }) as const;

  test('children follow their parent; odd links lose no order', () => {
    const lines = previewLines([node('child', 'parent'), node('parent', null), node('orphan', 'gone')]);
    expect(lines.map(({ node: { id }, depth }) => `${depth} ${id}`)).toEqual(['0 parent', '1 child', '0 orphan']);
  });
});

test('the symbol column has room for the longest symbol listed, and no more than a future needs without options', () => {
  const width = (...symbols: string[]): number => symbolWidth(symbols.map((symbol) => ({ symbol })));
  expect(width()).toBe(width('AAPL', '@ESH6'));
  // Measured in the largest density: 132 px for 13 letters.
  expect(width('AAPL', 'SPXW2519L6850')).toBeGreaterThanOrEqual(132);
  expect(width('AAPL', 'SPXW2519L6850')).toBe(width('SPXW2519L6850'));
});
