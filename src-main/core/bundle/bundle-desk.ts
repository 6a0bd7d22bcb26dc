import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandInput, CommandOutcome } from '#contract/commands.ts';
import type { Message } from '#contract/message.ts';
import type { BundleFacts, BundleState, BundleWork } from '#contract/model/bundle.ts';
import type { Mode } from '#contract/model/status.ts';
import { done, failed } from '#contract/outcome.ts';
import { ThreadLink } from '#core/thread-link.ts';
import type { Ports } from '#core/ports.ts';
import { BundleFiles, partCountOf } from './bundle-files.ts';
import { bundleProblemOf } from './bundle-problem.ts';
import type { BundleAnswer, BundleQuestion, BundleSources, BundleStep, BundleStepAnswer } from './bundle-step.ts';
import { readStops, type BundledStops } from './bundled-stops.ts';

/** The source of a bundle: the trader's own session. */
export type BundledSession = {
  readonly mode: Mode;
  readonly connection: string;
  readonly sources: BundleSources;
  name(systemId: string): string | null;
  stops(systemId: string): BundledStops[string];
};

/** A verified bundle, unpacked into a folder. */
export type OpenedBundle = { readonly folder: string; readonly facts: BundleFacts; readonly stops: BundledStops };

export type BundleDeskParts = {
  readonly ports: Pick<Ports, 'dataDir' | 'clock' | 'log' | 'random' | 'ingestWorker' | 'app'>;
  readonly ownSession: () => BundledSession;
  /**
   * Shows a bundle in place of the trader's own session. Null shows the own session again. Resolves
   * when the previous session is closed.
   */
  readonly show: (bundle: OpenedBundle | null) => Promise<void>;
  readonly changed: () => void;
};

type Failure = Extract<BundleStepAnswer, { ok: false }>;

type ThreadAnswer = BundleAnswer | { readonly kind: 'bug'; readonly text: string };

/**
 * Makes and opens review bundles. All slow work is done in steps on a temporary thread, so that
 * neither an order nor a frame waits. Canceling ends the thread.
 */
export class BundleDesk {
  readonly #parts: BundleDeskParts;
  readonly #files: BundleFiles;
  readonly #thread: ThreadLink<BundleQuestion, ThreadAnswer>;
  #work: BundleWork | null = null;
  #wasCanceled = false;
  #open: OpenedBundle | null = null;

  constructor(parts: BundleDeskParts) {
    this.#parts = parts;
    this.#files = new BundleFiles(parts.ports.dataDir);
    this.#clear();
    this.#thread = new ThreadLink<BundleQuestion, ThreadAnswer>({
      entry: parts.ports.ingestWorker,
      lostAnswer: () => ({ kind: 'bundled', answer: stopped }),
      failed: () => parts.ports.log.error('bundle.thread-failed'),
    });
  }

  state(): BundleState {
    return { work: this.#work, open: this.#open?.facts ?? null };
  }

  async make(input: CommandInput<'bundle.make'>): Promise<CommandOutcome<'bundle.make'>> {
    const own = this.#parts.ownSession();
    const unknown = input.systemIds.find((systemId) => own.name(systemId) === null);
    if (unknown !== undefined)
      return failed('unknown-strategy', { code: 'bundle.unknown-strategy', systemId: unknown });
    const bundleId = this.#parts.ports.random.uuid();
    this.#files.register(bundleId);
    const answer = await this.#run('making', (folder) => this.#make(input, own, folder, bundleId));
    if (typeof answer === 'string' || !answer.ok) await this.#files.discard(bundleId);
    if (answer === 'busy') return failed('busy', busy);
    if (answer === 'cancelled') return failed('cancelled', { code: 'bundle.not-made' });
    if (!answer.ok) return failed(answer.code, answer.message);
    const { bytes, facts } = answer;
    if (facts === null) throw new Error('a packed bundle says what is in it');
    return done({ bundleId, bytes, parts: partCountOf(bytes), facts });
  }

  /** Cancels the work in progress, before its next step at the latest. Removes unfinished files. */
  async cancel(): Promise<void> {
    if (this.#work === null) return;
    this.#wasCanceled = true;
    await this.#thread.stop();
  }

  async part({ bundleId, part }: CommandInput<'bundle.part'>): Promise<CommandOutcome<'bundle.part'>> {
    const file = this.#files.find(bundleId);
    if (file === undefined) return failed('unknown-bundle', { code: 'bundle.deleted' });
    return done({ data: Buffer.from(await this.#files.part(file, part)).toString('base64') });
  }

  async discard(bundleId: string): Promise<void> {
    await this.#files.discard(bundleId);
  }

  async receive({ bundleId, part, data }: CommandInput<'bundle.receive'>): Promise<CommandOutcome<'bundle.receive'>> {
    if (this.#work !== null) return failed('busy', busy);
    try {
      const received = await this.#files.receive(bundleId, part, Buffer.from(data, 'base64'));
      if (received === 'accepted') return done({});
      if (received === 'too-large') return failed('too-large', { code: 'bundle.file-too-large' });
      return failed('out-of-order', { code: 'bundle.part-missing' });
    } catch (error) {
      const problem = bundleProblemOf(error);
      if (problem === null) throw error;
      return failed(problem.code === 'disk-full' ? 'disk-full' : 'not-written', problem.reason);
    }
  }

  async open({ bundleId }: CommandInput<'bundle.open'>): Promise<CommandOutcome<'bundle.open'>> {
    const file = this.#files.find(bundleId);
    if (file === undefined) return failed('unknown-bundle', { code: 'bundle.not-received' });
    if (this.#open !== null) return failed('busy', { code: 'bundle.another-open' });
    const opened = await this.#run('checking', (folder) => this.#unpack(file, folder));
    await this.#files.discard(bundleId);
    if (opened === 'busy') return failed('busy', busy);
    if (opened === 'cancelled') return failed('cancelled', { code: 'bundle.not-opened' });
    if (!opened.ok) {
      this.#parts.ports.log.warn('bundle.refused', { code: opened.code });
      return failed(opened.code, opened.message);
    }
    return done(opened.facts);
  }

  async closeBundle(): Promise<void> {
    const open = this.#open;
    if (open === null) return;
    this.#open = null;
    await this.#parts.show(null);
    await this.#removeFolder(open.folder);
    this.#parts.changed();
  }

  /** Called after the sessions are closed: the files of an open bundle are in use until then. */
  async close(): Promise<void> {
    await this.cancel();
    await this.#thread.stop();
    this.#clear();
  }

  #clear(): void {
    try {
      this.#files.clear();
    } catch (error) {
      this.#logNotRemoved(error);
    }
  }

  /** Files that cannot be removed do no harm. Removal is retried at the next start. */
  #logNotRemoved(error: unknown): void {
    if (bundleProblemOf(error) === null) throw error;
    this.#parts.ports.log.warn('bundle.not-removed');
  }

  async #make(
    { systemIds, notes, pictures, history }: CommandInput<'bundle.make'>,
    own: BundledSession,
    folder: string,
    bundleId: string,
  ): Promise<BundleStepAnswer> {
    const { clock, app } = this.#parts.ports;
    const madeAt = Math.floor(clock.now() / 1000);
    const sources = {
      cache: own.sources.cache,
      history: history ? own.sources.history : null,
      notes: notes ? own.sources.notes : null,
    };
    const steps = systemIds.length + 1;
    for (const [index, systemId] of systemIds.entries()) {
      this.#setWork({ kind: 'making', name: own.name(systemId) ?? systemId, done: index, steps });
      const added = await this.#request({ kind: 'add', folder, systemId, sources, pictures });
      if (!added.ok) return added;
    }
    this.#setWork({ kind: 'making', name: null, done: steps - 1, steps });
    const about = { program: app.version, madeAt, mode: own.mode, connection: own.connection };
    const stops = Object.fromEntries(systemIds.map((systemId) => [systemId, own.stops(systemId)]));
    return await this.#request({ kind: 'pack', folder, target: this.#files.pathOf(bundleId), about, stops });
  }

  async #unpack(file: string, folder: string): Promise<Failure | { readonly ok: true; readonly facts: BundleFacts }> {
    this.#setWork({ kind: 'checking', name: null, done: 0, steps: 1 });
    const unpacked = await this.#request({ kind: 'unpack', file, folder });
    if (!unpacked.ok) return unpacked;
    const { facts } = unpacked;
    const stops = readStops(await readFile(join(folder, 'stops.json'), 'utf8'));
    if (facts === null || stops === null) throw new Error('an unpacked bundle says what is in it');
    const opened = { folder, facts, stops };
    await this.#parts.show(opened);
    this.#open = opened;
    return { ok: true, facts };
  }

  /** Runs one job at a time, in a folder that is retained only when a bundle was opened from it. */
  async #run<Answer extends { readonly ok: boolean }>(
    kind: BundleWork['kind'],
    work: (folder: string) => Promise<Answer>,
  ): Promise<Answer | Failure | 'busy' | 'cancelled'> {
    if (this.#work !== null) return 'busy';
    this.#wasCanceled = false;
    this.#setWork({ kind, name: null, done: 0, steps: 1 });
    let folder: string | null = null;
    try {
      folder = await this.#files.folder();
      const answer = await work(folder);
      return answer.ok || !this.#isCanceled() ? answer : 'cancelled';
    } catch (error) {
      const problem = bundleProblemOf(error);
      if (problem === null) throw error;
      return { ok: false, code: problem.code, message: problem.reason };
    } finally {
      await this.#thread.stop();
      try {
        if (folder !== null && this.#open?.folder !== folder) await this.#removeFolder(folder);
      } finally {
        this.#setWork(null);
      }
    }
  }

  async #removeFolder(folder: string): Promise<void> {
    try {
      await this.#files.remove(folder);
    } catch (error) {
      this.#logNotRemoved(error);
    }
  }

  async #request(step: BundleStep): Promise<BundleStepAnswer> {
    if (this.#isCanceled()) return stopped;
    const answer = await this.#thread.ask({ kind: 'bundle', step });
    if (answer.kind === 'bundled') return answer.answer;
    throw new Error(`the bundle thread met a bug: ${answer.text}`);
  }

  /** A method, so that the flag is not narrowed: it may change during an await. */
  #isCanceled(): boolean {
    return this.#wasCanceled;
  }

  #setWork(work: BundleWork | null): void {
    this.#work = work;
    this.#parts.changed();
  }
}

const busy: Message = { code: 'bundle.busy' };

const stopped: Failure = {
  ok: false,
  code: 'not-written',
  message: { code: 'bundle.thread-stopped' },
};
