import { untrack } from 'svelte';
import { limits } from '#contract/limits.ts';
import type { Note, NoteContent, NoteImage, NoteSubject } from '#contract/model/note.ts';
import type { PreferencesStore } from '#renderer/stores/preferences-store.svelte.ts';
import type { NotesStore } from './notes-store.svelte.ts';
import { words } from '#renderer/messages/words.ts';

type Parts = {
  readonly notes: Pick<NotesStore, 'get' | 'save' | 'attach'>;
  readonly preferences: Pick<PreferencesStore, 'view' | 'setView'>;
  readonly uuid: () => string;
};

/** The drafts that are on screen, by `#draftName`. */
// eslint-disable-next-line svelte/prefer-svelte-reactivity -- not shown
const shownDrafts = new Map<string, NoteDraft>();

export const emptyContent: NoteContent = { text: '', tags: [], rating: null, setup: '', images: [] };

/**
 * A note being edited. Unsaved text is stored with the preferences, so that it survives a change of
 * the row or page and a restart, until it is saved or discarded. The draft knows the version that
 * it is based on. If another window saves a newer version, draft and note conflict, and neither
 * replaces the other before the trader chooses.
 */
export class NoteDraft {
  readonly #parts: Parts;
  readonly systemId: string;
  readonly subject: NoteSubject;
  /** The name under which the draft is stored with the preferences. */
  readonly #draftName: string;
  /** The note as stored in the file. */
  #stored = $state.raw<Note | null>(null);
  /** The version that the draft is based on: 0 for none. */
  #base = $state.raw(0);
  #content = $state.raw<NoteContent>(emptyContent);
  #tagText = $state.raw('');
  #known = $state.raw(false);
  #saving = $state.raw(false);
  #runningAttachCount = 0;
  #isLeft = false;
  #failure = $state.raw<string | null>(null);
  readonly changed = $derived(
    JSON.stringify(this.#editedContent()) !== JSON.stringify(this.#stored?.content ?? emptyContent),
  );
  /** A different version that was saved elsewhere since the edit started. */
  readonly conflict = $derived(this.changed && (this.#stored?.version ?? 0) !== this.#base ? this.#stored : null);
  /** Both versions in one note; null without a conflict, and when the result exceeds a limit. */
  readonly merged = $derived(this.conflict === null ? null : mergedNotes(this.conflict.content, this.#editedContent()));
  readonly tagFault = $derived(tagFault(this.#tagText));

  constructor(parts: Parts, systemId: string, subject: NoteSubject) {
    this.#parts = parts;
    this.systemId = systemId;
    this.subject = subject;
    this.#draftName = `note.${systemId}.${subject.kind === 'trade' ? subject.tradeId : subject.day}`;
    shownDrafts.set(this.#draftName, this);
    void this.#load();
  }

  /** False until the stored note is read. Before that nothing can be changed. */
  get known(): boolean {
    return this.#known;
  }

  get content(): NoteContent {
    return this.#content;
  }

  /** The tags as typed, separated by commas. */
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
    if (!this.#known) return;
    this.#content = { ...this.#content, ...change };
    this.#storeDraft();
  }

  typeTags(text: string): void {
    if (!this.#known) return;
    this.#tagText = text;
    this.#storeDraft();
  }

  addTag(tag: string): void {
    const tags = tagsOf(this.#tagText);
    if (!tags.includes(tag)) this.typeTags([...tags, tag].join(', '));
  }

  /**
   * Stores a picture and adds it to the draft. Calls may overlap. Only a call that begins while no
   * other call is running removes an earlier failure.
   */
  async attach(name: string, picture: Blob): Promise<void> {
    if (!this.#known) return;
    if (this.#runningAttachCount === 0) this.#failure = null;
    this.#runningAttachCount += 1;
    const attached = this.#parts.notes.attach(this.#parts.uuid(), name, picture);
    const outcome = await attached.finally(() => (this.#runningAttachCount -= 1));
    if (!outcome.ok) this.#failure = words(outcome.failure.message);
    else if (isImage(outcome.value)) this.#add(outcome.value);
  }

  /** The note is not shown any more. It may be shown again by another object, with a newer draft. */
  leave(): void {
    this.#isLeft = true;
    if (shownDrafts.get(this.#draftName) === this) shownDrafts.delete(this.#draftName);
  }

  detach(imageId: string): void {
    this.change({ images: this.#content.images.filter((image) => image.imageId !== imageId) });
  }

  async save(): Promise<boolean> {
    if (this.#saving || this.tagFault !== null || this.conflict !== null) return false;
    this.#saving = true;
    const content = this.#editedContent();
    const outcome = await this.#parts.notes.save(this.systemId, this.subject, this.#base, content);
    this.#saving = false;
    this.#failure = outcome.ok ? null : words(outcome.failure.message);
    if (outcome.ok) this.#setStored(outcome.value);
    else if (outcome.failure.code === 'changed') {
      await this.refresh();
      // The newer version has the same content, so nothing is left to save.
      if (!this.changed) this.#failure = null;
    }
    this.#storeDraft();
    return outcome.ok;
  }

  /**
   * Reads the note again, even if the first reading failed. A newer version replaces unedited text,
   * and conflicts with edited text.
   */
  async refresh(): Promise<void> {
    if (this.#saving) return;
    if (!this.#known) {
      // The first reading is under way, or it failed.
      if (this.#failure !== null) await this.#load();
      return;
    }
    const outcome = await this.#parts.notes.get(this.systemId, this.subject);
    const note = outcome.ok ? outcome.value.note : null;
    if (note === null || note.version <= (this.#stored?.version ?? 0)) return;
    const wasUnchanged = !this.changed;
    this.#stored = note;
    if (wasUnchanged) this.#edit(note.content);
    if (!this.changed) this.#base = note.version;
    // The conflict is shown, so the failed save needs no message of its own.
    else this.#failure = null;
  }

  /** Keeps the draft: saving it replaces the other version. */
  keepMine(): void {
    this.#base = this.#stored?.version ?? 0;
    this.#storeDraft();
  }

  keepBoth(): void {
    const { merged } = this;
    if (merged === null) return;
    this.#edit(merged);
    this.keepMine();
  }

  /** Discards the draft and reads the stored note again. */
  async discardDraft(): Promise<void> {
    this.#parts.preferences.setView(this.#draftName, '');
    await this.#load();
  }

  #add(image: NoteImage): void {
    const shown = this.#isLeft ? shownDrafts.get(this.#draftName) : undefined;
    // The draft on screen does not read the stored draft again, and its next change overwrites the
    // stored draft.
    if (shown?.known === true) return shown.#add(image);
    const newer = this.#isLeft ? parseDraft(this.#parts.preferences.view(this.#draftName)) : null;
    if (newer === null) return this.change({ images: [...this.#content.images, image] });
    const { base, content } = newer;
    const images = [...content.images, image];
    this.#parts.preferences.setView(this.#draftName, JSON.stringify({ ...content, images, base }));
  }

  #editedContent(): NoteContent {
    return {
      ...this.#content,
      text: this.#content.text.trimEnd(),
      setup: this.#content.setup.trim(),
      tags: tagsOf(this.#tagText),
    };
  }

  #storeDraft(): void {
    const draft = untrack(() => this.changed) ? JSON.stringify({ ...this.#editedContent(), base: this.#base }) : '';
    this.#parts.preferences.setView(this.#draftName, draft);
  }

  async #load(): Promise<void> {
    const outcome = await this.#parts.notes.get(this.systemId, this.subject);
    this.#failure = outcome.ok ? null : words(outcome.failure.message);
    this.#known = outcome.ok;
    const draft = parseDraft(this.#parts.preferences.view(this.#draftName));
    this.#setStored(outcome.ok ? outcome.value.note : null);
    this.#edit(draft?.content ?? this.#stored?.content ?? emptyContent);
    // Without a stored note the draft is saved as a new note.
    if (draft !== null && this.#stored !== null) this.#base = draft.base;
  }

  #setStored(note: Note | null): void {
    this.#stored = note;
    this.#base = note?.version ?? 0;
  }

  #edit(content: NoteContent): void {
    this.#content = content;
    this.#tagText = content.tags.join(', ');
  }
}

/**
 * Merges two versions of a note, the stored one first. Rating and setup are those of the draft, if
 * it has them. Null if the result exceeds a limit.
 */
function mergedNotes(stored: NoteContent, own: NoteContent): NoteContent | null {
  const text = stored.text === own.text ? own.text : [stored.text, own.text].filter(Boolean).join('\n\n');
  const tags = [...new Set([...stored.tags, ...own.tags])];
  const images = [...new Map([...stored.images, ...own.images].map((image) => [image.imageId, image])).values()];
  if (text.length > limits.noteLength || tags.length > limits.noteTags || images.length > limits.noteImages)
    return null;
  const { rating, setup } = { rating: own.rating ?? stored.rating, setup: own.setup || stored.setup };
  // In the order of `emptyContent`: contents are compared as JSON.
  return { text, tags, rating, setup, images };
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
  if (tags.length > limits.noteTags) return `A note may have at most ${limits.noteTags} tags.`;
  const long = tags.find((tag) => tag.length > limits.noteTagLength);
  return long === undefined ? null : `"${long.slice(0, 12)}…" is longer than ${limits.noteTagLength} characters.`;
}

const isImage = (value: object): value is NoteImage => 'imageId' in value;

/** A damaged draft is ignored. A draft without a base is based on no stored note. */
function parseDraft(text: string | null): { readonly content: NoteContent; readonly base: number } | null {
  if (text === null || text === '') return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    // Core checks every member when the note is saved.
    const { base, ...draft } = value as Partial<NoteContent> & { readonly base?: unknown };
    if (typeof draft.text !== 'string' || !Array.isArray(draft.tags) || !Array.isArray(draft.images)) return null;
    return { content: { ...emptyContent, ...draft }, base: typeof base === 'number' ? base : 0 };
  } catch {
    return null;
  }
}
