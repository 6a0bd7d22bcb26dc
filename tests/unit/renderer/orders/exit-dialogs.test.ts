import { describe, expect, it, test } from 'vitest';
import type { ExitProgress } from '#contract/model/exit.ts';
import { demoPositions } from '#renderer/gallery/demo-trades.ts';
import { ExitForm, type ExitKind } from '#renderer/orders/positions/exit-form.svelte.ts';
import { exitKindWords, panicWords, resumeWords, runTitle } from '#renderer/orders/positions/exit-words.ts';

describe('the form of an exit', () => {
  it.each<[ExitKind, string | null]>([
    ['close', 'price'],
    ['scale-out', 'price'],
    ['protect', 'stop-and-target'],
    ['reverse', 'stop-and-target'],
    ['keep-overnight', null],
    ['trim', null],
  ])('of the kind %s asks for %s', (kind, inputs) => {
    const form = new ExitForm(() => demoPositions[0] ?? null, kind);
    expect(form.inputs).toBe(inputs);
  });

  it('of a partial close takes a fraction, which a position can have', () => {
    const form = new ExitForm(() => demoPositions[0] ?? null, 'scale-out');
    form.amount = 'quantity';
    form.quantity = '5.5';
    expect(form.request).toMatchObject({ kind: 'scale-out', amount: { quantity: '5.5' } });
  });

  it('of a reversal starts with the bracket of the hotkey', () => {
    const bracket = { stopLoss: '187.68', profitTarget: '176.64' };
    const form = new ExitForm(() => demoPositions[0] ?? null, 'reverse', bracket);
    expect(form.request).toMatchObject({ kind: 'reverse', duration: 'GTC', ...bracket });
    form.choose('protect');
    expect(form).toMatchObject({ stop: '', target: '', request: null });
    form.choose('reverse');
    expect(form.request).toMatchObject(bracket);
  });
});

describe('the texts of a run', () => {
  const run: ExitProgress = {
    planId: 'p',
    kind: 'reverse',
    systemId: '91000001',
    state: 'running',
    startedAt: 1,
    endedAt: null,
    steps: [],
    verifiedFlatAt: null,
    residue: [],
  };
  const ended = (kind: string, state: ExitProgress['state']) => ({ ...run, kind, state, endedAt: 2 });

  test('of a resumed run do not mention flattening', () => {
    const texts = [
      ...Object.values(resumeWords),
      runTitle(ended('reverse', 'done'), resumeWords, 0),
      runTitle(ended('reverse', 'incomplete'), resumeWords, 0),
    ];
    expect(texts.join(' ')).not.toMatch(/flat/i);
    expect(runTitle(run, resumeWords, 0)).toBe('Resuming…');
    expect(runTitle(ended('protect', 'incomplete'), resumeWords, 0)).toBe('Not all was done');
  });

  test('of a panic plan say whether the strategy is verified flat', () => {
    expect(runTitle({ ...run, kind: 'flatten' }, panicWords, 0)).toBe('Flattening…');
    expect(runTitle(ended('flatten', 'incomplete'), resumeWords, 0)).toBe('Not verified flat');
    expect(runTitle({ ...ended('flatten', 'done'), verifiedFlatAt: 3 }, panicWords, 0)).toBe('Flat');
    expect(runTitle(ended('flatten', 'done'), panicWords, 2)).toBe('Done: 2 positions remain open');
  });

  test('include a name for each kind of exit', () => {
    expect(exitKindWords).toMatchObject({ 'keep-overnight': 'Keep overnight', trim: 'Cancel excess' });
  });
});
