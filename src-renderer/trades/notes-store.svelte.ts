import type { Bridge } from '#contract/bridge.ts';
import type { CommandOutcome } from '#contract/commands.ts';
import type { NoteContent, NoteImage, NoteSubject } from '#contract/model/note.ts';
import { failed } from '#contract/outcome.ts';
import { Loader } from '#renderer/stores/loader.svelte.ts';
import type { StrategyStore } from '#renderer/stores/strategy-store.svelte.ts';
import { base64Of } from '#renderer/format/base64-of.ts';
import { marksByTrade } from './trade-query.ts';
import { words } from '#renderer/messages/words.ts';

/**
 * Bytes of one transferred part of a picture. A multiple of 3, so that base64 texts without padding
 * can be concatenated.
 */
const picturePartBytes = 3 * 128 * 1024;

/** The notes about the trades and days of the selected strategy, and the tags in use. */
export class NotesStore {
  readonly #bridge: Bridge;
  readonly #strategy: Pick<StrategyStore, 'loadKey' | 'systemId'>;
  readonly #list;
  readonly #tags;
  readonly #release: () => void;
  #revision = $state.raw(0);
  /** What the trades blotter shows of the notes, by trade id. */
  readonly marks = $derived.by(() => marksByTrade(this.#list.value?.marks ?? []));

  constructor(bridge: Bridge, strategy: Pick<StrategyStore, 'loadKey' | 'systemId'>) {
    this.#bridge = bridge;
    this.#strategy = strategy;
    this.#release = bridge.on('notes.changed', {}, ({ revision }) => (this.#revision = revision));
    const key = () => {
      const scope = strategy.loadKey()?.scope;
      return scope === undefined ? null : { scope, revision: `${this.#revision}` };
    };
    this.#list = new Loader(key, () => bridge.call('notes.list', { systemId: strategy.systemId ?? '0' }));
    this.#tags = new Loader(key, () => bridge.call('notes.tags', {}));
  }

  /** Grows with every saved note of any window. */
  get revision(): number {
    return this.#revision;
  }

  /** Why notes cannot be saved or read. */
  get problem(): string | null {
    const problem = this.#list.value?.problem ?? null;
    return problem === null ? this.#list.failure : words(problem);
  }

  /** Why notes cannot be read, so that the marks are incomplete. Null if only a save failed. */
  get unreadableBecause(): string | null {
    const problem = this.#list.value?.problem ?? null;
    return problem?.code === 'notes.unusable' ? words(problem) : this.#list.failure;
  }

  /** Most used first. */
  get tags(): readonly string[] {
    return (this.#tags.value?.tags ?? []).map(({ name }) => name);
  }

  get setups(): readonly string[] {
    return (this.#tags.value?.setups ?? []).map(({ name }) => name);
  }

  get(systemId: string, subject: NoteSubject): Promise<CommandOutcome<'notes.get'>> {
    return this.#bridge.call('notes.get', { systemId, subject });
  }

  /**
   * The complete note of a trade, or null. Rejects with the reason if the note cannot be read.
   */
  async ofTrade({
    systemId,
    tradeId,
  }: {
    readonly systemId: string;
    readonly tradeId: string;
  }): Promise<NoteContent | null> {
    if (this.unreadableBecause !== null) throw new Error(this.unreadableBecause);
    if (this.#list.value === null) throw new Error('The notes are not read yet.');
    // The marks are those of the chosen strategy.
    if (systemId === this.#strategy.systemId && !this.marks.has(tradeId)) return null;
    const outcome = await this.get(systemId, { kind: 'trade', tradeId });
    if (!outcome.ok) throw new Error(words(outcome.failure.message));
    return outcome.value.note?.content ?? null;
  }

  save(
    systemId: string,
    subject: NoteSubject,
    version: number,
    content: NoteContent,
  ): Promise<CommandOutcome<'notes.save'>> {
    return this.#bridge.call('notes.save', { systemId, subject, version, content });
  }

  /** Stores a picture in parts. A picture that no saved note contains is deleted after a month. */
  async attach(
    imageId: string,
    name: string,
    picture: Blob,
  ): Promise<CommandOutcome<'notes.attach'> | { ok: true; value: NoteImage }> {
    for (let part = 0; ; part++) {
      const slice = picture.slice(part * picturePartBytes, (part + 1) * picturePartBytes);
      const last = (part + 1) * picturePartBytes >= picture.size;
      const data = base64Of(new Uint8Array(await slice.arrayBuffer()));
      if (data === '') return failed('not-an-image', 'This picture is empty.');
      const outcome = await this.#bridge.call('notes.attach', { imageId, part, last, data });
      if (!outcome.ok) return outcome;
      const { image } = outcome.value;
      if (image !== null) return { ok: true, value: { imageId, name: name.slice(0, 120), ...image } };
    }
  }

  /** The picture as a data URL, or the reason why it cannot be read. */
  async readPicture(imageId: string): Promise<{ readonly src: string } | { readonly failure: string }> {
    let data = '';
    for (let part = 0; ; part++) {
      const outcome = await this.#bridge.call('notes.image', { imageId, part });
      if (!outcome.ok) return { failure: words(outcome.failure.message) };
      data += outcome.value.data;
      if (part + 1 >= outcome.value.parts) return { src: `data:${outcome.value.type};base64,${data}` };
    }
  }

  dispose(): void {
    this.#release();
    this.#list.dispose();
    this.#tags.dispose();
  }
}
