import { SvelteMap } from 'svelte/reactivity';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '#contract/message.ts';
import { failed } from '#contract/outcome.ts';
import { emptyContent } from '#renderer/trades/note-draft.svelte.ts';
import { NotesStore } from '#renderer/trades/notes-store.svelte.ts';
import { bridgeOf, settle, strategyOf } from '../bridge-of.ts';

const content = { ...emptyContent, text: 'Chased it' };
const mark = { tradeId: '31', tags: [], rating: null, setup: '', start: 'Chased it', images: 0 };
const trade = { systemId: '7', tradeId: '31' };
let idAndRevisions: SvelteMap<string, string>;
let problem: Message | null;
let list: (systemId: string) => unknown;
let store: NotesStore;

const open = async (): Promise<void> => {
  const { bridge } = bridgeOf((name, { systemId }) => {
    if (name === 'notes.list') return list(systemId);
    const note = problem?.code === 'notes.unusable' ? null : { content };
    return { ok: true, value: name === 'notes.get' ? { note } : { tags: [], setups: [] } };
  });
  store = new NotesStore(bridge, strategyOf(idAndRevisions));
  await settle();
};

beforeEach(() => {
  idAndRevisions = new SvelteMap([['systemId', '7']]);
  problem = null;
  list = (systemId) => ({ ok: true, value: { marks: systemId === '7' ? [mark] : [], days: [], problem } });
  return () => store.dispose();
});

describe('the note of an exported trade', () => {
  it('is null only for a trade without a note', async () => {
    await open();
    expect(await store.ofTrade(trade)).toEqual(content);
    expect(await store.ofTrade({ ...trade, tradeId: '32' })).toBeNull();
  });

  it('is read after another strategy was chosen', async () => {
    await open();
    idAndRevisions.set('systemId', '8');
    await settle();
    expect(await store.ofTrade(trade)).toEqual(content);
  });

  it('is refused while the notes are not read or cannot be read', async () => {
    list = () => new Promise(() => undefined);
    await open();
    await expect(store.ofTrade(trade)).rejects.toThrow('The notes are not read yet.');
    list = () => failed('internal', 'The program gave no answer.');
    await open();
    await expect(store.ofTrade(trade)).rejects.toThrow('The program gave no answer.');
    problem = { code: 'notes.unusable', path: 'notes.sqlite', reason: 'It is of a later version.' };
    list = () => ({ ok: true, value: { marks: [], days: [], problem } });
    await open();
    await expect(store.ofTrade(trade)).rejects.toThrow('It is of a later version.');
  });

  it('is read after a save failed', async () => {
    problem = { code: 'notes.not-written', reason: 'The disk is full.' };
    await open();
    expect(store.unreadableBecause).toBeNull();
    expect(store.problem).toContain('The disk is full.');
    expect(await store.ofTrade(trade)).toEqual(content);
  });
});
