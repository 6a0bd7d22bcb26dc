import type { CommandOutcome } from '#contract/commands.ts';
import type { ExitProgress, ExitStepState } from '#contract/model/exit.ts';
import type { JournalState } from '#contract/model/signal.ts';
import type { Ticket } from '#contract/model/ticket.ts';
import type { Position } from '#contract/model/trade.ts';
import type { CancelRow } from '../cancel-row.ts';
import type { ExitDeskDeps } from './exit-desk-deps.ts';
import { closingTicket, wholeUnits } from './exit-orders.ts';
import type { Deed, PlannedExit } from './exit-steps.ts';

type Result = {
  readonly state: Extract<ExitStepState, 'done' | 'failed' | 'unclear' | 'skipped'>;
  readonly note: string;
};
type Step = { readonly id: string; readonly text: string; state: ExitStepState; note: string; readonly deed: Deed };

/** Milliseconds before each look at what is left; after the last one it is named. */
const looks = [0, 2_000, 5_000, 10_000, 20_000] as const;
const ok: Result = { state: 'done', note: '' };

/**
 * Carries out one plan, a step after the other, each only when the one before has its outcome. An order or a cancel of a
 * plan is an order or a cancel like any other: in the journal first, sent once, reconciled when its answer is lost. The run
 * itself is not kept over a restart: nothing of it is sent by itself then.
 */
export class ExitRun {
  readonly planId: string;
  readonly #deps: ExitDeskDeps;
  readonly #plan: PlannedExit;
  readonly #confirmed: readonly string[];
  readonly #steps: Step[];
  readonly #startedAt: number;
  #intentId: string | null;
  #group: string | null = null;
  /** What the platform said to being asked to hold nothing. */
  #flatList: 'taken' | 'unclear' | 'refused' | null = null;
  #state: ExitProgress['state'] = 'running';
  #endedAt: number | null = null;
  #verifiedFlatAt: number | null = null;
  #residue: string[] = [];
  #stopped = false;

  constructor(deps: ExitDeskDeps, planId: string, intentId: string, plan: PlannedExit, confirmed: readonly string[]) {
    this.planId = planId;
    this.#deps = deps;
    this.#plan = plan;
    this.#confirmed = confirmed;
    this.#intentId = intentId;
    this.#startedAt = deps.clock.now();
    this.#steps = plan.steps.map(({ id, text, deed }) => ({ id, text, state: 'waiting', note: '', deed }));
  }

  progress(): ExitProgress {
    const { request } = this.#plan;
    return {
      planId: this.planId,
      kind: request.kind,
      systemId: request.systemId,
      state: this.#state,
      startedAt: seconds(this.#startedAt),
      endedAt: this.#endedAt,
      steps: this.#steps.map(({ id, text, state, note }) => ({ id, text, state, note })),
      verifiedFlatAt: this.#verifiedFlatAt,
      residue: [...this.#residue],
    };
  }

  stop(): void {
    this.#stopped = true;
  }

  async start(): Promise<void> {
    const isPanic = this.#plan.request.kind === 'flatten';
    let goesOn = true;
    for (let index = 0; index < this.#steps.length; index++) {
      const step = this.#steps[index];
      if (!step) break;
      if (!goesOn || this.#stopped) {
        this.#end(step, { state: 'skipped', note: 'Not begun: a step before it has no clear outcome.' });
        continue;
      }
      step.state = 'running';
      this.#tell();
      const result = await this.#carryOut(step.deed);
      this.#end(step, result);
      // What is left is closed order by order where the platform takes no list.
      if (step.deed.kind === 'flat-list' && this.#flatList === 'refused') this.#addCloses(index);
      goesOn = isPanic || result.state === 'done';
    }
    this.#finish();
  }

  async #carryOut(deed: Deed): Promise<Result> {
    try {
      switch (deed.kind) {
        case 'order':
          return await this.#order(deed.ticket, deed.inGroup);
        case 'cancel':
          return await this.#cancel(deed.cancel.rowId);
        case 'flat-list':
          return await this.#askForNothing();
        case 'read':
          return await this.#lookAround();
        case 'stop-list':
          return await this.#handBack();
      }
    } catch (error) {
      this.#deps.log.error('exit-step-threw', {
        error: error instanceof Error ? error.name : 'unknown',
        step: deed.kind,
      });
      return { state: 'unclear', note: 'The program failed in this step; look at the blotter.' };
    }
  }

  async #order(ticket: Ticket, inGroup: boolean): Promise<Result> {
    const { desk } = this.#deps;
    const grouped = inGroup ? this.#inGroup(ticket) : ticket;
    if (grouped === null) return { state: 'failed', note: 'No group could be reserved in the journal.' };
    const codes = this.#plan.request.kind === 'flatten' ? warnings(desk.preview(grouped).checks) : this.#confirmed;
    // The orders of one plan look alike on purpose.
    const outcome = desk.submit(this.#nextIntent(), grouped, [...codes, 'same-order', 'equal-working']);
    if (!outcome.ok) return { state: 'failed', note: outcome.failure.message };
    const { rowId } = outcome.value;
    const state = await this.#until(() => settledState(desk.order(rowId)?.state));
    const text = desk.order(rowId)?.text ?? '';
    if (state === 'unclear') return { state: 'unclear', note: text };
    return state === 'landed' ? ok : { state: 'failed', note: text };
  }

  async #cancel(rowId: string): Promise<Result> {
    const { desk } = this.#deps;
    const intentId = this.#nextIntent();
    const outcome: CommandOutcome<'orders.cancel'> = desk.cancel(intentId, this.#plan.request.systemId, [rowId]);
    if (!outcome.ok) return { state: 'failed', note: outcome.failure.message };
    if (outcome.value.skipped.includes(rowId)) return { state: 'done', note: 'It was gone already.' };
    const states = await this.#until(() => endedCancels(desk.cancels(intentId)));
    if (states.every((state) => state === 'CANCELED' || state === 'GONE')) return ok;
    const late = states.includes('TOO_LATE');
    return late
      ? { state: 'done', note: 'Too late: it was filled.' }
      : { state: 'failed', note: 'The cancel was not confirmed.' };
  }

  async #askForNothing(): Promise<Result> {
    const outcome = await this.#deps.desired.set(this.#nextIntent(), this.#plan.request.systemId, { kind: 'flat' });
    if (outcome.ok) {
      this.#flatList = outcome.value.mode === 'pending' ? 'unclear' : 'taken';
      return this.#flatList === 'taken' ? ok : { state: 'unclear', note: outcome.value.text };
    }
    this.#flatList = 'refused';
    return { state: 'failed', note: `${outcome.failure.message} Each position is closed by an order instead.` };
  }

  async #lookAround(): Promise<Result> {
    const { readAgain, positions, desk } = this.#deps;
    const { systemId } = this.#plan.request;
    for (const pause of looks) {
      if (pause > 0) await this.#pause(pause);
      if (this.#stopped) break;
      const clean = await readAgain(systemId);
      const working = desk.signals(systemId).filter(({ state }) => state === 'working' || state === 'unknown');
      this.#residue = [
        ...positions(systemId).map(positionText),
        ...working.map(({ action, quantity, symbol }) => `${action} ${quantity} ${symbol} still works`),
      ];
      if (clean && this.#residue.length === 0) {
        this.#verifiedFlatAt = seconds(this.#deps.clock.now());
        return ok;
      }
      this.#tell();
    }
    return { state: 'unclear', note: `Still there: ${this.#residue.join(' · ') || 'the lists could not be read'}` };
  }

  /** Order entry opens again only when nothing is left that the platform still has to close. */
  async #handBack(): Promise<Result> {
    if (this.#flatList === 'refused') return { state: 'skipped', note: 'The platform holds no list.' };
    if (this.#verifiedFlatAt === null) {
      return {
        state: 'skipped',
        note: 'The platform goes on closing what is left when its market opens; stop it by hand.',
      };
    }
    const outcome = await this.#deps.desired.set(this.#nextIntent(), this.#plan.request.systemId, { kind: 'stop' });
    if (!outcome.ok) return { state: 'failed', note: outcome.failure.message };
    return outcome.value.mode === 'pending' ? { state: 'unclear', note: outcome.value.text } : ok;
  }

  /** Market orders for what is held, right before the look around: the cancels come first. */
  #addCloses(after: number): void {
    const held = this.#deps.positions(this.#plan.request.systemId);
    const closes = held.flatMap((position, index): Step[] => {
      const quantity = wholeUnits(position.quantity);
      if (position.instrument === null || quantity === '0') return [];
      const ticket = closingTicket(
        { ...position, instrument: position.instrument },
        quantity,
        { kind: 'market' },
        'DAY',
      );
      const text = `Close ${position.quantity} ${position.symbol} at market`;
      return [
        { id: `c${index + 1}`, text, state: 'waiting', note: '', deed: { kind: 'order', ticket, inGroup: false } },
      ];
    });
    const read = this.#steps.findIndex(({ deed }) => deed.kind === 'read');
    this.#steps.splice(read < 0 ? after + 1 : read, 0, ...closes);
  }

  #inGroup(ticket: Ticket): Ticket | null {
    if (this.#group === null) {
      const made = this.#deps.desk.makeGroup(ticket.systemId);
      if (!made.ok) return null;
      this.#group = made.value.ocaGroupId;
    }
    return { ...ticket, ocaGroupId: this.#group };
  }

  #nextIntent(): string {
    const given = this.#intentId;
    this.#intentId = null;
    return given ?? this.#deps.random.uuid();
  }

  /** Resolves with the first value that is not null; looked at whenever an order of this strategy moves. */
  #until<Value>(look: () => Value | null): Promise<Value> {
    const first = look();
    if (first !== null) return Promise.resolve(first);
    return new Promise((resolve) => {
      const release = this.#deps.desk.onChange(() => {
        const value = look();
        if (value === null) return;
        release();
        resolve(value);
      });
    });
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.#deps.clock.after(ms, resolve));
  }

  #end(step: Step, { state, note }: Result): void {
    step.state = state;
    step.note = note;
    this.#tell();
  }

  #finish(): void {
    const isWhole = this.#steps.every(
      ({ state, deed }) => state === 'done' || (state === 'skipped' && deed.kind === 'stop-list'),
    );
    const isFlat = this.#plan.request.kind === 'flatten' && this.#verifiedFlatAt !== null;
    this.#state = isWhole || isFlat ? 'done' : 'incomplete';
    this.#endedAt = seconds(this.#deps.clock.now());
    this.#tell();
  }

  #tell(): void {
    this.#deps.changed(this.#plan.request.systemId);
  }
}

function settledState(state: JournalState | undefined): 'landed' | 'failed' | 'unclear' | null {
  switch (state) {
    case 'QUEUED':
    case 'SENDING':
    case 'REJECTED_SOFT':
      return null;
    case 'ACKED':
    case 'LANDED':
    case 'LANDED_PROBABLE':
      return 'landed';
    case 'UNKNOWN':
    case 'AMBIGUOUS':
    case 'PROBABLY_ABSENT':
    case 'CLOSED_ABSENT':
      return 'unclear';
    default:
      return 'failed';
  }
}

function endedCancels(cancels: readonly CancelRow[]): readonly CancelRow['state'][] | null {
  const open = cancels.some(({ state }) => state === 'QUEUED' || state === 'SENDING' || state === 'UNKNOWN');
  return open ? null : cancels.map(({ state }) => state);
}

const warnings = (checks: readonly { readonly level: string; readonly code: string }[]): string[] =>
  checks.filter(({ level }) => level === 'warn').map(({ code }) => code);

const positionText = ({ side, quantity, symbol }: Position): string => `${side} ${quantity} ${symbol}`;

const seconds = (ms: number): number => Math.max(0, Math.floor(ms / 1000));
