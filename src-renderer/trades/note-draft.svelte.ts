import { untrack } from 'svelte';
import type { Note, NoteContent, NoteImage, NoteSubject } from '#contract/model/note.ts';
import type { PreferencesStore } from '#renderer/stores/preferences-store.svelte.ts';
import { joinedNotes } from './joined-notes.ts';
import type { NotesStore } from './notes-store.svelte.ts';
import { words } from '#renderer/messages/words.ts';

type Parts = {
  readonly notes: Pick<NotesStore, 'get' | 'save' | 'attach'>;
  readonly preferences: Pick<PreferencesStore, 'view' | 'setView'>;
  readonly uuid: () => string;
};

export const emptyContent: NoteContent = { text: '', tags: [], rating: null, setup: '', images: [] };

/**
 * A note while it is written. What was typed and not saved is kept with the preferences, so that it survives another row,
 * another page and a restart; it goes when it was saved or given up. It knows the version it was typed over: a note that
 * another window saved since is its rival, and neither replaces the other before the trader has chosen.
 */
export class NoteDraft {
  readonly #parts: Parts;
  readonly systemId: string;
  readonly subject: NoteSubject;
  readonly #view: string;
  /** As it stands in the file. */
  #stored = $state.raw<Note | null>(null);
  /** The version that was typed over: 0 for none. */
  #base = $state.raw(0);
  #content = $state.raw<NoteContent>(emptyContent);
  #tagText = $state.raw('');
  #known = $state.raw(false);
  #saving = $state.raw(false);
  #failure = $state.raw<string | null>(null);
  readonly changed = $derived(
    JSON.stringify(this.#written()) !== JSON.stringify(this.#stored?.content ?? emptyContent),
  );
  /** What was saved elsewhere since this was begun, and says something else. */
  readonly rival = $derived(this.changed && (this.#stored?.version ?? 0) !== this.#base ? this.#stored : null);
  /** What stands in both of them; null where it is too much for one note. */
  readonly joined = $derived(this.rival === null ? null : joinedNotes(this.rival.content, this.#written()));
  readonly tagFault = $derived(tagFault(this.#tagText));

  constructor(parts: Parts, systemId: string, subject: NoteSubject) {
    this.#parts = parts;
    this.systemId = systemId;
    this.subject = subject;
    this.#view = `note.${systemId}.${subject.kind === 'trade' ? subject.tradeId : subject.day}`;
    void this.#load();
  }

  /** False until the note that is kept was read. */
  get known(): boolean {
    return this.#known;
  }

  get content(): NoteContent {
    return this.#content;
  }

  /** Tags as they are typed, parted by commas. */
  get tagText(): string {
    return this.#tagText;
  }

  get saving(): boolean {
    return this.#saving;
  }

  get failure(): string | null {
    return this.#failure;
  }

  change(change: Partial<Omit<NoteContent, 'tags'>>): void {
    this.#content = { ...this.#content, ...change };
    this.#keep();
  }

  typeTags(text: string): void {
    this.#tagText = text;
    this.#keep();
  }

  addTag(tag: string): void {
    const tags = tagsOf(this.#tagText);
    if (!tags.includes(tag)) this.typeTags([...tags, tag].join(', '));
  }

  async attach(name: string, picture: Blob): Promise<void> {
    const outcome = await this.#parts.notes.attach(this.#parts.uuid(), name, picture);
    this.#failure = outcome.ok ? null : words(outcome.failure.message);
    if (outcome.ok && isImage(outcome.value)) this.change({ images: [...this.#content.images, outcome.value] });
  }

  detach(imageId: string): void {
    this.change({ images: this.#content.images.filter((image) => image.imageId !== imageId) });
  }

  async save(): Promise<boolean> {
    if (this.#saving || this.tagFault !== null || this.rival !== null) return false;
    this.#saving = true;
    const content = this.#written();
    const outcome = await this.#parts.notes.save(this.systemId, this.subject, this.#base, content);
    this.#saving = false;
    this.#failure = outcome.ok ? null : words(outcome.failure.message);
    if (outcome.ok) this.#settle(outcome.value);
    else if (outcome.failure.code === 'changed') await this.refresh();
    this.#keep();
    return outcome.ok;
  }

  /** Looks whether the note was saved elsewhere: shown where nothing was typed over it, its rival where something was. */
  async refresh(): Promise<void> {
    if (this.#saving || !this.#known) return;
    const outcome = await this.#parts.notes.get(this.systemId, this.subject);
    const note = outcome.ok ? outcome.value.note : null;
    if (note === null || note.version <= (this.#stored?.version ?? 0)) return;
    const untouched = !this.changed;
    this.#stored = note;
    if (untouched) this.#take(note.content);
    if (!this.changed) this.#base = note.version;
    // The two stand beside each other now; that nothing was saved needs no words of its own.
    else this.#failure = null;
  }

  /** Goes on with what was typed: saving it replaces what was saved elsewhere. */
  keepMine(): void {
    this.#base = this.#stored?.version ?? 0;
    this.#keep();
  }

  keepBoth(): void {
    const { joined } = this;
    if (joined === null) return;
    this.#take(joined);
    this.keepMine();
  }

  /** Back to what is kept, read again: it may have been changed elsewhere. */
  async giveUp(): Promise<void> {
    this.#parts.preferences.setView(this.#view, '');
    await this.#load();
  }

  #written(): NoteContent {
    return {
      ...this.#content,
      text: this.#content.text.trimEnd(),
      setup: this.#content.setup.trim(),
      tags: tagsOf(this.#tagText),
    };
  }

  #keep(): void {
    const draft = untrack(() => this.changed) ? JSON.stringify({ ...this.#written(), base: this.#base }) : '';
    this.#parts.preferences.setView(this.#view, draft);
  }

  async #load(): Promise<void> {
    const outcome = await this.#parts.notes.get(this.systemId, this.subject);
    this.#failure = outcome.ok ? null : words(outcome.failure.message);
    this.#known = outcome.ok;
    const draft = parseDraft(this.#parts.preferences.view(this.#view));
    this.#settle(outcome.ok ? outcome.value.note : null);
    this.#take(draft?.content ?? this.#stored?.content ?? emptyContent);
    // What is not kept any more cannot be replaced.
    if (draft !== null && this.#stored !== null) this.#base = draft.base;
  }

  #settle(note: Note | null): void {
    this.#stored = note;
    this.#base = note?.version ?? 0;
  }

  #take(content: NoteContent): void {
    this.#content = content;
    this.#tagText = content.tags.join(', ');
  }
}

const tagsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];

function tagFault(text: string): string | null {
  const tags = tagsOf(text);
  if (tags.length > 20) return 'A note may have 20 tags.';
  const long = tags.find((tag) => tag.length > 40);
  return long === undefined ? null : `"${long.slice(0, 12)}…" is longer than 40 characters.`;
}

const isImage = (value: object): value is NoteImage => 'imageId' in value;

/** Damage is no draft. One that does not say what it was typed over was typed over nothing that is kept. */
function parseDraft(text: string | null): { readonly content: NoteContent; readonly base: number } | null {
  if (text === null || text === '') return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    // Main checks every member when it is saved.
    const { base, ...draft } = value as Partial<NoteContent> & { readonly base?: unknown };
    if (typeof draft.text !== 'string' || !Array.isArray(draft.tags) || !Array.isArray(draft.images)) return null;
    return { content: { ...emptyContent, ...draft }, base: typeof base === 'number' ? base : 0 };
  } catch {
    return null;
  }
}
