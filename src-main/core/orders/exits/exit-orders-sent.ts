import Big from 'big.js';
import type { Text } from '#contract/message.ts';
import type { ExitStepState } from '#contract/model/exit.ts';
import type { JournalState } from '#contract/model/signal.ts';
import type { Ticket } from '#contract/model/ticket.ts';
import type { CancelRow } from '../cancel-row.ts';
import { closes } from '../exposure.ts';
import type { ExitDeskDeps } from './exit-desk-deps.ts';
import type { PlannedExit, Step } from './exit-steps.ts';
import { closesOf } from './plan-close.ts';

export type StepResult = {
  readonly state: Extract<ExitStepState, 'done' | 'failed' | 'unclear' | 'skipped'>;
  readonly note: Text;
};

/** An order as it may leave now, what is confirmed with it, and what its step says once it is there. */
type Fitted = { readonly ticket: Ticket; readonly codes: readonly string[]; readonly note?: Text };

/** What the parts of a run share. */
export type RunFacts = {
  readonly deps: ExitDeskDeps;
  readonly plan: PlannedExit;
  readonly isStopped: () => boolean;
  readonly tell: () => void;
};

/** Milliseconds before each reading in which a group may be shown. */
const groupLooks = [2_000, 5_000] as const;
const ok: StepResult = { state: 'done', note: '' };
/** An exit that may close more than is held goes by the user's confirm alone, of a panic too. */
const neverAssumed = ['may-turn', 'may-close-twice', 'exit-unknown'];

/** Confirms by which a closing order goes although the positions cannot be read first. */
const goesUnread = ['may-turn', 'rests-on-old-data'];

/** Longer than the second in which a fill and a reading cannot be put in order. */
const sameSecondMs = 2_500;
const mostRereads = 3;

/** Sends the orders and cancels of a run, each with its outcome. */
export class ExitOrders {
  readonly #facts: RunFacts;
  readonly #confirmed: readonly string[];
  /** By the number of a group in the plan: its OCA id, and the row of the last order that went into it. */
  readonly #groups = new Map<number, { readonly id: string; rowId: string | null }>();
  /** By ticket: the row on hold of an order that goes once its group is shown. */
  readonly #onHold = new Map<Ticket, string>();

  constructor(facts: RunFacts, confirmed: readonly string[]) {
    this.#facts = facts;
    this.#confirmed = confirmed;
  }

  /** Closing orders for everything held, as they would be planned now. */
  closesOfAll(): Step[] {
    const { deps, plan } = this.#facts;
    const { systemId } = plan.request;
    const now = deps.clock.now() + deps.marketOffsetMs();
    return closesOf(deps.positions(systemId), deps.desk.signals(systemId), now);
  }

  /** An order that waits for its group is in the journal before anything is sent: the end of the program loses none. */
  hold(ticket: Ticket, inGroup: number | false): boolean {
    const { desk, random } = this.#facts.deps;
    const grouped = this.#inGroup(ticket, inGroup);
    const outcome = grouped && desk.prepare(random.uuid(), grouped);
    if (!outcome?.ok) return false;
    this.#onHold.set(ticket, outcome.value.rowId);
    return true;
  }

  /** The orders that these were to follow are still as they were. */
  dropOnHold(): void {
    for (const rowId of this.#onHold.values()) this.#facts.deps.desk.abandon(rowId);
  }

  /** The order on hold goes only into a group that the platform has shown; else it stays on hold for one confirm. */
  async follow(ticket: Ticket, inGroup: number | false): Promise<StepResult> {
    const { deps, plan } = this.#facts;
    const rowId = this.#onHold.get(ticket);
    const before = inGroup === false ? null : (this.#groups.get(inGroup)?.rowId ?? null);
    if (rowId === undefined || before === null || !(await this.#isGroupShown(before))) {
      return { state: 'skipped', note: { code: 'exit.group-not-shown' } };
    }
    // The lists of before still show what the stop has replaced.
    await deps.readAgain(plan.request.systemId);
    const outcome = deps.desk.confirm(rowId, [...this.#confirmed, 'same-order', 'equal-working', 'stale']);
    return outcome.ok ? this.#outcomeOf(rowId) : { state: 'failed', note: outcome.failure.message };
  }

  async #isGroupShown(rowId: string): Promise<boolean> {
    const { deps, plan, isStopped } = this.#facts;
    for (const pause of groupLooks) {
      if (deps.desk.order(rowId)?.groupShown === true) return true;
      await new Promise<void>((resolve) => deps.clock.after(pause, resolve));
      if (isStopped()) return false;
      await deps.readAgain(plan.request.systemId);
    }
    return deps.desk.order(rowId)?.groupShown === true;
  }

  async send(ticket: Ticket, inGroup: number | false): Promise<StepResult> {
    const { deps, plan } = this.#facts;
    const grouped = this.#inGroup(ticket, inGroup);
    if (grouped === null) return { state: 'failed', note: { code: 'exit.no-group' } };
    const fitted: StepResult | Fitted = closes(grouped) ? await this.#fitted(grouped) : { ticket: grouped, codes: [] };
    if ('state' in fitted) return fitted;
    const warned = deps.desk
      .preview(fitted.ticket)
      .checks.filter(({ level, code }) => level === 'warn' && !neverAssumed.includes(code));
    const assumed = plan.request.kind === 'flatten' ? warned.map(({ code }) => code) : [];
    // The orders of one plan look alike on purpose, and their age was judged with the plan.
    const codes = [...this.#confirmed, ...assumed, ...fitted.codes, 'same-order', 'equal-working', 'stale'];
    const outcome = deps.desk.submit(deps.random.uuid(), fitted.ticket, codes);
    if (!outcome.ok) return { state: 'failed', note: outcome.failure.message };
    const { rowId } = outcome.value;
    const group = inGroup === false ? undefined : this.#groups.get(inGroup);
    if (group) group.rowId = rowId;
    const result = await this.#outcomeOf(rowId);
    return result === ok ? { ...ok, note: fitted.note ?? '' } : result;
  }

  async #outcomeOf(rowId: string): Promise<StepResult> {
    const { deps } = this.#facts;
    const state = await this.#until(() => outcomeOf(deps.desk.order(rowId)?.state));
    const text = deps.desk.order(rowId)?.text ?? '';
    if (state === 'unclear') return { state: 'unclear', note: text };
    return state === 'landed' ? ok : { state: 'failed', note: text };
  }

  async cancel(rowId: string): Promise<StepResult> {
    const { deps, plan } = this.#facts;
    const intentId = deps.random.uuid();
    const outcome = deps.desk.cancel(intentId, plan.request.systemId, [rowId]);
    if (!outcome.ok) return { state: 'failed', note: outcome.failure.message };
    if (outcome.value.skipped.includes(rowId)) return { state: 'done', note: { code: 'exit.gone-already' } };
    const states = await this.#until(() => endedCancels(deps.desk.cancels(intentId)));
    if (states.every((state) => state === 'CANCELED' || state === 'GONE')) return ok;
    if (states.includes('TOO_LATE')) return { state: 'done', note: { code: 'exit.filled-first' } };
    return { state: 'failed', note: { code: 'exit.cancel-not-confirmed' } };
  }

  /**
   * A closing order as it may leave now: it replaces its stop only where that still works, and closes no more than is
   * held and not yet being closed. The positions are read first where that is not certain.
   */
  async #fitted(ticket: Ticket): Promise<StepResult | Fitted> {
    const { deps } = this.#facts;
    const { desk } = deps;
    const mustRead = desk.needsReading(ticket) || !this.#replacedWorks(ticket);
    const read = mustRead ? await this.#readUntilCertain(ticket) : true;
    // A stop or target is sent as planned: the desk asks where it is beyond what is held.
    if (ticket.price.kind !== 'market') {
      if (ticket.replaces?.leaveOcaIntact === true) await this.#untilFree(ticket);
      return { ticket, codes: [] };
    }
    const exit = this.#replacedWorks(ticket) ? ticket : { ...ticket, replaces: null };
    const { certain, free, held, unknown } = desk.exposure(exit);
    if (held.eq(0)) return { state: 'done', note: { code: 'exit.nothing-left' } };
    const asked = new Big(exit.quantity);
    if (!read && !goesUnread.some((code) => this.#confirmed.includes(code)))
      return { state: 'failed', note: { code: 'exit.not-read' } };
    const may = unknown.length > 0 ? 'may-close-twice' : 'may-turn';
    const most = this.#confirmed.includes(may) ? held : free;
    if (most.eq(0)) return { state: 'failed', note: { code: 'exit.all-being-closed', held: held.toFixed() } };
    const quantity = (asked.gt(most) ? most : asked).toFixed();
    // More may be held than is certain: a smaller order in the place of the stop would leave that without one. Where it is
    // certain, other exits cover what this one leaves.
    if (most.lt(asked) && !certain && exit.replaces !== null)
      return { state: 'failed', note: { code: 'exit.keeps-stop', free: quantity } };
    const isLess = most.lt(asked) && most.lt(held);
    const note: Text = isLess ? { code: 'exit.only-free', sent: quantity, asked: asked.toFixed() } : '';
    return { ticket: { ...exit, quantity }, codes: ['may-turn'], note };
  }

  /** What a step before has replaced counts twice until the lists show the new order in its group. */
  async #untilFree(ticket: Ticket): Promise<void> {
    const { clock, desk, readAgain } = this.#facts.deps;
    for (const pause of groupLooks) {
      if (!desk.needsReading(ticket) || this.#facts.isStopped()) return;
      await new Promise<void>((resolve) => clock.after(pause, resolve));
      await readAgain(ticket.systemId);
    }
  }

  /** A fill of the very second of the reading may be in it or not: a later reading tells. */
  async #readUntilCertain(ticket: Ticket): Promise<boolean> {
    const { clock, desk, readAgain } = this.#facts.deps;
    let read = await readAgain(ticket.systemId);
    for (let more = 0; more < mostRereads && read && !desk.exposure(ticket).certain; more++) {
      await new Promise<void>((resolve) => clock.after(sameSecondMs, resolve));
      read = await readAgain(ticket.systemId);
    }
    return read;
  }

  #replacedWorks({ replaces, systemId }: Ticket): boolean {
    if (replaces === null) return true;
    const id = replaces.serviceId;
    const replaced = this.#facts.deps.desk.signals(systemId).find((one) => one.serviceId === id || one.ownId === id);
    return replaced?.state === 'working';
  }

  #inGroup(ticket: Ticket, number: number | false): Ticket | null {
    if (number === false) return ticket;
    const known = this.#groups.get(number);
    if (known) return { ...ticket, ocaGroupId: known.id };
    const made = this.#facts.deps.desk.makeGroup(ticket.systemId);
    if (!made.ok) return null;
    this.#groups.set(number, { id: made.value.ocaGroupId, rowId: null });
    return { ...ticket, ocaGroupId: made.value.ocaGroupId };
  }

  /** Resolves with the first value that is not null; looked at whenever an order of this strategy moves. */
  #until<Value>(look: () => Value | null): Promise<Value> {
    const first = look();
    if (first !== null) return Promise.resolve(first);
    return new Promise((resolve) => {
      const release = this.#facts.deps.desk.onChange(() => {
        const value = look();
        if (value === null) return;
        release();
        resolve(value);
      });
    });
  }
}

function outcomeOf(state: JournalState | undefined): 'landed' | 'failed' | 'unclear' | null {
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
