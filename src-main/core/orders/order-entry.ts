import { done, failed } from '#contract/outcome.ts';
import type { CommandOutcome } from '#contract/commands.ts';
import type { OrderEntry as EntryState } from '#contract/model/status.ts';
import type { Check, Ticket } from '#contract/model/ticket.ts';
import type { DeskRows } from './desk-rows.ts';
import type { Dispatcher } from './dispatcher.ts';
import { twinOf } from './guard.ts';
import { IdConflict, JournalError, type Journal } from './journal.ts';
import { journalFacts } from './journal-texts.ts';
import type { OrderDeskDeps, RiskGuard } from './order-desk-deps.ts';
import type { OrderRow } from './order-row.ts';
import { drawOwnId } from './own-id.ts';
import type { Recorder } from './recorder.ts';
import { entersRisk } from './risk/new-risk.ts';

type Parts = {
  readonly deps: OrderDeskDeps;
  readonly risk: RiskGuard;
  readonly rows: DeskRows;
  readonly recorder: Recorder;
  readonly dispatcher: Dispatcher;
  readonly entry: (systemId: string) => EntryState;
  readonly checks: (ticket: Ticket, except: string | null) => readonly Check[];
  readonly watch: (systemId: string) => void;
  readonly moved: (row: OrderRow) => void;
  /** The journal could not be written. */
  readonly troubled: () => void;
};

type Entering = {
  readonly intentId: string;
  readonly ticket: Ticket;
  readonly confirmed: readonly string[];
  /** One press, without a review: new risk then needs an armed desk. */
  readonly direct?: boolean;
  /** The user has confirmed that this one may stand beside an equal order. */
  readonly twinOf?: string;
  /** In the journal, and before it is sent. */
  readonly created?: (row: OrderRow) => void;
};

type Refusal = Extract<CommandOutcome<'orders.submit'>, { ok: false }>;

/**
 * The one door of every order: checks, caps, kill switch and arming hold here for each way in, and nothing goes on to the
 * dispatcher that the journal does not hold.
 */
export class OrderEntry {
  readonly #parts: Parts;
  #closed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  close(): void {
    this.#closed = true;
  }

  submit(entering: Entering): CommandOutcome<'orders.submit'> {
    const known = this.#known(entering.intentId);
    if (known) return known;
    if (this.#journal().knowsIntent(entering.intentId)) return usedIntent();
    const refusal = this.#refusal(entering, null);
    return refusal ?? this.#create(entering, false);
  }

  prepare(intentId: string, ticket: Ticket): CommandOutcome<'orders.prepare'> {
    const known = this.#known(intentId);
    if (known) return known;
    if (this.#closed) return failed('blocked', 'This connection was closed. Nothing was prepared.');
    if (this.#journal().knowsIntent(intentId)) return usedIntent();
    return this.#create({ intentId, ticket, confirmed: [] }, true);
  }

  /** HELD or NOT_SENT → QUEUED, checked as if it were entered now. */
  confirm(rowId: string, confirmed: readonly string[], direct: boolean): CommandOutcome<'orders.confirm'> {
    const { deps, recorder, dispatcher, rows } = this.#parts;
    const row = rows.find(rowId);
    if (!row) return failed('unknown-row', 'This order is not in the journal.');
    if ((row.state !== 'HELD' && row.state !== 'NOT_SENT') || recorder.waits(rowId)) {
      return failed('not-a-choice', `It can not be confirmed now: ${journalFacts(row).text}`);
    }
    const entering = { intentId: rowId, ticket: row.ticket, confirmed, direct };
    const refusal = this.#refusal(entering, row);
    if (refusal) return refusal;
    try {
      const codes = [...new Set([...row.confirmed, ...confirmed])];
      dispatcher.enqueue(recorder.applyNow(rowId, { type: 'confirmed', at: deps.clock.now(), codes }));
      return done({});
    } catch (error) {
      return this.journalFailure(error);
    }
  }

  abandon(rowId: string): CommandOutcome<'orders.abandon'> {
    const { deps, recorder, rows } = this.#parts;
    const row = rows.find(rowId);
    if (!row) return failed('unknown-row', 'This order is not in the journal.');
    if (!['QUEUED', 'HELD', 'NOT_SENT'].includes(row.state) || recorder.waits(rowId)) {
      return failed('not-a-choice', `It can not be withdrawn now: ${journalFacts(row).text}`);
    }
    try {
      recorder.applyNow(rowId, { type: 'abandoned', at: deps.clock.now() });
      return done({});
    } catch (error) {
      return this.journalFailure(error);
    }
  }

  journalFailure(error: unknown): ReturnType<typeof failed<'journal'>> {
    if (!(error instanceof JournalError)) throw error;
    this.#parts.troubled();
    return failed('journal', `${error.message} Nothing was sent.`);
  }

  #journal(): Journal {
    return this.#parts.deps.journal;
  }

  #known(intentId: string): { ok: true; value: { rowId: string; ownId: string } } | null {
    const known = this.#parts.rows.find(intentId);
    return known ? done({ rowId: known.rowId, ownId: known.ownId }) : null;
  }

  #create({ intentId, ticket, confirmed, created }: Entering, staged: boolean): CommandOutcome<'orders.prepare'> {
    const { deps, dispatcher, moved } = this.#parts;
    const { clock, journal, profile, random } = deps;
    try {
      const at = clock.now();
      const codes = [...confirmed];
      const common = { intentId, at, profileId: profile.id, mode: profile.mode, ticket, confirmed: codes };
      const order = staged ? { ...common, staged } : common;
      const drawId = (): string => drawOwnId(clock.now(), () => random.fraction());
      const leave = (begun: OrderRow): void => dispatcher.enqueue(begun);
      const row = journal.create(order, drawId, staged || created ? undefined : leave);
      moved(row);
      if (created) {
        created(row);
        leave(row);
      }
      return done({ rowId: row.rowId, ownId: row.ownId });
    } catch (error) {
      if (error instanceof IdConflict) return failed('blocked', error.message, { field: 'ocaGroupId' });
      return this.journalFailure(error);
    }
  }

  /** Why it is not sent; `held` is the row when it is not a new one. */
  #refusal({ ticket, confirmed, direct, twinOf: twin }: Entering, held: OrderRow | null): Refusal | null {
    const { entry, risk, rows, watch } = this.#parts;
    if (this.#closed) return failed('locked', 'This connection was closed. Nothing was sent.');
    const killed = risk.killed();
    if (killed !== null) return failed('killed', `${killed} Nothing was sent.`);
    watch(ticket.systemId);
    const state = entry(ticket.systemId);
    if (!state.open) return failed('locked', `${state.reason} Nothing was sent.`);
    const checks = this.#parts.checks(ticket, held?.rowId ?? null);
    const blocks = checks.filter(({ level }) => level === 'block');
    if (blocks[0]) return failed('blocked', `${blocks[0].text} Nothing was sent.`, detailsOf(blocks));
    const others = rows.openLike(ticket).filter(({ rowId }) => rowId !== held?.rowId && rowId !== twin);
    const equal = twinOf(ticket, others);
    if (equal)
      return failed('twin', `An equal order is not settled yet. ${journalFacts(equal).text} Nothing was sent.`);
    if (direct === true && entersRisk(ticket) && !risk.armed(ticket.systemId)) {
      return failed('disarmed', 'The desk is not armed for this strategy. Nothing was sent.');
    }
    const known = [...confirmed, ...(held?.confirmed ?? [])];
    const open = checks.filter(({ level, code }) => level === 'warn' && !known.includes(code));
    if (open[0]) return failed('unconfirmed', `${open[0].text} Confirm it to send the order.`, detailsOf(open));
    return null;
  }
}

const usedIntent = () => failed('blocked', 'This press was already used for something else. Nothing was sent.');

const detailsOf = (checks: readonly Check[]): { details: string[]; field?: string } => {
  const field = checks[0]?.field ?? null;
  const details = checks.map(({ text }) => text);
  return field === null ? { details } : { details, field };
};
