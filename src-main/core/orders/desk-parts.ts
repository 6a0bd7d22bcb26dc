import type { OrderEntry as EntryState } from '#contract/model/status.ts';
import type { Preview, Ticket } from '#contract/model/ticket.ts';
import { AbsentWatch } from './absent-watch.ts';
import { CancelCheck } from './cancel-check.ts';
import { CancelEntry } from './cancel-entry.ts';
import type { CancelRow } from './cancel-row.ts';
import { CancelRunner } from './cancel-runner.ts';
import { ChildFills } from './child-fills.ts';
import { Decisions } from './decisions.ts';
import { DeskRows } from './desk-rows.ts';
import { Dispatcher } from './dispatcher.ts';
import { FirstReads } from './first-reads.ts';
import { InFlight } from './in-flight.ts';
import { JournalWatch } from './journal-watch.ts';
import { OrderEntry } from './order-entry.ts';
import type { OrderDeskDeps } from './order-desk-deps.ts';
import { cancelNotice, orderNotice } from './order-notices.ts';
import type { OrderRow } from './order-row.ts';
import { predict } from './prediction.ts';
import { learnedOf } from './probe/learned.ts';
import { Reconciler } from './reconciler.ts';
import { Recorder } from './recorder.ts';
import { newRiskOf } from './risk/new-risk.ts';
import { RiskTally } from './risk/risk-tally.ts';
import { isUnderCheck } from './row-states.ts';
import { steadyReader } from './steady-reader.ts';

/** What the parts ask of the desk that they make up. */
export type DeskHooks = {
  readonly entry: (systemId: string) => EntryState;
  /** `except`: the row that the ticket belongs to, when it has one. */
  readonly preview: (ticket: Ticket, except: string | null) => Preview;
  readonly watch: (systemId: string) => void;
  readonly evidence: (systemId: string) => void;
  readonly announce: (systemId: string) => void;
  readonly isClosed: () => boolean;
};

export type DeskParts = ReturnType<typeof createDeskParts>;

/** The parts of a desk, put together in the order in which they need each other. */
export function createDeskParts(deps: OrderDeskDeps, hooks: DeskHooks) {
  const { clock, log, journal, client, serviceClockOffsetMs } = deps;
  const reader = steadyReader(deps.reader, log);
  const learned = () => learnedOf(journal, deps.profile.id);
  const reuseRefused = (): boolean => learned()?.reuseRefused === true;
  const rows = new DeskRows(deps, reuseRefused);
  const tally = tallyOf(deps, rows);
  const moves = new Moves(deps, hooks, rows, tally);
  const moved = (row: OrderRow): void => moves.order(row);
  const cancelMoved = (row: CancelRow): void => moves.cancel(row);
  const journalWatch: JournalWatch = new JournalWatch(clock, log, journal, () => recorder);
  const recorder = new Recorder(journal, log, moved, () => journalWatch.look());
  const inFlight = new InFlight();
  const decided = ({ ticket }: OrderRow): void => deps.nudge(ticket.systemId);
  const reconciler = new Reconciler({
    clock,
    log,
    reader,
    recorder,
    rows: () => rows.all(),
    serviceClockOffsetMs,
    reuseTitle: () => learned()?.reuseTitle ?? null,
    postedAt: (systemId, id) => postedAt(deps, systemId, id),
    decided,
  });
  const read = (systemId: string): void => {
    hooks.evidence(systemId);
    hooks.announce(systemId);
  };
  const firstReads = new FirstReads({ clock, reader, read });
  const absentWatch = new AbsentWatch({ clock, reader, rows: () => rows.all(), serviceClockOffsetMs, read });
  const runner = new CancelRunner({ clock, log, client, reader, journal, inFlight, changed: cancelMoved });
  const cancels = new CancelEntry({ deps, rows, recorder, runner });
  const check = new CancelCheck({ clock, random: deps.random, rows, recorder, cancels, nudge: deps.nudge });
  const dispatcher = new Dispatcher({
    clock,
    log,
    client,
    journal,
    recorder,
    inFlight,
    entry: hooks.entry,
    strangers: ({ ticket }) => rows.lookAlikes(ticket),
    settled: decided,
    predict: ({ ticket }) => predict(ticket, rows.signals(ticket.systemId), clock.now()),
    missed: ({ ticket }, text) => deps.missed(ticket.systemId, text),
  });
  const { risk } = deps;
  const entry = new OrderEntry({
    deps,
    risk,
    rows,
    recorder,
    dispatcher,
    entry: hooks.entry,
    preview: hooks.preview,
    watch: hooks.watch,
    moved,
    troubled: () => journalWatch.look(),
  });
  const mayEnter = hooks.entry;
  const decisions = new Decisions({
    deps,
    risk,
    rows,
    recorder,
    dispatcher,
    reconciler,
    entry,
    check,
    mayEnter,
    reuseRefused,
  });
  moves.tell(reconciler, absentWatch, check);
  const childFills = new ChildFills();
  return {
    deps,
    rows,
    tally,
    recorder,
    reconciler,
    firstReads,
    absentWatch,
    runner,
    cancels,
    check,
    dispatcher,
    entry,
    decisions,
    childFills,
    journalWatch,
    cancelMoved,
  };
}

function tallyOf({ clock, state }: OrderDeskDeps, rows: DeskRows): RiskTally {
  const tally = new RiskTally(clock, ({ ticket }) =>
    newRiskOf(ticket, (symbol) => state.pointValue(ticket.systemId, symbol)),
  );
  for (const row of rows.all()) tally.moved(row);
  return tally;
}

function postedAt({ state }: OrderDeskDeps, systemId: string, id: string): number | null {
  const named = state.signals(systemId).find(({ serviceId, ownId }) => serviceId === id || ownId === id);
  return named?.postedAt ?? null;
}

/** What follows from the move of a row, once the journal has it. */
class Moves {
  readonly #deps: OrderDeskDeps;
  readonly #hooks: DeskHooks;
  readonly #tally: RiskTally;
  /** Rows as they were last told about, to see what moved. */
  readonly #told: Map<string, OrderRow>;
  /** Sent in this run: their monotonic time means something. */
  readonly #sentHere = new Set<string>();
  #listeners: { reconciler: Reconciler; absentWatch: AbsentWatch; check: CancelCheck } | null = null;

  constructor(deps: OrderDeskDeps, hooks: DeskHooks, rows: DeskRows, tally: RiskTally) {
    this.#deps = deps;
    this.#hooks = hooks;
    this.#tally = tally;
    this.#told = new Map(rows.all().map((row) => [row.rowId, row]));
  }

  tell(reconciler: Reconciler, absentWatch: AbsentWatch, check: CancelCheck): void {
    this.#listeners = { reconciler, absentWatch, check };
  }

  order(row: OrderRow): void {
    const before = this.#told.get(row.rowId);
    this.#told.set(row.rowId, row);
    this.#tally.moved(row);
    if (row.state === 'SENDING') this.#sentHere.add(row.rowId);
    const isNew = isUnderCheck(row) && (before === undefined || !isUnderCheck(before));
    if (isNew) this.#listeners?.reconciler.take(row, this.#sentHere.has(row.rowId) ? row.sentMonotonic : null);
    if (row.state === 'PROBABLY_ABSENT') this.#listeners?.absentWatch.begin();
    if (row.state === 'UNKNOWN' && before?.state !== 'UNKNOWN') this.#deps.risk.unknownOrder();
    const notice = orderNotice(before, row);
    if (notice) this.#deps.notify(notice);
    this.#hooks.announce(row.ticket.systemId);
  }

  cancel(row: CancelRow): void {
    const notice = cancelNotice(row);
    if (notice) this.#deps.notify(notice);
    const isOver = row.state !== 'QUEUED' && row.state !== 'SENDING';
    if (isOver && !this.#hooks.isClosed()) this.#deps.nudge(row.systemId);
    this.#listeners?.check.moved(row);
    this.#hooks.announce(row.systemId);
  }
}
