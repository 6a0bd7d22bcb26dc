import { untrack } from 'svelte';
import type { Note, NoteContent, NoteImage, NoteSubject } from '#contract/model/note.ts';
import type { PreferencesStore } from '#renderer/stores/preferences-store.svelte.ts';
import type { NotesStore } from './notes-store.svelte.ts';

type Parts = {
  readonly notes: Pick<NotesStore, 'get' | 'save' | 'attach'>;
  readonly preferences: Pick<PreferencesStore, 'view' | 'setView'>;
  readonly uuid: () => string;
};

export const emptyContent: NoteContent = { text: '', tags: [], rating: null, setup: '', images: [] };

/**
 * A note while it is written. What was typed and not saved is kept with the preferences, so that it survives another row,
 * another page and a restart; it goes when it was saved or given up.
 */
export class NoteDraft {
  readonly #parts: Parts;
  readonly systemId: string;
  readonly subject: NoteSubject;
  readonly #view: string;
  #stored = $state.raw<Note | null>(null);
  #content = $state.raw<NoteContent>(emptyContent);
  #tagText = $state.raw('');
  #known = $state.raw(false);
  #saving = $state.raw(false);
  #failure = $state.raw<string | null>(null);
  readonly changed = $derived(
    JSON.stringify(this.#written()) !== JSON.stringify(this.#stored?.content ?? emptyContent),
  );
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
    this.#failure = outcome.ok ? null : outcome.failure.message;
    if (outcome.ok && isImage(outcome.value)) this.change({ images: [...this.#content.images, outcome.value] });
  }

  detach(imageId: string): void {
    this.change({ images: this.#content.images.filter((image) => image.imageId !== imageId) });
  }

  async save(): Promise<boolean> {
    if (this.#saving || this.tagFault !== null) return false;
    this.#saving = true;
    const content = this.#written();
    const outcome = await this.#parts.notes.save(this.systemId, this.subject, this.#stored?.version ?? 0, content);
    this.#saving = false;
    this.#failure = outcome.ok ? null : outcome.failure.message;
    if (outcome.ok) this.#stored = outcome.value;
    this.#keep();
    return outcome.ok;
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
    const draft = untrack(() => this.changed) ? JSON.stringify(this.#written()) : '';
    this.#parts.preferences.setView(this.#view, draft);
  }

  async #load(): Promise<void> {
    const outcome = await this.#parts.notes.get(this.systemId, this.subject);
    this.#failure = outcome.ok ? null : outcome.failure.message;
    this.#stored = outcome.ok ? outcome.value.note : null;
    this.#known = outcome.ok;
    const content = parseDraft(this.#parts.preferences.view(this.#view)) ?? this.#stored?.content ?? emptyContent;
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

/** Damage is no draft. */
function parseDraft(text: string | null): NoteContent | null {
  if (text === null || text === '') return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    // Main checks every member when it is saved.
    const draft = value as Partial<NoteContent>;
    if (typeof draft.text !== 'string' || !Array.isArray(draft.tags) || !Array.isArray(draft.images)) return null;
    return { ...emptyContent, ...draft };
  } catch {
    return null;
  }
}
