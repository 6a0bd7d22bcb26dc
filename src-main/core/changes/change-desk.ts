import { Check as CheckValue } from 'typebox/value';
import type { CommandInput, CommandOutcome } from '#contract/commands.ts';
import { limits } from '#contract/limits.ts';
import type { Text } from '#contract/message.ts';
import {
  PlanFile,
  type ChangePlan,
  type NewChange,
  type PlannedChange,
  type StagedChange,
} from '#contract/model/change-set.ts';
import type { Notice } from '#contract/model/status.ts';
import { passwordBounds } from '#contract/model/own-person.ts';
import { done, failed } from '#contract/outcome.ts';
import { splitRows } from '#contract/separated-rows.ts';
import { isTyped } from '#contract/typed-text.ts';
import type { ActDesk } from '#core/acts/act-desk.ts';
import { watchActs } from '#core/acts/act-notice.ts';
import { actTable } from '#core/acts/act-table.ts';
import { platformActs } from '#core/acts/platform-acts.ts';
import type { StrategiesBeforeCreation } from '#core/acts/strategy-acts.ts';
import type { CacheReader } from '#core/cache/queries/cache-reader.ts';
import type { PeopleReader } from '#core/people/people-reader.ts';
import { ShownPlans } from '#core/plans/shown-plans.ts';
import { refusalByChecks } from '#core/plans/plan-refusals.ts';
import type { Clock, Log, Random } from '#core/ports.ts';
import { strategiesBefore } from '#core/strategies/strategies-before.ts';
import type { DataSync } from '#core/sync/data-sync.ts';
import type { ServiceClock } from '#core/service-now.ts';
import { changeFaults } from '#rules/changes/check-change.ts';
import { readTable } from '#rules/changes/read-table.ts';
import type { ChangeFile, ChangeSet, StoredRun } from './change-file.ts';
import { ChangeFactsReader } from './change-facts.ts';
import { planOf } from './change-plan.ts';
import { ChangeRunner } from './change-runner.ts';
import { conflictFaults } from './import-faults.ts';
import type { Passwords } from './typed-passwords.ts';

export type ChangeDeskDeps = {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly acts: ActDesk;
  readonly cache: Pick<CacheReader, 'datasets' | 'details' | 'positions' | 'strategies'>;
  readonly sync: Pick<DataSync, 'readAgain' | 'readStrategies'>;
  readonly people: Pick<PeopleReader, 'freshPeople'>;
  readonly file: ChangeFile;
  readonly profileId: string;
  /** Null without a private platform. Other people can be changed only on a private platform. */
  readonly platformId: string | null;
  readonly serviceClockOffsetMs: ServiceClock['serviceClockOffsetMs'];
  readonly paceMs: () => number;
  readonly keyRefusal: () => Text | null;
  /** Number of people that a run may delete. */
  readonly deleteLimit: () => number;
  readonly notify: (notice: Notice) => void;
  readonly changed: () => void;
};

const platformOnly = () => failed('not-possible', { code: 'change.platform-only' });
const notStored = () => failed('not-stored', { code: 'change.not-stored' });
const tooMany = () => failed('too-many', { code: 'change.too-many', max: limits.stagedChanges });

/** Older data is read again before a plan is made from it. */
const freshMs = 60_000;
const maxFaults = 200;

/** Stages, plans and applies changes of the people of a private platform (acts.md 3). */
export class ChangeDesk {
  readonly #deps: ChangeDeskDeps;
  readonly #reader: ChangeFactsReader;
  readonly #runner: ChangeRunner;
  readonly #plans = new ShownPlans<ChangePlan>();
  #revision = 0;

  constructor(deps: ChangeDeskDeps) {
    this.#deps = deps;
    this.#reader = new ChangeFactsReader(deps);
    this.#runner = new ChangeRunner({
      ...deps,
      reader: this.#reader,
      readStrategiesBefore: () => this.#readStrategiesBefore(),
      load: () => this.#changeSet().run,
      store: (run, stagedChanges) =>
        this.#save(stagedChanges === 'remove' ? { run, changes: [], expected: null } : { run }),
      changed: () => this.#changed(),
    });
    this.#watch();
  }

  get(): CommandOutcome<'changes.get'> {
    if (!this.#isPlatform()) return platformOnly();
    const { changes, expected } = this.#changeSet();
    return done({ revision: this.#revision, changes, expected, run: this.#runner.shown() });
  }

  revision(): number {
    return this.#revision;
  }

  add({ changes }: CommandInput<'changes.add'>): CommandOutcome<'changes.add'> {
    if (!this.#isPlatform()) return platformOnly();
    const [fault] = changes.flatMap((one) => changeFaults(one));
    if (fault !== undefined) return failed('refused', fault, { field: fault.field });
    const staged = this.#changeSet().changes;
    const marked = new Set(staged.flatMap(({ op, personId }) => (op === 'user.delete' ? [personId] : [])));
    const added = this.#staged(changes.filter(({ op, personId }) => op !== 'user.delete' || !marked.has(personId)));
    if (added.length === 0) return done({ ids: [] });
    const all = [...staged, ...added];
    if (all.length > limits.stagedChanges) return tooMany();
    return this.#edit(all) ? done({ ids: added.map(({ id }) => id) }) : notStored();
  }

  remove({ ids }: CommandInput<'changes.remove'>): CommandOutcome<'changes.remove'> {
    if (!this.#isPlatform()) return platformOnly();
    const gone = new Set(ids);
    return this.#edit(this.#changeSet().changes.filter(({ id }) => !gone.has(id))) ? done({}) : notStored();
  }

  clear(): CommandOutcome<'changes.clear'> {
    if (!this.#isPlatform()) return platformOnly();
    return this.#edit([]) ? done({}) : notStored();
  }

  /** A plan file replaces the set; the rows of a CSV file are added to it. */
  import({ text }: CommandInput<'changes.import'>): CommandOutcome<'changes.import'> {
    if (!this.#isPlatform()) return platformOnly();
    const file = planFileIn(text);
    if (file !== null) return this.#open(file);
    const { rows, unclosed } = splitRows(text);
    if (rows.length > limits.stagedChanges + 1) return tooMany();
    const read = readTable(rows);
    const conflicts = conflictFaults(read, this.#changeSet().changes);
    const quoteFaults = unclosed.map((line) => ({
      line,
      column: 1,
      text: '',
      problem: { code: 'change.quote' } as const,
    }));
    const faults = [
      ...quoteFaults,
      ...[...read.faults, ...conflicts].map(({ fault, ...place }) => ({ ...place, problem: fault })),
    ];
    if (faults.length > 0) return done({ added: 0, faults: faults.slice(0, maxFaults), faultCount: faults.length });
    const changes = [...this.#changeSet().changes, ...this.#staged(read.changes)];
    if (changes.length > limits.stagedChanges) return tooMany();
    return this.#edit(changes) ? done({ added: read.changes.length, faults: [], faultCount: 0 }) : notStored();
  }

  async plan(): Promise<CommandOutcome<'changes.plan'>> {
    if (!this.#isPlatform()) return platformOnly();
    const plan = await this.#makePlan();
    if (!plan.ok) return plan;
    this.#plans.add(plan.value.planId, plan.value);
    return plan;
  }

  async apply(input: CommandInput<'changes.apply'>): Promise<CommandOutcome<'changes.apply'>> {
    if (!this.#isPlatform()) return platformOnly();
    const shown = this.#plans.get(input.planId);
    if (shown === undefined) return failed('unknown-plan', { code: 'change.unknown-plan' });
    const refusal = refusalByChecks(shown.checks, input.confirmed);
    if (refusal !== null) return refusal;
    const untypedRow = shown.rows.find(
      ({ change, textToType: required }) => required !== null && !isTyped(input.typed[change.id] ?? '', required),
    );
    if (untypedRow !== undefined) return failed('not-typed', { code: 'change.not-typed', name: untypedRow.name });
    const passwordFailure = wrongPassword(shown.rows, input.passwords);
    if (passwordFailure !== null) return passwordFailure;
    if (this.#runner.isBusy()) return failed('busy', { code: 'change.run-open' });
    const { changes } = this.#changeSet();
    const current = await this.#makePlan();
    if (!current.ok) return current;
    // The set may have been edited while the people were read.
    const isEdited = this.#changeSet().changes !== changes;
    const isSame = current.value.digest === shown.digest && asksForNoMore(current.value, shown, input.confirmed);
    if (isEdited || !isSame) return failed('outdated', { code: 'change.outdated' });
    const run = this.#newRun(current.value);
    const problem = this.#runner.start(run, input.passwords ?? {});
    if (problem === 'busy') return failed('busy', { code: 'change.run-open' });
    if (problem === 'not-stored') return notStored();
    return done({ runId: run.runId });
  }

  pause({ stop }: CommandInput<'changes.pause'>): CommandOutcome<'changes.pause'> {
    if (!this.#isPlatform()) return platformOnly();
    const problem = this.#runner.pause(stop ? 'stop' : 'pause');
    return problem === null ? done({}) : failed(problem, { code: 'change.not-running' });
  }

  resume({ passwords }: CommandInput<'changes.resume'>): CommandOutcome<'changes.resume'> {
    if (!this.#isPlatform()) return platformOnly();
    const waiting = this.#runner.shown()?.rows.filter(({ state }) => state === 'waiting') ?? [];
    const passwordFailure = wrongPassword(waiting, passwords);
    if (passwordFailure !== null) return passwordFailure;
    const problem = this.#runner.resume(passwords ?? {});
    if (problem === null) return done({});
    if (problem === 'not-stored') return notStored();
    return failed(problem, { code: problem === 'busy' ? 'change.row-unknown' : 'change.not-paused' });
  }

  /** A paused run continues only when the user resumes it. */
  get isRunning(): boolean {
    return this.#runner.shown()?.state === 'running';
  }

  /** Resolves when nothing is under way. */
  whenIdle(): Promise<void> {
    return this.#runner.whenIdle();
  }

  close(): void {
    this.#runner.close();
  }

  #watch(): void {
    const { acts, clock, notify } = this.#deps;
    watchActs({ acts, clock, types: platformActs, notify, changed: () => undefined });
    const listener = {
      actChanged: ({ run }: { readonly run?: object }) => {
        if (run !== undefined) this.#changed();
      },
      readingEnded: () => undefined,
    };
    for (const type of actTable) acts.listen(type, listener);
  }

  async #makePlan() {
    const { acts, clock, deleteLimit, paceMs, platformId, random } = this.#deps;
    const { changes, expected } = this.#changeSet();
    const reading = await this.#reader.read(changes, freshMs);
    if (!reading.ok) return failed('not-read', { code: 'change.not-read', reason: reading.text });
    const { facts, readAt } = reading;
    return done(
      planOf({
        ...{ changes, expected, facts, readAt, platformId: platformId ?? '' },
        planId: random.uuid(),
        at: Math.floor(clock.now() / 1000),
        acts: acts.rowsOf('person').concat(acts.rowsOf('subscription')),
        isProvable: (act) => acts.isProvable(act),
        deleteLimit: deleteLimit(),
        paceMs: paceMs(),
      }),
    );
  }

  #newRun({ at, digest, rows }: ChangePlan): StoredRun {
    const { random } = this.#deps;
    return {
      ...{ runId: random.uuid(), digest, startedAt: at, state: 'running', ending: false, reason: null, verified: null },
      rows: rows.map((row) => ({
        ...row,
        ...{ intentId: random.uuid(), state: 'waiting', found: [], errors: [], at: null, asPlanned: null },
        planned: Object.fromEntries(row.values.map(({ before, field }) => [field, before])),
      })),
    };
  }

  #open(file: PlanFile): CommandOutcome<'changes.import'> {
    const faults = file.changes.flatMap((one, index) =>
      changeFaults(one).map((problem) => ({ line: index + 1, column: 1, text: '', problem })),
    );
    if (faults.length > 0) return done({ added: 0, faults: faults.slice(0, maxFaults), faultCount: faults.length });
    if (!this.#edit(this.#staged(file.changes), file.digest)) return notStored();
    return done({ added: file.changes.length, faults: [], faultCount: 0 });
  }

  #staged(changes: readonly NewChange[]): StagedChange[] {
    return changes.map(({ fields, op, personId }) => ({ id: this.#deps.random.uuid(), op, personId, fields }));
  }

  async #readStrategiesBefore(): Promise<StrategiesBeforeCreation> {
    const { acts, cache, sync } = this.#deps;
    // An old list would not show which strategies are new after the act.
    if (!(await sync.readStrategies())) return { systemIds: null, newestCreatedAt: null };
    return strategiesBefore(cache.strategies(), acts.rowsOf('person'));
  }

  #isPlatform(): boolean {
    return this.#deps.platformId !== null;
  }

  #changeSet(): ChangeSet {
    return this.#deps.file.of(this.#deps.profileId);
  }

  /** `expected`: the digest of the plan file that the set was opened from; null after an edit. */
  #edit(changes: readonly StagedChange[], expected: string | null = null): boolean {
    const isSaved = this.#save({ changes: [...changes], expected });
    if (isSaved) this.#changed();
    return isSaved;
  }

  #save(change: Partial<ChangeSet>): boolean {
    return this.#deps.file.save(this.#deps.profileId, { ...this.#changeSet(), ...change });
  }

  #changed(): void {
    this.#revision += 1;
    this.#deps.changed();
  }
}

/**
 * Whether everything that the current plan asks the user to confirm or type was confirmed or typed
 * for the shown plan. The digest does not cover these questions, because it is the same for two
 * operators. A new question arises, for example, if an earlier creation ends without proof.
 */
const asksForNoMore = (current: ChangePlan, shown: ChangePlan, confirmed: readonly string[]): boolean =>
  refusalByChecks(current.checks, confirmed) === null &&
  current.rows.every(({ textToType }, index) => textToType === null || textToType === shown.rows[index]?.textToType);

/**
 * A failure for the first row that sets a password whose length is not allowed; null if there is no
 * such row.
 */
function wrongPassword(rows: readonly PlannedChange[], passwords: Passwords = {}) {
  const row = rows.find(({ change: { id, op } }) => {
    const { length } = Array.from(passwords[id] ?? '');
    return op === 'person.password' && (length < passwordBounds.min || length > passwordBounds.max);
  });
  return row ? failed('password', { code: 'change.password', name: row.name, ...passwordBounds }) : null;
}

function planFileIn(text: string): PlanFile | null {
  if (!/^\uFEFF?\s*\{/.test(text)) return null;
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return CheckValue(PlanFile, value) ? value : null;
  } catch {
    return null;
  }
}
