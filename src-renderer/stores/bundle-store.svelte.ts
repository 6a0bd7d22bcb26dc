import type { Bridge } from '#contract/bridge.ts';
import type { CommandInput } from '#contract/commands.ts';
import { limits } from '#contract/limits.ts';
import type { BundleFacts, BundleState, BundleWork } from '#contract/model/bundle.ts';
import { base64Of } from '#renderer/format/base64-of.ts';
import { bytesText } from '#renderer/format/bytes-text.ts';
import { words } from '#renderer/messages/words.ts';

/** Progress of the work: `done` of `steps`. */
export type BundleProgress = { readonly text: string; readonly done: number; readonly steps: number };

function progressOf(work: BundleWork | null): BundleProgress | null {
  if (work === null) return null;
  const { kind, name, done, steps } = work;
  if (kind === 'checking') return { text: 'Verifying', done, steps };
  return { text: name ?? (done === 0 ? 'Starting' : 'Checking and packing'), done, steps };
}

export type MadeBundle = { readonly content: Blob; readonly facts: BundleFacts };

type BundleFailure = { readonly failure: string };

/** Makes and opens review bundles. An open bundle is shown instead of the trader's own desk. */
export class BundleStore {
  readonly #bridge: Bridge;
  readonly #uuid: () => string;
  #state = $state.raw<BundleState>({ work: null, open: null });
  /** Progress of the transfer between page and program. Core does not report it. */
  #transfer = $state.raw<BundleProgress | null>(null);
  #dialog = $state.raw<'make' | 'open' | null>(null);
  #canceled = false;
  /** Called when the trader's own desk is shown again. */
  #onClosed: () => void = () => undefined;
  readonly #release: () => void;
  /** The facts of the open bundle. Null while the trader's own desk is shown. */
  readonly openBundle = $derived(this.#state.open);
  readonly progress: BundleProgress | null = $derived(this.#transfer ?? progressOf(this.#state.work));

  constructor(bridge: Bridge, uuid: () => string) {
    this.#bridge = bridge;
    this.#uuid = uuid;
    this.#release = bridge.on('bundle.changed', {}, (state) => {
      this.#state = state;
      if (state.open === null) this.#onClosed();
    });
  }

  /** The dialog that is open, or null. */
  get dialog(): 'make' | 'open' | null {
    return this.#dialog;
  }

  /** Opens a dialog; null closes it. */
  setDialog(dialog: 'make' | 'open' | null): void {
    this.#dialog = dialog;
  }

  /** Makes a bundle and transfers it to the page. */
  async make(choice: CommandInput<'bundle.make'>): Promise<MadeBundle | BundleFailure> {
    this.#canceled = false;
    const made = await this.#bridge.call('bundle.make', choice);
    if (!made.ok) return { failure: words(made.failure.message) };
    const { bundleId, parts, bytes, facts } = made.value;
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    try {
      for (let part = 0; part < parts; part += 1) {
        this.#transfer = { text: `Transferring ${bytesText(bytes)}`, done: part, steps: parts };
        const piece = await this.#bridge.call('bundle.part', { bundleId, part });
        if (!piece.ok) return { failure: words(piece.failure.message) };
        if (this.#isCanceled()) return { failure: 'The bundle was not made.' };
        pieces.push(bytesOf(piece.value.data));
      }
      return { content: new Blob(pieces, { type: 'application/octet-stream' }), facts };
    } finally {
      this.#transfer = null;
      await this.#bridge.call('bundle.discard', { bundleId });
    }
  }

  /**
   * Passes a file to the program, which verifies and shows it. Returns null, or the reason why
   * nothing changed.
   */
  async show(file: File): Promise<string | null> {
    if (file.size > limits.bundleBytes) {
      return `The file has ${bytesText(file.size)}, more than any review bundle. Nothing was opened.`;
    }
    this.#canceled = false;
    const bundleId = this.#uuid();
    const failure = await this.#transferFile(file, bundleId).finally(() => (this.#transfer = null));
    if (failure === null) {
      const opened = await this.#bridge.call('bundle.open', { bundleId });
      return opened.ok ? null : words(opened.failure.message);
    }
    await this.#bridge.call('bundle.discard', { bundleId });
    return failure;
  }

  /** Cancels the work in progress. */
  async cancel(): Promise<void> {
    this.#canceled = true;
    await this.#bridge.call('bundle.cancel', {});
  }

  /** Resolves when this window shows the trader's own desk, or at once if no bundle is open. */
  async close(): Promise<void> {
    if (this.openBundle === null) return;
    const closeEvent = new Promise<void>((resolve) => (this.#onClosed = resolve));
    const closed = await this.#bridge.call('bundle.close', {});
    if (closed.ok && this.#isOpen()) await closeEvent;
  }

  dispose(): void {
    this.#release();
  }

  /** A method, because TypeScript does not see that the field can change during an `await`. */
  #isCanceled(): boolean {
    return this.#canceled;
  }

  #isOpen(): boolean {
    return this.#state.open !== null;
  }

  async #transferFile(file: File, bundleId: string): Promise<string | null> {
    const parts = Math.max(1, Math.ceil(file.size / limits.bundlePart));
    for (let part = 0; part < parts; part += 1) {
      this.#transfer = { text: `Reading ${bytesText(file.size)}`, done: part, steps: parts };
      const bytes = await bytesAt(file, part);
      if (bytes === null) return 'The file can no longer be read. Nothing was opened. Choose it again.';
      const received = await this.#bridge.call('bundle.receive', { bundleId, part, data: base64Of(bytes) });
      if (!received.ok) return words(received.failure.message);
      if (this.#isCanceled()) return 'The bundle was not opened.';
    }
    return null;
  }
}

/** Resolves null if the file was removed or changed after it was chosen. */
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
