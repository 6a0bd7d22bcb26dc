import type { CommandInput, CommandOutcome } from '#contract/commands.ts';
import { limits } from '#contract/limits.ts';
import type { NoteMark } from '#contract/model/note.ts';
import { done, failed } from '#contract/outcome.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { isEmptyNote, type Notes } from './notes.ts';
import { searchNotes } from './search-notes.ts';

const previewLength = 160;

/** The note commands of a session. */
export class NotesDesk {
  readonly #notes: Notes;
  readonly #orders: () => Iterable<OrderRow>;
  readonly #changed: () => void;
  #revision = 0;

  constructor(notes: Notes, orders: () => Iterable<OrderRow>, changed: () => void) {
    this.#notes = notes;
    this.#orders = orders;
    this.#changed = changed;
  }

  /** Grows with every save in this session, even if the save fails. */
  revision(): number {
    return this.#revision;
  }

  list({ systemId }: CommandInput<'notes.list'>): CommandOutcome<'notes.list'> {
    const noteMarks: NoteMark[] = [];
    const days: string[] = [];
    for (const { systemId: noteSystemId, subject, content } of this.#notes.all()) {
      if (noteSystemId !== systemId || isEmptyNote(content)) continue;
      if (subject.kind === 'day') days.push(subject.day);
      else {
        const { tags, rating, setup, text, images } = content;
        noteMarks.push({
          tradeId: subject.tradeId,
          tags: [...tags],
          rating,
          setup,
          start: text.slice(0, previewLength),
          images: images.length,
        });
      }
    }
    return done({ marks: noteMarks, days: days.sort(), problem: this.#notes.problem() });
  }

  get({ systemId, subject }: CommandInput<'notes.get'>): CommandOutcome<'notes.get'> {
    return done({ note: this.#notes.get(systemId, subject) });
  }

  save(input: CommandInput<'notes.save'>): CommandOutcome<'notes.save'> {
    const outcome = this.#notes.save(input);
    this.#revision += 1;
    this.#changed();
    return outcome;
  }

  tags(): CommandOutcome<'notes.tags'> {
    const tags = new Map<string, number>();
    const setups = new Map<string, number>();
    const add = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
    for (const { content } of this.#notes.all()) {
      for (const tag of content.tags) add(tags, tag);
      if (content.setup !== '') add(setups, content.setup);
    }
    return done({ tags: mostUsed(tags), setups: mostUsed(setups) });
  }

  search({ systemId, text }: CommandInput<'notes.search'>): CommandOutcome<'notes.search'> {
    return done(searchNotes(text, systemId, this.#notes.all(), this.#orders()));
  }

  attach({ imageId, part, last, data }: CommandInput<'notes.attach'>): CommandOutcome<'notes.attach'> {
    const bytes = Buffer.from(data, 'base64');
    if (bytes.length > limits.noteImagePart) return failed('too-large', { code: 'picture.part-too-large' });
    return this.#notes.attach({ imageId, part, last, bytes });
  }

  image({ imageId, part }: CommandInput<'notes.image'>): CommandOutcome<'notes.image'> {
    const image = this.#notes.image(imageId);
    if (image === 'damaged') return failed('damaged', { code: 'picture.damaged' });
    const bytes = image === 'unknown-image' ? undefined : image.parts[part];
    if (image === 'unknown-image' || bytes === undefined) {
      return failed('unknown-image', { code: 'picture.unknown' });
    }
    return done({ type: image.type, parts: image.parts.length, data: Buffer.from(bytes).toString('base64') });
  }
}

const mostUsed = (counts: ReadonlyMap<string, number>): { name: string; count: number }[] =>
  [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((one, other) => other.count - one.count || one.name.localeCompare(other.name));
