import type { Text } from '#contract/message.ts';
import type { ChangeRun, ChangeRunRow } from '#contract/model/change-set.ts';
import type { ActDesk } from '#core/acts/act-desk.ts';
import type { ActRow } from '#core/acts/act-row.ts';
import type { Clock, Log, Random } from '#core/ports.ts';
import { fullName } from '#rules/changes/facts.ts';
import { beforeOf, changedSince, isMet, observe, type Value } from '#rules/changes/observe.ts';
import type { PlanFacts } from '#rules/changes/plan-changes.ts';
import type { StoredRow, StoredRun } from './change-file.ts';
import type { ChangeFactsReader } from './change-facts.ts';
import { rowState, shownRun } from './run-rows.ts';
import { sendChange, type ReadStrategiesBefore } from './send-change.ts';
import { TypedPasswords, type Passwords } from './typed-passwords.ts';

export type ChangeRunnerDeps = {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly acts: Pick<ActDesk, 'acts' | 'actsOfRun' | 'send'>;
  readonly reader: Pick<ChangeFactsReader, 'read'>;
  readonly readStrategiesBefore: ReadStrategiesBefore;
  /** Why the platform refuses the key; null while it does not. */
  readonly keyRefusal: () => Text | null;
  /** Null if there was no run. */
  readonly load: () => StoredRun | null;
  /**
   * False if the run could not be stored. A new run is stored with `remove`: its rows are the
   * staged changes, which are removed in the same write. With two writes, a failed second write or
   * a crash between the writes would leave staged changes that could be applied once more.
   */
  readonly store: (run: StoredRun, stagedChanges: 'remove' | 'keep') => boolean;
  readonly changed: () => void;
};

/** A row is compared with a reading of at most this age. */
const freshMs = 60_000;
/** The limit of that age after a refusal, so that a withdrawn right is noticed soon. */
const afterRefusalMs = 10_000;

const notStored = { code: 'change.not-stored' } as const;

/** What the user asked of the run. It takes effect after the row that is under way. */
type HaltRequest = 'pause' | 'stop' | null;
/** What follows a row: the next row, with a reading of at most `maxAgeMs`, or a pause. */
type NextStep = { readonly maxAgeMs: number } | { readonly pause: Text };

/**
 * Sends the rows of a run one at a time. Each has an intent that is stored before anything is sent,
 * so that no row is sent twice, even after a crash. The run pauses if the outcome of a row is
 * unknown. At the end of the run every row is compared with one reading.
 */
export class ChangeRunner {
  readonly #deps: ChangeRunnerDeps;
  readonly #passwords = new TypedPasswords();
  #run: StoredRun | null;
  #haltRequest: HaltRequest = null;
  #work: Promise<void> | null = null;
  #closed = false;

  constructor(deps: ChangeRunnerDeps) {
    this.#deps = deps;
    const run = deps.load();
    // A run that was interrupted by the end of the program continues only when the user resumes it.
    this.#run = run?.state === 'running' ? { ...run, state: 'paused', reason: { code: 'change.restarted' } } : run;
  }

  shown(): ChangeRun | null {
    return this.#run && shownRun({ ...this.#run, ending: this.#haltRequest !== null }, this.#acts(this.#run));
  }

  isBusy(): boolean {
    return this.#run !== null && this.#run.state !== 'ended';
  }

  /** Null if the run was started; otherwise nothing was stored or sent. */
  start(run: StoredRun, passwords: Passwords): 'busy' | 'not-stored' | null {
    if (this.isBusy()) return 'busy';
    if (!this.#deps.store(run, 'remove')) return 'not-stored';
    this.#run = run;
    this.#passwords.hold(passwords);
    this.#begin(freshMs);
    return null;
  }

  pause(request: 'pause' | 'stop'): 'not-running' | null {
    if (this.#run === null || this.#run.state === 'ended') return 'not-running';
    if (this.#work === null && request === 'pause') return 'not-running';
    this.#haltRequest = request;
    if (this.#work === null) this.#begin(0);
    this.#deps.changed();
    return null;
  }

  resume(passwords: Passwords): 'not-paused' | 'busy' | 'not-stored' | null {
    const run = this.#run;
    if (run?.state !== 'paused' || this.#work !== null) return 'not-paused';
    const acts = this.#acts(run);
    if (run.rows.some((row) => ['unknown', 'sending'].includes(rowState(row, acts)))) return 'busy';
    // A row that was not sent is sent under a new intent, because an intent is used only once.
    const rows = run.rows.map((row) => {
      const mustResend = acts.get(row.intentId)?.state === 'NOT_SENT' && row.state === 'waiting';
      return mustResend ? { ...row, intentId: this.#deps.random.uuid() } : row;
    });
    if (!this.#save({ ...run, rows, state: 'running', reason: null })) return 'not-stored';
    this.#passwords.hold(passwords);
    this.#begin(0);
    return null;
  }

  /** Resolves when nothing is under way. */
  async whenIdle(): Promise<void> {
    while (this.#work !== null) await this.#work;
  }

  close(): void {
    this.#closed = true;
    this.#passwords.forget();
  }

  #acts({ runId }: StoredRun): ReadonlyMap<string, ActRow> {
    return this.#deps.acts.actsOfRun(runId);
  }

  #begin(maxAgeMs: number): void {
    this.#work = this.#sendAll(maxAgeMs).finally(() => {
      this.#work = null;
      this.#haltRequest = null;
      this.#passwords.forget();
      if (!this.#closed) this.#deps.changed();
    });
    this.#deps.changed();
  }

  async #sendAll(firstAgeMs: number): Promise<void> {
    let maxAgeMs = firstAgeMs;
    for (;;) {
      const run = this.#run;
      if (run === null || this.#closed) return;
      if (this.#haltRequest === 'pause') return this.#pause({ code: 'change.paused' });
      if (this.#haltRequest === 'stop') return await this.#stop(run);
      const acts = this.#acts(run);
      const row = run.rows.find((one) => rowState(one, acts) === 'waiting');
      if (row === undefined) return await this.#verify(run);
      // A deletion cannot be undone, so the person is read again: someone may have changed the
      // person.
      const next = await this.#sendOne(run, row, row.change.op === 'user.delete' ? 0 : maxAgeMs);
      if ('pause' in next) return this.#pause(next.pause);
      maxAgeMs = next.maxAgeMs;
    }
  }

  async #sendOne(run: StoredRun, row: StoredRow, maxAgeMs: number): Promise<NextStep> {
    const { acts, keyRefusal, reader, readStrategiesBefore } = this.#deps;
    const { change, intentId, name } = row;
    const reading = await reader.read([change], maxAgeMs);
    if (!reading.ok) return { pause: { code: 'change.not-read', reason: reading.text } };
    if (this.#closed || this.#haltRequest !== null) return { maxAgeMs };
    const { rowEnd, values } = judge(row, reading.facts);
    if (rowEnd !== null) return this.#endRow(run, row, rowEnd) ? { maxAgeMs: freshMs } : { pause: notStored };
    const isPassword = change.op === 'person.password';
    const password = isPassword ? this.#passwords.take(change.id) : null;
    if (isPassword && password === null) return { pause: { code: 'change.password-again' } };
    const { digest, runId } = run;
    const toSend = { change, intentId, name, password, values, facts: reading.facts, run: { runId, digest } };
    const outcome = await sendChange(acts, toSend, readStrategiesBefore);
    this.#deps.changed();
    if (!outcome.ok && outcome.failure.code !== 'refused') return { pause: outcome.failure.message };
    if (outcome.ok && outcome.value.state === 'UNKNOWN') return { pause: { code: 'change.row-unknown' } };
    const refusal = keyRefusal();
    if (refusal !== null) return { pause: refusal };
    return { maxAgeMs: outcome.ok ? freshMs : afterRefusalMs };
  }

  /** False if the run could not be stored. */
  #endRow(run: StoredRun, row: StoredRow, rowEnd: RowEnd): boolean {
    const at = this.#seconds();
    const rows = run.rows.map((one) => (one === row ? { ...one, ...rowEnd, at } : one));
    return this.#save({ ...run, rows });
  }

  async #stop(run: StoredRun): Promise<void> {
    const acts = this.#acts(run);
    const at = this.#seconds();
    const rows = run.rows.map((row) =>
      rowState(row, acts) === 'waiting' ? { ...row, state: 'skipped' as const, at } : row,
    );
    this.#haltRequest = null;
    if (!this.#save({ ...run, rows })) return this.#pause(notStored);
    await this.#verify({ ...run, rows });
  }

  /** Compares every row with a reading that begins now. */
  async #verify(run: StoredRun): Promise<void> {
    const acts = this.#acts(run);
    if (run.rows.some((row) => ['unknown', 'sending'].includes(rowState(row, acts))))
      return this.#pause({ code: 'change.row-unknown' });
    const reading = await this.#deps.reader.read(
      run.rows.map(({ change }) => change),
      0,
    );
    if (this.#closed) return;
    if (!reading.ok) return this.#pause({ code: 'change.not-verified', reason: reading.text });
    const rows = run.rows.map((row) => ({ ...row, asPlanned: isAsPlanned(row, rowState(row, acts), reading.facts) }));
    const isResidue = (row: StoredRow): boolean =>
      row.asPlanned === false || (row.asPlanned === null && rowState(row, acts) !== 'done');
    const residue = rows.filter(isResidue).length;
    const verified = { at: this.#seconds(), asPlanned: rows.length - residue, of: rows.length };
    const ended: StoredRun = { ...run, rows, state: 'ended', reason: null, verified };
    if (!this.#save(ended)) this.#pause(notStored);
  }

  #pause(reason: Text): void {
    const run = this.#run;
    if (run === null || this.#closed) return;
    const paused: StoredRun = { ...run, state: 'paused', reason };
    // If this cannot be stored, the run is paused in memory. After a restart it is paused anyway.
    if (!this.#save(paused)) this.#run = paused;
    this.#deps.log.info('changes.paused', { reason: typeof reason === 'string' ? reason : reason.code });
  }

  #save(run: StoredRun): boolean {
    if (!this.#deps.store(run, 'keep')) return false;
    this.#run = run;
    this.#deps.changed();
    return true;
  }

  #seconds(): number {
    return Math.floor(this.#deps.clock.now() / 1000);
  }
}

/** How a row that is not sent ends. */
type RowEnd = Partial<Pick<StoredRow, 'state' | 'errors' | 'found'>>;
type Judgment =
  { readonly rowEnd: RowEnd; readonly values: null } | { readonly rowEnd: null; readonly values: readonly Value[] };

/** Compares a row with the facts. Returns the values to send, or how the row ends unsent. */
function judge({ change, name, planned }: StoredRow, facts: PlanFacts): Judgment {
  const observed = observe(change, facts);
  if ('code' in observed) return { rowEnd: { state: 'changed-since', errors: [observed] }, values: null };
  const values = observed.filter(({ field }) => field in planned);
  if (isShown(values)) return { rowEnd: { state: 'no-op' }, values: null };
  const found = changedSince(values, planned).map(({ field, current }) => ({ field, now: current }));
  const person = facts.people.get(change.personId);
  // The typed name confirmed the deletion, so a person whose name has changed since is not deleted.
  if (change.op === 'user.delete' && person !== undefined && fullName(person) !== name)
    found.push({ field: 'name', now: fullName(person) });
  if (found.length === 0) return { rowEnd: null, values };
  return { rowEnd: { state: 'changed-since', found }, values: null };
}

/**
 * Whether the platform already shows every wanted value, so that nothing has to be sent. Existing
 * ids do not count as new ones.
 */
const isShown = (values: readonly Value[]): boolean => isMet(values, beforeOf(values)) === true;

/** Whether the reading shows what the plan wanted. Null if no read can show it. */
function isAsPlanned({ change, planned }: StoredRow, state: ChangeRunRow['state'], facts: PlanFacts): boolean | null {
  const observed = observe(change, facts);
  if ('code' in observed) return change.op === 'user.delete' ? null : false;
  const values = observed.filter(({ field }) => field in planned);
  // Any other row was not sent or was refused. A new id or another end is not its effect, so it is
  // not compared with the values of the plan.
  const mayHaveHappened = ['done', 'differs', 'absent', 'given-up'].includes(state);
  return isMet(values, mayHaveHappened ? planned : beforeOf(values));
}
