import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeApp } from './fake-app.ts';

let fake: ReturnType<typeof fakeApp>;
beforeEach(async () => {
  vi.useFakeTimers();
  fake = fakeApp();
  await fake.settle();
});
afterEach(() => {
  fake.dispose();
  vi.useRealTimers();
});

const line = (quantity: string) => ({ symbol: 'KO', instrument: 'stock' as const, quantity });
const lines = [line('7')];
const otherId = '91000002';
const savedDrafts = () =>
  fake.calls('desired.save-draft').map((input) => {
    const { systemId, lines: sent, revision } = input as { systemId: string; lines: typeof lines; revision: number };
    return [systemId, sent.map(({ quantity }) => quantity).join(), revision];
  });
const answerDrafts = (draft: object | null) =>
  fake.answer('desired.drafts', () => ({ ok: true, value: { draft, lists: [] } }));

/** Saves remain pending. The returned function answers them, each with the next revision. */
function holdSaves(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  let revision = 10;
  fake.answer('desired.save-draft', () => {
    const { promise, resolve } = Promise.withResolvers();
    waiting.push(() => resolve({ ok: true, value: { revision: (revision += 1) } }));
    return promise;
  });
  return async () => {
    for (const answer of waiting.splice(0)) answer();
    await fake.settle();
  };
}

it('saves a draft again after a failed save, without another edit', async () => {
  const failure = { code: 'disconnected', message: 'No connection.' };
  fake.answer('desired.save-draft', () => ({ ok: false, failure }));
  fake.app.targetDraft.replace(lines);
  await vi.advanceTimersByTimeAsync(500);
  expect(fake.app.targetDraft.failure).toBe('No connection.');
  fake.answer('desired.save-draft', () => ({ ok: true, value: { revision: 2 } }));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(fake.calls('desired.save-draft')).toMatchObject([{ lines }, { lines }]);
  expect(fake.app.targetDraft.failure).toBeNull();
});

it('saves a draft again when another strategy is chosen, if its last save failed', async () => {
  fake.answer('desired.save-draft', () => ({ ok: false, failure: { code: 'not-stored', message: 'Full.' } }));
  fake.app.targetDraft.replace(lines);
  await vi.advanceTimersByTimeAsync(500);
  const first = fake.app.strategy.systemId;
  fake.app.strategy.choose('91000002');
  await fake.settle();
  const systemIds = fake.calls('desired.save-draft').map((input) => (input as { systemId: string }).systemId);
  expect(systemIds).toEqual([first, first]);
});

it('saves what was typed during a save, even if another strategy is chosen meanwhile', async () => {
  const first = fake.app.strategy.systemId;
  const answerAll = holdSaves();
  fake.app.targetDraft.replace(lines);
  await fake.settle(500);
  fake.app.targetDraft.replace([line('8')]);
  fake.app.strategy.choose(otherId);
  await fake.settle();
  expect(savedDrafts()).toEqual([[first, '7', 3]]);
  await answerAll();
  expect(savedDrafts()).toEqual([
    [first, '7', 3],
    [first, '8', 11],
  ]);
});

it('shows an unsaved draft again when its strategy is chosen again, and saves it', async () => {
  const first = fake.app.strategy.systemId ?? '';
  fake.answer('desired.save-draft', () => ({ ok: false, failure: { code: 'not-stored', message: 'Full.' } }));
  fake.app.targetDraft.replace(lines);
  await fake.settle(500);
  fake.app.strategy.choose(otherId);
  await fake.settle();
  expect(fake.app.targetDraft.lines).not.toEqual(lines);
  fake.app.strategy.choose(first);
  await fake.settle();
  expect(fake.app.targetDraft.lines).toEqual(lines);
  const answerAll = holdSaves();
  await fake.settle(5_000);
  await answerAll();
  expect(savedDrafts().at(-1)).toEqual([first, '7', 3]);
  expect(fake.app.targetDraft.failure).toBeNull();
});

it('overwrites the stored draft with what was typed before that draft was read', async () => {
  const { promise, resolve } = Promise.withResolvers();
  fake.answer('desired.drafts', () => promise);
  fake.app.strategy.choose(otherId);
  await fake.settle();
  fake.app.targetDraft.replace(lines);
  await fake.settle(1_000);
  expect(savedDrafts()).toEqual([]);
  const { sizing } = fake.app.targetDraft;
  resolve({ ok: true, value: { draft: { lines: [line('1')], sizing, revision: 5 }, lists: [] } });
  await fake.settle();
  expect(savedDrafts()).toEqual([[otherId, '7', 5]]);
  expect(fake.app.targetDraft.lines).toEqual(lines);
});

it('reads the stored draft again after a failed read, and then shows it', async () => {
  fake.answer('desired.drafts', () => ({ ok: false, failure: { code: 'disconnected', message: 'No connection.' } }));
  fake.app.strategy.choose(otherId);
  await fake.settle();
  expect(fake.app.targetDraft).toMatchObject({ lines: null, failure: 'No connection.' });
  const { sizing } = fake.app.targetDraft;
  answerDrafts({ lines, sizing, revision: 5 });
  await fake.settle(5_000);
  expect(fake.app.targetDraft).toMatchObject({ lines, failure: null, canUndo: false });
  fake.app.targetDraft.replace([line('8')]);
  await fake.settle(500);
  expect(savedDrafts()).toEqual([[otherId, '8', 5]]);
});

it('keeps what was typed after a failed read, and asks which draft to keep', async () => {
  fake.answer('desired.drafts', () => ({ ok: false, failure: { code: 'disconnected', message: 'No connection.' } }));
  fake.answer('desired.save-draft', () => ({ ok: false, failure: { code: 'conflict', message: 'Changed.' } }));
  fake.app.strategy.choose(otherId);
  await fake.settle();
  fake.app.targetDraft.replace(lines);
  const { sizing } = fake.app.targetDraft;
  answerDrafts({ lines: [line('1')], sizing, revision: 5 });
  await fake.settle(20_000);
  expect(fake.app.targetDraft).toMatchObject({ lines, conflict: 'Changed.' });
});

it('undoes weights together with the way in which they were computed', () => {
  const { sizing } = fake.app.targetDraft;
  const typedSizing = { ...sizing, base: 'typed', typedBase: '5000' } as const;
  fake.app.targetDraft.replace(lines);
  fake.app.targetDraft.replaceSized([line('3')], typedSizing);
  fake.app.targetDraft.undo();
  expect(fake.app.targetDraft).toMatchObject({ lines, sizing });
  fake.app.targetDraft.redo();
  expect(fake.app.targetDraft).toMatchObject({ lines: [line('3')], sizing: typedSizing });
});

it('taking the lines of another window clears redo; undo then restores the previous lines', async () => {
  const { sizing } = fake.app.targetDraft;
  fake.app.targetDraft.replace([line('1')]);
  fake.app.targetDraft.replace(lines);
  fake.app.targetDraft.undo();
  fake.app.targetDraft.redo();
  answerDrafts({ lines: [line('2')], sizing, revision: 4 });
  fake.answer('desired.save-draft', () => ({ ok: false, failure: { code: 'conflict', message: 'Changed.' } }));
  await fake.settle(500);
  expect(fake.app.targetDraft.conflict).toBe('Changed.');
  await fake.app.targetDraft.takeTheirs();
  expect(fake.app.targetDraft).toMatchObject({ lines: [line('2')], conflict: null, canRedo: false });
  fake.app.targetDraft.undo();
  expect(fake.app.targetDraft.lines).toEqual(lines);
  await fake.settle(500);
  expect(savedDrafts().at(-1)).toEqual([fake.app.strategy.systemId, '7', 4]);
});
