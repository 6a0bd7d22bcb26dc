import { flushSync } from 'svelte';
import { beforeEach, expect, it } from 'vitest';
import type { Note, NoteContent } from '#contract/model/note.ts';
import { done, failed } from '#contract/outcome.ts';
import { emptyContent, NoteDraft } from '#renderer/trades/note-draft.svelte.ts';
import { base64Of } from '#renderer/format/base64-of.ts';

const subject = { kind: 'trade', tradeId: '31' } as const;
let views: Map<string, string>;
let stored: Note | null;
let refusal: string | null;

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 6; turn += 1) await Promise.resolve();
  flushSync();
};

type Parts = ConstructorParameters<typeof NoteDraft>[0];

function parts(): Parts {
  return {
    preferences: { view: (name) => views.get(name) ?? null, setView: (name, text) => void views.set(name, text) },
    uuid: () => '11111111-1111-4111-8111-111111111111',
    notes: {
      get: () => Promise.resolve(done({ note: stored })),
      save: (systemId, noteSubject, version, content: NoteContent) => {
        if (version !== (stored?.version ?? 0)) return Promise.resolve(failed('changed', 'Changed elsewhere.'));
        if (refusal !== null) return Promise.resolve(failed('not-stored', refusal));
        stored = { systemId, subject: noteSubject, content, version: version + 1, changedAt: 1 };
        return Promise.resolve(done(stored));
      },
      attach: (_id, name) => Promise.resolve(failed('not-an-image', `${name} is no picture`)),
    },
  };
}
const draft = async (): Promise<NoteDraft> => {
  const noteDraft = new NoteDraft(parts(), '7', subject);
  await settle();
  return noteDraft;
};

beforeEach(() => {
  views = new Map();
  stored = null;
  refusal = null;
});

it('restores unsaved text after another row or page was shown, and after a restart', async () => {
  const first = await draft();
  first.change({ text: 'Chased it', rating: 2 });
  first.typeTags('late, news');
  const reopened = await draft();
  expect(reopened.content).toMatchObject({ text: 'Chased it', rating: 2 });
  expect(reopened.tagText).toBe('late, news');
  expect(reopened.changed).toBe(true);
  expect(stored).toBeNull();
});

it('a saved note leaves no draft, and the next change is based on its version', async () => {
  const note = await draft();
  note.change({ text: 'one' });
  expect(await note.save()).toBe(true);
  expect(note.changed).toBe(false);
  expect([...views.values()].every((text) => text === '')).toBe(true);
  note.change({ text: 'two' });
  await note.save();
  expect(stored).toMatchObject({ version: 2, content: { text: 'two' } });
});

it('a note that cannot be saved keeps its text, with the reason', async () => {
  const note = await draft();
  note.change({ text: 'one' });
  refusal = 'There is no room left.';
  expect(await note.save()).toBe(false);
  expect([note.failure, note.content.text, note.changed]).toEqual(['There is no room left.', 'one', true]);
  expect((await draft()).content.text).toBe('one');
});

/** Saves in another window. */
function saveElsewhere(text: string, more: Partial<NoteContent> = {}): void {
  const content = { ...emptyContent, text, ...more };
  stored = { systemId: '7', subject, content, version: (stored?.version ?? 0) + 1, changedAt: 2 };
}

it('a draft from before a restart replaces a newer version only after a choice', async () => {
  saveElsewhere('the first');
  (await draft()).change({ text: 'mine, typed over the first' });
  saveElsewhere('saved in the other window');
  const note = await draft();
  expect(note.content.text).toBe('mine, typed over the first');
  expect(note.conflict?.content.text).toBe('saved in the other window');
  expect(await note.save()).toBe(false);
  expect(stored?.content.text).toBe('saved in the other window');
  // Another restart does not replace the newer version either.
  expect((await draft()).conflict).not.toBeNull();
  note.keepMine();
  expect(note.conflict).toBeNull();
  expect(await note.save()).toBe(true);
  expect(stored).toMatchObject({ version: 3, content: { text: 'mine, typed over the first' } });
});

it('a draft counts as saved if another window saved the same content', async () => {
  const note = await draft();
  note.change({ text: 'the same' });
  saveElsewhere('the same');
  await note.save();
  expect([note.failure, note.changed, note.conflict]).toEqual([null, false, null]);
});

it('a note that could not be read is read again', async () => {
  views.set('note.7.31', JSON.stringify({ ...emptyContent, text: 'mine', base: 0 }));
  const { notes, ...rest } = parts();
  let get: typeof notes.get = () => Promise.resolve(failed('disconnected', 'The program gave no answer.'));
  const note = new NoteDraft({ ...rest, notes: { ...notes, get: (...args) => get(...args) } }, '7', subject);
  await settle();
  expect([note.known, note.failure]).toEqual([false, 'The program gave no answer.']);
  get = notes.get;
  await note.refresh();
  expect([note.known, note.failure, note.content.text]).toEqual([true, null, 'mine']);
});

it('a note that is not read yet takes no changes', async () => {
  saveElsewhere('the stored note');
  const { notes, ...rest } = parts();
  let get: typeof notes.get = () => Promise.resolve(failed('disconnected', 'The program gave no answer.'));
  const note = new NoteDraft({ ...rest, notes: { ...notes, get: (...args) => get(...args) } }, '7', subject);
  await settle();
  note.typeTags('late');
  note.change({ rating: 4 });
  get = notes.get;
  await note.refresh();
  expect([note.content.text, note.tagText, note.changed, note.conflict]).toEqual(['the stored note', '', false, null]);
});

it("another window's save replaces unedited text and conflicts with edited text", async () => {
  const note = await draft();
  saveElsewhere('one', { tags: ['late'] });
  await note.refresh();
  expect([note.content.text, note.tagText, note.changed, note.conflict]).toEqual(['one', 'late', false, null]);
  note.change({ text: 'mine' });
  saveElsewhere('two');
  await note.refresh();
  expect([note.content.text, note.conflict?.content.text]).toEqual(['mine', 'two']);
  await note.discardDraft();
  expect([note.content.text, note.conflict, note.changed]).toEqual(['two', null, false]);
});

it('a refused save shows the other version, and both can be merged', async () => {
  const note = await draft();
  note.change({ text: 'mine', rating: 4 });
  note.typeTags('plan');
  saveElsewhere('theirs', { tags: ['late'], rating: 1, setup: 'Retest' });
  expect(await note.save()).toBe(false);
  expect([note.conflict?.version, note.failure]).toEqual([1, null]);
  note.keepBoth();
  expect(await note.save()).toBe(true);
  expect(stored).toMatchObject({
    version: 2,
    content: { text: 'theirs\n\nmine', tags: ['late', 'plan'], rating: 4, setup: 'Retest' },
  });
});

it('equal text is no conflict, and text that is too long is not merged', async () => {
  const note = await draft();
  note.change({ text: 'same' });
  saveElsewhere('same');
  await note.refresh();
  expect([note.conflict, note.changed]).toEqual([null, false]);
  note.change({ text: 'x'.repeat(15_000) });
  saveElsewhere('y'.repeat(15_000));
  await note.refresh();
  expect([note.conflict === null, note.merged]).toEqual([false, null]);
  note.keepBoth();
  expect(note.content.text).toBe('x'.repeat(15_000));
});

it('normalizes tags, and does not save one that is too long', async () => {
  const note = await draft();
  note.typeTags(' late ,, news , late');
  expect(await note.save()).toBe(true);
  expect(stored?.content.tags).toEqual(['late', 'news']);
  note.typeTags('x'.repeat(41));
  expect(note.tagFault).toContain('longer than 40');
  expect(await note.save()).toBe(false);
  expect(stored?.content.tags).toEqual(['late', 'news']);
});

it('refuses a file that is no picture, and ignores a damaged draft', async () => {
  views.set('note.7.31', '{"text":7}');
  const note = await draft();
  expect(note.content.text).toBe('');
  await note.attach('a.svg', new Blob(['<svg/>']));
  expect(note.failure).toBe('a.svg is no picture');
  expect(note.content.images).toEqual([]);
});

it('a picture that cannot be attached is named, even if the others can be attached', async () => {
  const { notes, ...rest } = parts();
  const attach: typeof notes.attach = async (imageId, name, picture) => {
    if (name.endsWith('.svg')) return notes.attach(imageId, name, picture);
    await settle();
    return { ok: true, value: { imageId: name, name, type: 'image/png', bytes: 1 } };
  };
  const note = new NoteDraft({ ...rest, notes: { ...notes, attach } }, '7', subject);
  await settle();
  await Promise.all(['a.png', 'b.svg', 'c.png'].map((name) => note.attach(name, new Blob([name]))));
  expect(note.failure).toBe('b.svg is no picture');
  expect(note.content.images.map(({ name }) => name)).toEqual(['a.png', 'c.png']);
  await note.attach('d.png', new Blob(['d']));
  expect(note.failure).toBeNull();
});

it('encodes any number of bytes as base64', () => {
  const bytes = Uint8Array.from({ length: 20_001 }, (_, at) => (at * 7) % 256);
  expect(base64Of(bytes)).toBe(Buffer.from(bytes).toString('base64'));
  expect(base64Of(new Uint8Array())).toBe('');
});

it('a merged note is unchanged again when an edit of it is undone after it was reopened', async () => {
  const note = await draft();
  note.change({ text: 'mine' });
  stored = { systemId: '7', subject, content: { ...emptyContent, text: 'theirs' }, version: 1, changedAt: 1 };
  await note.refresh();
  note.keepBoth();
  expect(await note.save()).toBe(true);
  const { text } = note.content;
  note.change({ text: `${text}!` });
  const reopened = await draft();
  expect(reopened.changed).toBe(true);
  reopened.change({ text });
  expect(reopened.changed).toBe(false);
});

it('a picture that is stored after its note was left does not replace what was typed since', async () => {
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<Parts['notes']['attach']>>>();
  const { notes, ...rest } = parts();
  const left = new NoteDraft({ ...rest, notes: { ...notes, attach: () => promise } }, '7', subject);
  await settle();
  left.change({ text: 'one' });
  const attached = left.attach('chart.png', new Blob());
  left.leave();
  const shown = await draft();
  shown.change({ text: 'one, and two' });
  const imageId = '22222222-2222-4222-8222-222222222222';
  const image = { imageId, name: 'chart.png', type: 'image/png', bytes: 1 } as const;
  resolve(done(image));
  await attached;
  shown.change({ text: 'three' });
  expect(shown.content).toMatchObject({ text: 'three', images: [image] });
  expect((await draft()).content).toMatchObject({ text: 'three', images: [image] });
});
