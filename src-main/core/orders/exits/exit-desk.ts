import { isDeepStrictEqual } from 'node:util';
import { done, failed } from '#contract/outcome.ts';
import type { CommandOutcome } from '#contract/commands.ts';
import type { ExitPlan, ExitProgress, ExitRequest } from '#contract/model/exit.ts';
import type { ExitDeskDeps } from './exit-desk-deps.ts';
import { ExitRun } from './exit-run.ts';
import type { PlannedExit } from './exit-steps.ts';
import { planExit } from './plan-exit.ts';

/** Plans that are kept to be carried out; older ones are planned again. */
const plansKept = 50;

/**
 * Leaving positions: a plan is made and shown, and what is carried out is that plan. What it was made from is looked at once
 * more: if that has changed, it is planned again rather than done differently. Only the panic plan goes on with what is
 * there now, because flattening means the same whatever has filled meanwhile.
 */
export class ExitDesk {
  readonly #deps: ExitDeskDeps;
  readonly #plans = new Map<string, PlannedExit>();
  readonly #runs = new Map<string, ExitRun>();
  #closed = false;

  constructor(deps: ExitDeskDeps) {
    this.#deps = deps;
  }

  plan(request: ExitRequest): CommandOutcome<'orders.plan-exit'> {
    const planned = this.#planned(request);
    if ('ok' in planned) return planned;
    const planId = this.#deps.random.uuid();
    this.#plans.set(planId, planned);
    for (const old of [...this.#plans.keys()].slice(0, -plansKept)) this.#plans.delete(old);
    return done(this.#shown(planId, planned));
  }

  execute(intentId: string, planId: string, confirmed: readonly string[]): CommandOutcome<'orders.execute-exit'> {
    const shown = this.#plans.get(planId);
    if (!shown) return failed('unknown-plan', 'This plan is not known any more. Plan again; nothing was sent.');
    const { systemId } = shown.request;
    const running = this.#runs.get(systemId);
    if (running?.planId === planId) return done({ planId });
    if (running?.progress().state === 'running') {
      return failed('busy', 'Another plan runs for this strategy. Nothing was sent.');
    }
    const refusal = this.#refusal(shown, confirmed);
    if (refusal) return refusal;
    const now = this.#planned(shown.request);
    const isPanic = shown.request.kind === 'flatten';
    if ('ok' in now ? !isPanic : !isPanic && !isDeepStrictEqual(now.steps, shown.steps)) {
      return failed('outdated', 'Positions or orders have changed since this was shown. Plan again; nothing was sent.');
    }
    const run = new ExitRun(this.#deps, planId, intentId, 'ok' in now ? shown : now, confirmed);
    this.#runs.set(systemId, run);
    void run.start();
    return done({ planId });
  }

  progress(systemId: string): ExitProgress | null {
    return this.#runs.get(systemId)?.progress() ?? null;
  }

  /** Steps that were not begun are not begun any more. */
  close(): void {
    this.#closed = true;
    for (const run of this.#runs.values()) run.stop();
  }

  #refusal(
    { request, checks }: PlannedExit,
    confirmed: readonly string[],
  ): Extract<CommandOutcome<'orders.execute-exit'>, { ok: false }> | null {
    const killed = this.#deps.killed();
    if (killed !== null) return failed('killed', `${killed} Cancels still go; release it to close positions.`);
    if (this.#closed) return failed('locked', 'This connection was closed. Nothing was sent.');
    const entry = this.#deps.desk.entry(request.systemId);
    // Flattening by the list needs no order entry: it is closed exactly while the platform holds a list.
    if (!entry.open && request.kind !== 'flatten') return failed('locked', `${entry.reason} Nothing was sent.`);
    const block = checks.find(({ level }) => level === 'block');
    if (block) return failed('blocked', `${block.text} Nothing was sent.`);
    const open = checks.filter(({ level, code }) => level === 'warn' && !confirmed.includes(code));
    if (!open[0]) return null;
    return failed('unconfirmed', `${open[0].text} Confirm it to go on.`, { details: open.map(({ text }) => text) });
  }

  #planned(request: ExitRequest) {
    const { desk, positions } = this.#deps;
    return planExit(request, {
      positions: positions(request.systemId),
      signals: desk.signals(request.systemId),
      preview: (ticket) => desk.preview(ticket),
    });
  }

  #shown(planId: string, { request, summary, steps, checks, positions }: PlannedExit): ExitPlan {
    const requests = steps.reduce((total, step) => total + step.requests, 0);
    return {
      planId,
      kind: request.kind,
      systemId: request.systemId,
      summary,
      steps: steps.map(({ id, kind, text, requests: cost, newRisk }) => ({ id, kind, text, requests: cost, newRisk })),
      requests,
      seconds: Math.ceil((requests * this.#deps.paceMs()) / 1000),
      checks: [...checks],
      positions,
      cancels: steps.filter(({ kind }) => kind === 'cancel').length,
    };
  }
}
