import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readTypedQuantity } from '#renderer/targets/read-typed-quantity.ts';
import { TargetEditing } from '#renderer/targets/target-editing.svelte.ts';
import type { TargetRow } from '#renderer/targets/target-rows.ts';
import { fakeApp } from '../stores/fake-app.ts';

let fake: ReturnType<typeof fakeApp>;
let editing: TargetEditing;
beforeEach(async () => {
  vi.useFakeTimers();
  fake = fakeApp();
  await fake.settle();
  editing = new TargetEditing(fake.app, () => null);
});
afterEach(() => {
  fake.dispose();
  vi.useRealTimers();
});

function rowOf(symbol: string): TargetRow {
  const row = editing.rows.find((one) => one.symbol === symbol);
  if (row === undefined) throw new Error(`No row of ${symbol}`);
  return row;
}
const lineOf = (symbol: string) => fake.app.targetDraft.lines?.find((line) => line.symbol === symbol);

it('starts the field of a weighted row with its weight and the price typed for it', () => {
  const { targetDraft } = fake.app;
  targetDraft.replaceSized(targetDraft.lines ?? [], { ...targetDraft.sizing, base: 'typed', typedBase: '100000' });
  editing.edit(rowOf('KO'));
  const weigh = (weight: string, price: string | null) => editing.weighEdited(weight, price);
  const read = readTypedQuantity('12.5% @ 40', '0', weigh);
  if (read.state !== 'read') throw new Error('not read');
  editing.enter(read);
  const entered = lineOf('KO');
  expect(entered).toMatchObject({ quantity: '312', weight: '12.5', price: '40' });

  editing.edit(rowOf('KO'));
  const readAgain = readTypedQuantity(editing.start, '0', weigh);
  if (readAgain.state !== 'read') throw new Error('not read');
  editing.enter(readAgain);
  expect(lineOf('KO')).toEqual(entered);
});

it('enters what is typed for a row when another row is edited, or the list is reviewed', () => {
  editing.edit(rowOf('KO'));
  editing.preview({ quantity: '500' });
  editing.edit(rowOf('CAT'));
  expect(lineOf('KO')).toMatchObject({ quantity: '500' });
  expect(editing.edited?.symbol).toBe('CAT');

  editing.preview({ quantity: '60' });
  editing.review();
  const request = editing.request;
  expect(request?.kind === 'list' && request.lines.find(({ symbol }) => symbol === 'CAT')?.quantity).toBe('60');
  expect(editing.edited).toBeNull();
});

it('keeps a text that cannot be read, and shows why, when another row or the review is chosen', () => {
  editing.edit(rowOf('KO'));
  editing.preview(null, true);
  editing.edit(rowOf('CAT'));
  editing.review();
  editing.leaveOut([rowOf('CAT')]);
  expect([editing.edited?.symbol, editing.request, editing.showsRefusal]).toEqual(['KO', null, true]);
  editing.preview({ quantity: '500' });
  expect(editing.showsRefusal).toBe(false);
  editing.review();
  expect(editing.request).not.toBeNull();
});

it('is not blocked by a text that cannot be read if its row is gone', () => {
  const { targetDraft } = fake.app;
  editing.set({ symbol: 'NVDA', instrument: 'stock' }, { quantity: '5' });
  editing.edit(rowOf('NVDA'));
  editing.preview(null, true);
  targetDraft.replace((targetDraft.lines ?? []).filter(({ symbol }) => symbol !== 'NVDA'));
  expect(editing.edited).toBeNull();
  editing.edit(rowOf('KO'));
  editing.review();
  expect([editing.request?.kind, editing.showsRefusal]).toEqual(['list', false]);
});

it('enters the character that began the edit, if nothing else was typed', () => {
  editing.edit(rowOf('KO'), '5');
  editing.review();
  const { request } = editing;
  expect(request?.kind === 'list' && request.lines.find(({ symbol }) => symbol === 'KO')?.quantity).toBe('5');
  editing.closeReview();
  editing.edit(rowOf('CAT'), '-');
  editing.review();
  expect([editing.request, editing.edited?.symbol, editing.showsRefusal]).toEqual([null, 'CAT', true]);
});

it('starts a new field when a row is edited again', () => {
  editing.edit(rowOf('KO'));
  const first = editing.editNumber;
  editing.preview({ quantity: '100' });
  editing.edit(rowOf('KO'), '5');
  expect(editing.editNumber).not.toBe(first);
  expect([editing.start, lineOf('KO')?.quantity]).toEqual(['5', '100']);
});

it('keeps the price typed for an option only if it is the price of the option itself', () => {
  const { targetDraft } = fake.app;
  const option = { symbol: 'AAPL2918L260', instrument: 'option' } as const;
  const lineAfterSet = (optionBasis: 'premium' | 'underlying') => {
    targetDraft.replaceSized(targetDraft.lines ?? [], { ...targetDraft.sizing, options: optionBasis });
    editing.set(option, { quantity: '1', weight: '20', price: '200' });
    return lineOf(option.symbol);
  };
  expect(lineAfterSet('underlying')).toEqual({ ...option, quantity: '1', weight: '20' });
  expect(lineAfterSet('premium')).toEqual({ ...option, quantity: '1', weight: '20', price: '200' });
});

it('begins no draft before the positions are read, because the draft would lack them', async () => {
  const unreadApp = fakeApp({ data: 'never-read' });
  try {
    await unreadApp.settle();
    const { positions, targetDraft } = unreadApp.app;
    const earlyEditing = new TargetEditing(unreadApp.app, () => null);
    targetDraft.replace(null);
    expect([positions.known, earlyEditing.canBegin]).toEqual([false, false]);
    earlyEditing.set({ symbol: 'KO', instrument: 'stock' }, { quantity: '100' });
    earlyEditing.replaceWithHoldings();
    expect(targetDraft.lines).toBeNull();

    targetDraft.replace([{ symbol: 'PEP', instrument: 'stock', quantity: '1' }]);
    earlyEditing.set({ symbol: 'KO', instrument: 'stock' }, { quantity: '100' });
    expect(targetDraft.lines?.map(({ symbol }) => symbol)).toEqual(['PEP', 'KO']);
  } finally {
    unreadApp.dispose();
  }
});
