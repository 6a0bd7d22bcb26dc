import { fork, type ChildProcess } from 'node:child_process';
import type { ArmedPoint, CoreOutcome, CoreStart, FromCore, ToCore } from './core-messages.ts';
import type { KillReason } from './note-of-end.ts';

/** The core process has ended: killed, or by itself. */
export class CoreDied extends Error {}

export type CoreExit = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderr: string;
};

export type CoreListener = (message: Exclude<FromCore, { is: 'loaded' | 'result' }>) => void;

/** The parent's side of one core process. When the process ends, all waits fail with `CoreDied`. */
export class CoreLink {
  readonly exited: Promise<CoreExit>;
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, { resolve: (outcome: CoreOutcome) => void; reject: (why: Error) => void }>();
  #listener: CoreListener = () => undefined;
  #lastId = 0;
  #stderr = '';
  #dead = false;
  #point: ArmedPoint | null = null;
  #killReason: KillReason | null = null;
  #isOrderEntryOpen = false;
  #alarms: readonly string[] = [];
  #started = false;
  #wake: (() => void)[] = [];

  constructor(programFile: string, env: NodeJS.ProcessEnv) {
    this.#child = fork(programFile, [], { env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'], execArgv: [] });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.#stderr += text));
    this.#child.on('message', (message) => this.#take(message as FromCore));
    // An error means that a message was not delivered, because the process was already killed.
    this.#child.on('error', () => undefined);
    this.exited = new Promise((resolve) => {
      this.#child.once('close', (code, signal) => {
        this.#die();
        resolve({ code, signal, stderr: this.#stderr });
      });
    });
  }

  /** Why this run killed the process; null if it did not. */
  get killReason(): KillReason | null {
    return this.#killReason;
  }

  get point(): ArmedPoint | null {
    return this.#point;
  }

  get isOrderEntryOpen(): boolean {
    return this.#isOrderEntryOpen;
  }

  /** Intent ids of the acts for which a notice with the level `danger` is shown. */
  get alarms(): readonly string[] {
    return this.#alarms;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  async start(options: CoreStart, listener: CoreListener): Promise<void> {
    this.#listener = listener;
    this.#point = options.failPoint;
    this.#send({ do: 'start', options });
    await this.until(() => this.#started);
  }

  call(name: string, input: unknown): Promise<CoreOutcome> {
    if (this.#dead) return Promise.reject(new CoreDied());
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ do: 'call', id, name, input });
    });
  }

  tell(message: Extract<ToCore, { do: 'time' | 'wall' | 'room' | 'measure' | 'close' }>): void {
    this.#send(message);
  }

  /**
   * Checks the condition after every message. Resolves with true when it is met, or with false
   * after `limitMs` machine milliseconds.
   */
  async until(isMet: () => boolean, limitMs = 60_000): Promise<boolean> {
    let late = false;
    const limit = setTimeout(() => {
      late = true;
      this.#wakeAll();
    }, limitMs);
    try {
      while (!isMet() && !late) {
        if (this.#dead) throw new CoreDied();
        await new Promise<void>((resolve) => this.#wake.push(resolve));
      }
      return isMet();
    } finally {
      clearTimeout(limit);
    }
  }

  /** Kills the process without a warning. Only the first reason counts. */
  kill(reason: KillReason): void {
    if (this.#dead || this.#killReason !== null) return;
    this.#killReason = reason;
    this.#child.kill('SIGKILL');
  }

  /** Suspends the process, as when the lid of a laptop is closed and opened. */
  async sleep(machineMs: number): Promise<void> {
    this.#child.kill('SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, machineMs));
    this.#child.kill('SIGCONT');
  }

  #send(message: ToCore): void {
    if (!this.#dead && this.#child.connected) this.#child.send(message, () => undefined);
  }

  #take(message: FromCore): void {
    if (message.is === 'result') {
      this.#waiting.get(message.id)?.resolve(message.outcome);
      this.#waiting.delete(message.id);
    } else if (message.is !== 'loaded') {
      if (message.is === 'started') this.#started = true;
      if (message.is === 'status') ({ isOrderEntryOpen: this.#isOrderEntryOpen, alarms: this.#alarms } = message);
      this.#listener(message);
    }
    this.#wakeAll();
  }

  #die(): void {
    this.#dead = true;
    for (const { reject } of this.#waiting.values()) reject(new CoreDied());
    this.#waiting.clear();
    this.#wakeAll();
  }

  #wakeAll(): void {
    const waking = this.#wake;
    this.#wake = [];
    for (const wake of waking) wake();
  }
}
