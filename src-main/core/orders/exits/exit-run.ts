import type { Text } from '#contract/message.ts';
import type { ExitProgress, ExitStepState } from '#contract/model/exit.ts';
import type { RunRow } from '#core/orders/journal/run-row.ts';
import { JournalError } from '#core/sending/journal-error.ts';
import type { ExitDeskDeps } from './exit-desk-deps.ts';
import { isExitRun, newExitRunRow, type ExitAct } from './exit-act.ts';
import { ExitOrders, type StepResult } from './exit-orders-sent.ts';
import { ExitReadings } from './exit-readings.ts';
import { incompleteNotice, incompleteNoticeId } from './exit-notice.ts';
import { endTargetListStep, type StepTask, type PlannedExit } from './exit-steps.ts';

type Step = { readonly id: string; readonly text: Text; state: ExitStepState; note: Text; readonly task: StepTask };

const ok: StepResult = { state: 'done', note: '' };
/** Milliseconds that a panic waits for a request that was sent before it. */
const panicWaitMs = 5_000;

/**
 * Executes one plan step by step. Each step starts only when the previous one has an outcome. The
 * run is in the journal, and each step is written there before its effect. After a crash it is
 * shown with the steps it had started, and continues only if the trader decides so.
 */
export class ExitRun {
  readonly planId: string;
  readonly #deps: ExitDeskDeps;
  readonly #plan: PlannedExit;
  readonly #orders: ExitOrders;
  readonly #readings: ExitReadings;
  readonly #steps: Step[];
  #row: RunRow & { readonly act: ExitAct };
  /**
   * Whether the flat list was set. `accepted` also if its answer was unclear, `refused` also if it
   * was not sent. Null if there was no attempt.
   */
  #flatList: 'accepted' | 'refused' | null = null;
  #state: ExitProgress['state'] = 'running';
  #endedAt: number | null = null;
  #stopped = false;

  constructor(deps: ExitDeskDeps, planId: string, intentId: string, plan: PlannedExit, confirmed: readonly string[]) {
    this.planId = planId;
    this.#deps = deps;
    this.#plan = plan;
    const context = { deps, plan, isStopped: () => this.#stopped, saveAndNotify: () => this.#saveAndNotify() };
    this.#orders = new ExitOrders(context, confirmed);
    this.#readings = new ExitReadings(context, this.#orders);
    this.#steps = plan.steps.map(({ id, text, task }) => ({ id, text, state: 'waiting', note: '', task }));
    this.#row = newExitRunRow(deps, intentId, planId, plan);
  }

  progress(): ExitProgress {
    const { request } = this.#plan;
    return {
      planId: this.planId,
      kind: request.kind,
      systemId: request.systemId,
      state: this.#state,
      startedAt: seconds(this.#row.createdAt),
      endedAt: this.#endedAt,
      steps: this.#steps.map(({ id, text, state, note }) => ({ id, text, state, note })),
      verifiedFlatAt: this.#readings.verifiedFlatAt,
      residue: [...this.#readings.residue],
    };
  }

  /** Whether one of its orders was not sent because the positions could not be read first. */
  readFailed(): boolean {
    return this.#steps.some(({ note, state }) => state === 'failed' && isCode(note, 'exit.not-read'));
  }

  /** No further step is started. */
  stop(): void {
    this.#stopped = true;
  }

  /**
   * False when the run could not be written to the journal. Then nothing was sent. A panic
   * continues with the steps that need no journal.
   */
  begin(): boolean {
    if (!this.#save() && this.#plan.request.kind !== 'flatten') return false;
    void this.#run();
    return true;
  }

  async #run(): Promise<void> {
    const isPanic = this.#plan.request.kind === 'flatten';
    if (isPanic) {
      // Queued entries are withdrawn before the wait. Otherwise one of them would be sent as soon
      // as the order in flight is answered.
      const withdrawals = this.#steps.filter(isWithdrawal);
      if (withdrawals.length > 0) await Promise.all(withdrawals.map((step) => this.#perform(step)));
      await this.#deps.cutInFlight(panicWaitMs);
    }
    const isPrepared = this.#prepareOrdersOnHold();
    let mayContinue = isPrepared;
    // Closing orders may be added to the steps during the run.
    for (const step of this.#steps) {
      if (step.state !== 'waiting') continue;
      if (!mayContinue || this.#stopped) {
        this.#end(step, { state: 'skipped', note: { code: this.#stopped ? 'exit.stopped' : 'exit.not-begun' } });
        continue;
      }
      this.#markRunning(step);
      const result = await this.#execute(step.task);
      this.#end(step, result);
      // If the platform refuses the list, the positions are closed order by order.
      if (step.task.kind === 'flat-list' && this.#flatList === 'refused') this.#addCloses();
      mayContinue = isPanic || result.state === 'done';
      if (result.state === 'failed') this.#orders.abandonWithoutStop();
    }
    // If the end of the program interrupts the run, the orders stay on hold for the next start.
    const isEnded = this.#stopped && !this.#deps.isClosed();
    if (!isPrepared || isEnded) this.#orders.abandonOnHold();
    this.#finish();
  }

  async #perform(step: Step): Promise<void> {
    this.#markRunning(step);
    this.#end(step, await this.#execute(step.task));
  }

  #prepareOrdersOnHold(): boolean {
    return this.#steps.every(
      ({ task }) =>
        task.kind !== 'order' || task.waitsForPrevious !== true || this.#orders.prepare(task.ticket, task.groupNumber),
    );
  }

  async #execute(task: StepTask): Promise<StepResult> {
    try {
      switch (task.kind) {
        case 'order':
          if (task.waitsForPrevious === true)
            return await this.#orders.sendAfterPrevious(task.ticket, task.groupNumber);
          return await this.#orders.send(task.ticket, task.groupNumber);
        case 'cancel':
          return await this.#cancel(task.cancel.rowId);
        case 'flat-list':
          return await this.#setFlat();
        case 'read':
          return await this.#readings.read(task.until, () => this.#isListOn());
        case 'stop-list':
          return await this.#setStop(task.when);
      }
    } catch (error) {
      this.#deps.log.error('exit-step-threw', {
        error: error instanceof Error ? error.name : 'unknown',
        step: task.kind,
      });
      return { state: 'unclear', note: { code: 'exit.step-failed' } };
    }
  }

  async #cancel(rowId: string): Promise<StepResult> {
    const result = await this.#orders.cancel(rowId);
    if (result.state === 'failed') this.#readings.addRemainingEntry(rowId);
    return result;
  }

  async #setFlat(): Promise<StepResult> {
    const { desired, random } = this.#deps;
    const outcome = await desired.set(random.uuid(), this.#plan.request.systemId, { kind: 'flat' });
    if (outcome.ok) {
      this.#flatList = 'accepted';
      return outcome.value.mode === 'pending' ? { state: 'unclear', note: outcome.value.text } : ok;
    }
    this.#flatList = 'refused';
    return { state: 'failed', note: { code: 'exit.closing-by-orders', reason: outcome.failure.message } };
  }

  /** Whether the flat list of this run is on. The user may end it while the run waits. */
  #isListOn(): boolean {
    return this.#flatList === 'accepted' && this.#deps.hasTargetList(this.#plan.request.systemId);
  }

  /** Sets `stop`. With `flat`, sets it only if the platform has nothing more to close. */
  async #setStop(when: 'flat' | 'now'): Promise<StepResult> {
    if (when === 'flat') {
      if (this.#flatList === 'refused') return { state: 'skipped', note: { code: 'exit.no-list' } };
      if (!this.#isListOn()) return { state: 'skipped', note: { code: 'exit.list-ended' } };
      if (this.#readings.verifiedFlatAt === null) return { state: 'skipped', note: { code: 'exit.list-left-on' } };
    }
    const { desired, random } = this.#deps;
    const outcome = await desired.set(random.uuid(), this.#plan.request.systemId, { kind: 'stop' });
    if (!outcome.ok) return { state: 'failed', note: outcome.failure.message };
    return outcome.value.mode === 'pending' ? { state: 'unclear', note: outcome.value.text } : ok;
  }

  /**
   * Adds closing orders for the open positions right before the read, so that the cancels come
   * first. If an earlier list is on, it is ended before them, because the platform accepts no
   * orders while it maintains a list.
   */
  #addCloses(): void {
    const mayHaveList = this.#deps.mayHaveList(this.#plan.request.systemId);
    const stopFirst = mayHaveList ? [endTargetListStep] : [];
    const closes = [...stopFirst, ...this.#orders.closingSteps()].map(({ text, task }, index): Step => ({
      id: `c${index + 1}`,
      text,
      state: 'waiting',
      note: '',
      task,
    }));
    const read = this.#steps.findIndex(({ task, state }) => task.kind === 'read' && state === 'waiting');
    this.#steps.splice(read < 0 ? this.#steps.length : read, 0, ...closes);
  }

  #markRunning(step: Step): void {
    step.state = 'running';
    this.#saveAndNotify();
  }

  #end(step: Step, { state, note }: StepResult): void {
    step.state = state;
    step.note = note;
    this.#saveAndNotify();
  }

  #finish(): void {
    const allDone = this.#steps.every(
      ({ state, task }) => state === 'done' || (state === 'skipped' && task.kind === 'stop-list'),
    );
    // While the list stays on, order entry is locked.
    const isListLeftOn = this.#steps.some(
      ({ state, task }) => task.kind === 'stop-list' && (state === 'failed' || state === 'unclear'),
    );
    const isFlat = this.#plan.request.kind === 'flatten' && this.#readings.verifiedFlatAt !== null;
    this.#state = allDone || (isFlat && !isListLeftOn) ? 'done' : 'incomplete';
    this.#endedAt = seconds(this.#deps.clock.now());
    // A run that the end of the program interrupts stays open in the journal. The next start asks
    // about it.
    if (this.#deps.isClosed()) return;
    this.#row = { ...this.#row, state: 'DONE' };
    this.#saveAndNotify();
    if (this.#state === 'done' && isFlat) this.#endEarlierNotices();
    // A run that was stopped makes no notice: the panic that stopped it reports its own end.
    if (this.#state === 'done' || this.#stopped) return;
    const { notify, strategyName } = this.#deps;
    const { request, summary } = this.#plan;
    notify(incompleteNotice(this.progress(), { summary, strategy: strategyName(request.systemId), at: this.#endedAt }));
  }

  /** Once the strategy is flat, what earlier runs left open is done. */
  #endEarlierNotices(): void {
    for (const row of [...this.#deps.journal.runs()].filter(isExitRun))
      if (row.systemId === this.#row.systemId) this.#deps.endNotice(incompleteNoticeId(row.act.planId));
  }

  #saveAndNotify(): void {
    if (!this.#deps.isClosed()) this.#save();
    this.#deps.changed(this.#plan.request.systemId);
  }

  #save(): boolean {
    const { clock, journal, log } = this.#deps;
    const steps = this.#steps.map(({ id, text, state, note }) => ({ id, text, state, note }));
    const version = this.#row.version + 1;
    this.#row = { ...this.#row, version, changedAt: clock.now(), act: { ...this.#row.act, steps } };
    try {
      journal.saveRun(this.#row);
      return true;
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      log.error('exit-not-written', { state: this.#state });
      return false;
    }
  }
}

/** An order that was not sent yet is withdrawn without a request. */
const isWithdrawal = ({ task }: Step): boolean => task.kind === 'cancel' && task.cancel.signalId === '';

const isCode = (text: Text, code: string): boolean => typeof text === 'object' && text.code === code;

const seconds = (ms: number): number => Math.max(0, Math.floor(ms / 1000));
