import { flushSync } from 'svelte';
import { beforeEach, expect, it } from 'vitest';
import type { Note, NoteContent } from '#contract/model/note.ts';
import { done, failed } from '#contract/outcome.ts';
import { NoteDraft } from '#renderer/trades/note-draft.svelte.ts';
import { base64Of } from '#renderer/trades/base64-of.ts';

const subject = { kind: 'trade', tradeId: '31' } as const;
let views: Map<string, string>;
let kept: Note | null;
let refuse: string | null;

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 6; turn += 1) await Promise.resolve();
  flushSync();
};

function parts(): ConstructorParameters<typeof NoteDraft>[0] {
  return {
    preferences: { view: (name) => views.get(name) ?? null, setView: (name, text) => void views.set(name, text) },
    uuid: () => '11111111-1111-4111-8111-111111111111',
    notes: {
      get: () => Promise.resolve(done({ note: kept })),
      save: (systemId, of, version, content: NoteContent) => {
        if (refuse !== null) return Promise.resolve(failed('not-stored', refuse));
        kept = { systemId, subject: of, content, version: version + 1, changedAt: 1 };
        return Promise.resolve(done(kept));
      },
      attach: (_id, name) => Promise.resolve(failed('not-an-image', `${name} is no picture`)),
    },
  };
}
const draft = async (): Promise<NoteDraft> => {
  const made = new NoteDraft(parts(), '7', subject);
  await settle();
  return made;
};

beforeEach(() => {
  views = new Map();
  kept = null;
  refuse = null;
});

it('what was typed and not saved is there again after another row, another page or a restart', async () => {
  const first = await draft();
  first.change({ text: 'Chased it', rating: 2 });
  first.typeTags('late, news');
  const again = await draft();
  expect(again.content).toMatchObject({ text: 'Chased it', rating: 2 });
  expect(again.tagText).toBe('late, news');
  expect(again.changed).toBe(true);
  expect(kept).toBeNull();
});

it('a saved note leaves no draft behind, and the next change is made on its version', async () => {
  const note = await draft();
  note.change({ text: 'one' });
  expect(await note.save()).toBe(true);
  expect(note.changed).toBe(false);
  expect([...views.values()].every((text) => text === '')).toBe(true);
  note.change({ text: 'two' });
  await note.save();
  expect(kept).toMatchObject({ version: 2, content: { text: 'two' } });
});

it('a note that can not be saved stays typed, with the reason', async () => {
  const note = await draft();
  note.change({ text: 'one' });
  refuse = 'There is no room left.';
  expect(await note.save()).toBe(false);
  expect([note.failure, note.content.text, note.changed]).toEqual(['There is no room left.', 'one', true]);
  expect((await draft()).content.text).toBe('one');
});

it('tags are tidied, and one that is too long is said at its field and not saved', async () => {
  const note = await draft();
  note.typeTags(' late ,, news , late');
  expect(await note.save()).toBe(true);
  expect(kept?.content.tags).toEqual(['late', 'news']);
  note.typeTags('x'.repeat(41));
  expect(note.tagFault).toContain('longer than 40');
  expect(await note.save()).toBe(false);
  expect(kept?.content.tags).toEqual(['late', 'news']);
});

it('a file that is no picture is refused with its reason, and a damaged draft is no draft', async () => {
  views.set('note.7.31', '{"text":7}');
  const note = await draft();
  expect(note.content.text).toBe('');
  await note.attach('a.svg', new Blob(['<svg/>']));
  expect(note.failure).toBe('a.svg is no picture');
  expect(note.content.images).toEqual([]);
});

it('bytes are written as base64, whatever their number', () => {
  const bytes = Uint8Array.from({ length: 20_001 }, (_, at) => (at * 7) % 256);
  expect(base64Of(bytes)).toBe(Buffer.from(bytes).toString('base64'));
  expect(base64Of(new Uint8Array())).toBe('');
});
