import type { Bridge } from '#contract/bridge.ts';
import type { CommandInput } from '#contract/commands.ts';
import { limits } from '#contract/limits.ts';
import type { BundleFacts, BundleState } from '#contract/model/bundle.ts';
import { base64Of } from '#renderer/format/base64-of.ts';
import { bytesText } from '#renderer/format/bytes-text.ts';
import { words } from '#renderer/messages/words.ts';

/** How far the work is, `done` of `steps`. */
export type BundleProgress = { readonly text: string; readonly done: number; readonly steps: number };

export type MadeBundle = { readonly content: Blob; readonly facts: BundleFacts };

type Refused = { readonly failure: string };

/** A review bundle: the one that is shown instead of the own desk, and the way of one out of the program and into it. */
export class BundleStore {
  readonly #bridge: Bridge;
  readonly #uuid: () => string;
  #state = $state.raw<BundleState>({ work: null, open: null });
  /** Parts between page and program, which main does not count. */
  #moving = $state.raw<BundleProgress | null>(null);
  #asking = $state.raw<'make' | 'open' | null>(null);
  #stopped = false;
  /** Called when the own desk is shown again. */
  #back: () => void = () => undefined;
  readonly #release: () => void;
  /** Null while the own desk is shown. */
  readonly open = $derived(this.#state.open);
  readonly progress: BundleProgress | null = $derived(this.#moving ?? this.#state.work);

  constructor(bridge: Bridge, uuid: () => string) {
    this.#bridge = bridge;
    this.#uuid = uuid;
    this.#release = bridge.on('bundle.changed', {}, (state) => {
      this.#state = state;
      if (state.open === null) this.#back();
    });
  }

  /** The dialog that is open. */
  get asking(): 'make' | 'open' | null {
    return this.#asking;
  }

  ask(what: 'make' | 'open' | null): void {
    this.#asking = what;
  }

  /** Makes a bundle and takes it out of the program. */
  async make(choice: CommandInput<'bundle.make'>): Promise<MadeBundle | Refused> {
    this.#stopped = false;
    const made = await this.#bridge.call('bundle.make', choice);
    if (!made.ok) return { failure: words(made.failure.message) };
    const { bundleId, parts, bytes, facts } = made.value;
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    try {
      for (let part = 0; part < parts; part += 1) {
        this.#moving = { text: `Taking over ${bytesText(bytes)}`, done: part, steps: parts };
        const piece = await this.#bridge.call('bundle.part', { bundleId, part });
        if (!piece.ok) return { failure: words(piece.failure.message) };
        if (this.#isStopped()) return { failure: 'The bundle was not made.' };
        pieces.push(bytesOf(piece.value.data));
      }
      return { content: new Blob(pieces, { type: 'application/octet-stream' }), facts };
    } finally {
      this.#moving = null;
      await this.#bridge.call('bundle.discard', { bundleId });
    }
  }

  /** Hands a file to the program, which verifies and shows it. Null when it is shown; else why not, and nothing has changed. */
  async show(file: File): Promise<string | null> {
    if (file.size > limits.bundleBytes) {
      return `The file has ${bytesText(file.size)}, more than any review bundle. Nothing was opened.`;
    }
    this.#stopped = false;
    const bundleId = this.#uuid();
    const failure = await this.#sent(file, bundleId).finally(() => (this.#moving = null));
    if (failure === null) {
      const opened = await this.#bridge.call('bundle.open', { bundleId });
      return opened.ok ? null : words(opened.failure.message);
    }
    await this.#bridge.call('bundle.discard', { bundleId });
    return failure;
  }

  /** Ends what is under way. */
  async cancel(): Promise<void> {
    this.#stopped = true;
    await this.#bridge.call('bundle.cancel', {});
  }

  /** Resolves when the own desk is shown again, also to this window; at once where no bundle is. */
  async close(): Promise<void> {
    if (this.open === null) return;
    const back = new Promise<void>((resolve) => (this.#back = resolve));
    const closed = await this.#bridge.call('bundle.close', {});
    if (closed.ok && this.#isOpen()) await back;
  }

  dispose(): void {
    this.#release();
  }

  /** Asked after a pause, in which it may have changed. */
  #isStopped(): boolean {
    return this.#stopped;
  }

  #isOpen(): boolean {
    return this.#state.open !== null;
  }

  async #sent(file: File, bundleId: string): Promise<string | null> {
    const parts = Math.max(1, Math.ceil(file.size / limits.bundlePart));
    for (let part = 0; part < parts; part += 1) {
      this.#moving = { text: `Reading ${bytesText(file.size)}`, done: part, steps: parts };
      const bytes = await bytesAt(file, part);
      if (bytes === null) return 'The file cannot be read any more. Nothing was opened; choose it again.';
      const taken = await this.#bridge.call('bundle.receive', { bundleId, part, data: base64Of(bytes) });
      if (!taken.ok) return words(taken.failure.message);
      if (this.#isStopped()) return 'The bundle was not opened.';
    }
    return null;
  }
}

/** Null where the file was removed or changed since it was chosen. */
async function bytesAt(file: File, part: number): Promise<Uint8Array | null> {
  try {
    const piece = file.slice(part * limits.bundlePart, (part + 1) * limits.bundlePart);
    return new Uint8Array(await piece.arrayBuffer());
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
