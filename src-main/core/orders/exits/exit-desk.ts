import { isDeepStrictEqual } from 'node:util';
import { done, failed } from '#contract/outcome.ts';
import type { CommandInput, CommandOutcome } from '#contract/commands.ts';
import type { ExitPlan, ExitProgress, ExitRequest, UnfinishedExit } from '#contract/model/exit.ts';
import { JournalError } from '#core/sending/journal-error.ts';
import { isOwn } from '#core/owner.ts';
import { ShownPlans } from '#core/plans/shown-plans.ts';
import { refusalByChecks } from '#core/plans/plan-refusals.ts';
import { serviceNow } from '#core/service-now.ts';
import { isExitRun, restOf, type ExitAct, type ExitRunRow } from './exit-act.ts';
import type { ExitDeskDeps } from './exit-desk-deps.ts';
import { ExitRun } from './exit-run.ts';
import { planExit, planReverseEntry } from './plan-exit.ts';
import type { ExitFacts, PlannedExit } from './exit-steps.ts';

type Parts = Omit<ExitDeskDeps, 'isClosed'>;

/**
 * Closes and protects positions by plans. A plan is made and shown, and exactly that plan is
 * executed. If its positions or orders have changed since, it is refused as outdated and has to be
 * planned again. Only the panic plan is planned again at once, because flattening means the same
 * after any fill.
 */
export class ExitDesk {
  readonly #deps: ExitDeskDeps;
  readonly #plans = new ShownPlans<PlannedExit>();
  readonly #runs = new Map<string, ExitRun>();
  #closed = false;

  constructor(parts: Parts) {
    this.#deps = { ...parts, isClosed: () => this.#closed };
    // A run that the end of the program interrupted waits for a decision of the trader. No part of
    // it continues automatically.
    for (const row of this.#runRows()) if (row.state === 'SENDING') this.#save({ ...row, state: 'UNKNOWN' });
  }

  plan(request: ExitRequest): CommandOutcome<'orders.plan-exit'> {
    const accessLock = this.#deps.accessLock(request.systemId);
    if (accessLock !== null) return failed('not-possible', accessLock);
    const planned = this.#planned(request);
    if ('ok' in planned) return planned;
    const planId = this.#deps.random.uuid();
    this.#plans.add(planId, { ...planned, request });
    return done(this.#planForWindow(planId, planned));
  }

  execute(intentId: string, planId: string, confirmed: readonly string[]): CommandOutcome<'orders.execute-exit'> {
    const shown = this.#plans.get(planId);
    if (!shown) return failed('unknown-plan', { code: 'exit.unknown-plan' });
    const { systemId } = shown.request;
    const running = this.#runs.get(systemId);
    const isBegun = this.#runRows().some((row) => row.intentId === intentId && row.act.planId === planId);
    if (running?.planId === planId || isBegun) return done({ planId });
    if (this.#deps.journal.knowsIntent(intentId)) return failed('blocked', { code: 'order.intent-used' });
    const current = this.#planned(shown.request);
    const isPanic = ('ok' in current ? shown.request : current.request).kind === 'flatten';
    if (!isPanic && running?.progress().state === 'running') return failed('busy', { code: 'exit.busy' });
    const refusal = this.#refusal(shown, confirmed, isPanic);
    if (refusal) return refusal;
    const isSame = !('ok' in current) && isDeepStrictEqual(comparedMembers(current), comparedMembers(shown));
    if (!isPanic && !isSame) {
      return failed('outdated', { code: 'exit.outdated' });
    }
    // A panic stops every other plan of the strategy.
    running?.stop();
    const run = new ExitRun(this.#deps, planId, intentId, 'ok' in current ? shown : current, confirmed);
    if (!run.begin()) return failed('journal', { code: 'exit.not-journaled' });
    // Not before the new run is recorded. Otherwise a failed write would lose the interrupted run.
    if (shown.request.kind === 'resume') this.#resolve(shown.request.runId, 'go-on');
    this.#runs.set(systemId, run);
    return done({ planId });
  }

  progress(systemId: string): ExitProgress | null {
    return this.#runs.get(systemId)?.progress() ?? null;
  }

  get isRunning(): boolean {
    return [...this.#runs.values()].some((run) => run.progress().state === 'running');
  }

  /** The latest interrupted run that the trader has not decided on. */
  unfinished(systemId: string): UnfinishedExit | null {
    const row = this.#runRows().findLast((one) => one.systemId === systemId && one.state === 'UNKNOWN');
    if (row === undefined) return null;
    const { request, steps } = row.act;
    const rest = restOf(row.act, this.#deps.positions(systemId));
    return {
      runId: row.intentId,
      kind: request.kind,
      systemId,
      startedAt: Math.floor(row.createdAt / 1000),
      steps: steps.map((step) => ({ ...step })),
      cannotResume: 'ok' in rest ? rest.failure.message : null,
    };
  }

  /** Records what the trader decided about an interrupted run, other than to resume it. */
  resolve({ runId, choice }: CommandInput<'orders.resolve-exit'>): CommandOutcome<'orders.resolve-exit'> {
    return this.#resolve(runId, choice) ? done({}) : failed('unknown-run', { code: 'exit.unknown-plan' });
  }

  /** Steps that have not started yet will not start. */
  close(): void {
    this.#closed = true;
    for (const run of this.#runs.values()) run.stop();
  }

  /** Resolves this run and every other open run of its strategy. */
  #resolve(runId: string, choice: Exclude<ExitAct['choice'], null>): boolean {
    const open = this.#runRows().filter(({ state }) => state === 'UNKNOWN');
    const row = open.find(({ intentId }) => intentId === runId);
    if (row === undefined) return false;
    for (const one of open.filter(({ systemId }) => systemId === row.systemId)) {
      this.#save({ ...one, state: 'DONE', act: { ...one.act, choice } });
    }
    this.#deps.changed(row.systemId);
    return true;
  }

  #refusal(
    { request, checks, steps }: PlannedExit,
    confirmed: readonly string[],
    isPanic: boolean,
  ): Extract<CommandOutcome<'orders.execute-exit'>, { ok: false }> | null {
    if (this.#closed) return failed('locked', { code: 'exit.connection-closed' });
    const accessLock = this.#deps.accessLock(request.systemId);
    if (accessLock !== null) return failed('locked', { code: 'nothing-sent', reason: accessLock });
    const entry = this.#deps.desk.orderEntry(request.systemId, 'reduces');
    // A panic, and a plan that begins with `stop`, are sent while the platform maintains a list.
    const hasTargetList = this.#deps.hasTargetList(request.systemId);
    const onlyCancels = steps.every(({ kind }) => kind === 'cancel');
    if (!entry.open && !isPanic && !hasTargetList && !onlyCancels)
      return failed('locked', { code: 'nothing-sent', reason: entry.reason });
    return refusalByChecks(checks, confirmed);
  }

  #planned(request: ExitRequest): ReturnType<typeof planExit> {
    const facts = this.#facts(request.systemId);
    if (request.kind !== 'resume') return planExit(request, facts);
    const row = this.#runRows().find(({ intentId, state }) => intentId === request.runId && state === 'UNKNOWN');
    if (row === undefined) return failed('nothing-to-do', { code: 'exit.unknown-plan' });
    return this.#resumed(row, facts);
  }

  /** Plans the remaining part of a run on the current state. */
  #resumed({ act }: ExitRunRow, facts: ExitFacts): ReturnType<typeof planExit> {
    const rest = restOf(act, facts.positions);
    if ('ok' in rest) return rest;
    const { entry, request } = rest;
    return request.kind === 'reverse' && entry !== null
      ? planReverseEntry(request, entry, facts)
      : planExit(request, facts);
  }

  #facts(systemId: string): ExitFacts {
    const { desk, hasTargetList, killReason, mayHaveList, positions } = this.#deps;
    return {
      positions: positions(systemId),
      signals: desk.signals(systemId),
      unreadable: desk.unreadable(systemId),
      hasReadPositions: desk.hasReadPositions(systemId),
      unreadFills: desk.unreadFills(systemId),
      hasUnreadableTrades: desk.hasUnreadableTrades(systemId),
      preview: (ticket) => desk.preview(ticket),
      killed: killReason() !== null,
      readFailed: this.#runs.get(systemId)?.readFailed() === true,
      hasTargetList: hasTargetList(systemId),
      mayHaveList: mayHaveList(systemId),
      now: serviceNow(this.#deps),
    };
  }

  #planForWindow(
    planId: string,
    { request, summary, steps, rows, checks, positionCount, flatAtOpen }: PlannedExit,
  ): ExitPlan {
    const requests = steps.reduce((total, step) => total + step.requests, 0);
    const paceMs = this.#deps.paceMs();
    const secondsOf = (count: number): number => Math.ceil((count * paceMs) / 1000);
    let requestsSoFar = 0;
    return {
      planId,
      kind: request.kind,
      systemId: request.systemId,
      summary,
      steps: steps.map(({ id, kind, text, requests: count, newRisk }) => ({
        id,
        kind,
        text,
        requests: count,
        newRisk,
      })),
      rows: rows.map((row) => {
        requestsSoFar += row.requests;
        return { ...row, seconds: secondsOf(requestsSoFar) };
      }),
      requests,
      seconds: secondsOf(requests),
      checks: [...checks],
      positions: positionCount,
      cancels: steps.filter(({ kind }) => kind === 'cancel').length,
      flatAtOpen,
    };
  }

  #runRows(): ExitRunRow[] {
    const { journal, profile } = this.#deps;
    return [...journal.runs()].filter(isExitRun).filter((row) => isOwn(profile, row));
  }

  #save(row: ExitRunRow): void {
    const { clock, journal, log } = this.#deps;
    try {
      journal.saveRun({ ...row, version: row.version + 1, changedAt: clock.now() });
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      log.error('exit-not-written', { state: row.state });
    }
  }
}

/** Warnings of a plan that the checks of its orders do not repeat. */
const planWarnings = ['group-elsewhere', 'cover-unknown', 'less-cover', 'unreadable-exit'];

/**
 * The members of a plan that must not have changed since it was shown. The profit of a position
 * changes with every reading, and has no effect on a plan.
 */
const comparedMembers = ({ checks, steps }: PlannedExit) => ({
  steps: steps.map((step) => ({ ...step, rows: step.rows.map((one) => ({ ...one, profit: null })) })),
  warnings: checks.filter(({ code }) => planWarnings.includes(code)),
});
