import { AbsentWatch } from './reconcile/absent-watch.ts';
import { CancelCheck } from './cancel/cancel-check.ts';
import { CancelDesk } from './cancel/cancel-desk.ts';
import type { CancelRow } from './journal/cancel-row.ts';
import { CancelRunner } from './cancel/cancel-runner.ts';
import { ChildFills } from './reconcile/child-fills.ts';
import { Contradictions } from './blotter/contradictions.ts';
import { Decisions } from './reconcile/decisions.ts';
import type { DeskHooks } from './desk-hooks.ts';
import { DeskRows } from './blotter/desk-rows.ts';
import { Dispatcher } from './send/dispatcher.ts';
import { FirstReads } from './entry/first-reads.ts';
import { JournalWatch } from './journal/journal-watch.ts';
import { OrderEntry } from './entry/order-entry.ts';
import type { OrderDeskDeps } from './order-desk-deps.ts';
import type { OrderRow } from './journal/order-row.ts';
import { SentOrderCheck } from './reconcile/sent-order-check.ts';
import { ProtectedPositions } from './protection/protected-positions.ts';
import { latestProbeFacts } from '#core/orders/probe/latest-probe-facts.ts';
import { Reconciler } from './reconcile/reconciler.ts';
import { Recorder } from './journal/recorder.ts';
import { ReplaceSteps } from './replace/replace-steps.ts';
import { newRiskOf } from './risk/new-risk.ts';
import { RestoredGate } from './reconcile/restored-gate.ts';
import { RiskTally } from './risk/risk-tally.ts';
import { RowChanges } from './row-changes.ts';
import { errorsAsResults } from './errors-as-results.ts';

export type DeskParts = ReturnType<typeof createDeskParts>;
type Base = ReturnType<typeof journalParts>;

/** Creates the parts of a desk in the order in which they need each other. */
export function createDeskParts(deps: OrderDeskDeps, hooks: DeskHooks) {
  const base = journalParts(deps, hooks);
  const reading = readingParts(deps, hooks, base);
  const sending = sendingParts(deps, hooks, base);
  base.rowChanges.setListeners(reading.reconciler, reading.absentWatch, sending.cancelCheck, sending.replaceSteps);
  const { rows, recorder, journalWatch, orderChanged, reuseRefused } = base;
  const { dispatcher, cancelCheck, replaceSteps } = sending;
  const { risk } = deps;
  const entry = new OrderEntry({
    deps,
    risk,
    rows,
    recorder,
    dispatcher,
    replaceSteps,
    orderEntry: hooks.orderEntry,
    onlyReduces: (ticket) => rows.effectOf(ticket) === 'reduces',
    checks: hooks.checks,
    watch: hooks.watch,
    orderChanged,
    journalFailed: () => journalWatch.start(),
  });
  const { reconciler } = reading;
  const decisions = new Decisions({
    deps,
    rows,
    recorder,
    dispatcher,
    reconciler,
    entry,
    cancelCheck,
    reuseRefused,
  });
  return {
    deps,
    ...base,
    ...reading,
    ...sending,
    entry,
    decisions,
    positions: new ProtectedPositions({ ...deps, liveSignals: (systemId) => base.rows.live(systemId) }),
    childFills: new ChildFills(),
    sentOrderCheck: new SentOrderCheck(),
    contradictions: new Contradictions(),
  };
}

/** The journal's rows, how they change, and what follows from a change. */
function journalParts(deps: OrderDeskDeps, hooks: DeskHooks) {
  const { clock, log, journal } = deps;
  const probeFacts = () => latestProbeFacts(journal, deps.profile);
  // Whether the last probe found that the platform refuses an own id that was used before.
  const reuseRefused = (): boolean => probeFacts()?.reuseRefused === true;
  const rows = new DeskRows(deps, reuseRefused);
  const tally = tallyOf(deps, rows);
  const rowChanges = new RowChanges(deps, hooks, rows, tally);
  const orderChanged = (row: OrderRow): void => rowChanges.orderChanged(row);
  const cancelChanged = (row: CancelRow): void => rowChanges.cancelChanged(row);
  const journalWatch: JournalWatch = new JournalWatch(clock, log, journal, () => recorder);
  const recorder = new Recorder(journal, log, orderChanged, () => journalWatch.start());
  return { probeFacts, reuseRefused, rows, tally, rowChanges, orderChanged, cancelChanged, journalWatch, recorder };
}

/** The parts that read the platform's lists. */
function readingParts(deps: OrderDeskDeps, hooks: DeskHooks, { rows, recorder, probeFacts }: Base) {
  const { clock, log, serviceClockOffsetMs } = deps;
  const reader = errorsAsResults(deps.reader, log);
  const reconciler = new Reconciler({
    clock,
    log,
    reader,
    recorder,
    rows: () => rows.all(),
    openRows: () => rows.open(),
    serviceClockOffsetMs,
    reuseTitle: () => probeFacts()?.reuseTitle ?? null,
    postedAt: (systemId, id) => rows.listed(systemId).byId(id)?.postedAt ?? null,
    onDecided: ({ ticket }) => deps.scheduleRefresh(ticket.systemId),
  });
  const onRead = (systemId: string): void => {
    hooks.listsChanged(systemId);
    hooks.announceChange(systemId);
  };
  const firstReads = new FirstReads({ clock, reader, onRead });
  const absentWatch = new AbsentWatch({ clock, reader, openRows: () => rows.open(), serviceClockOffsetMs, onRead });
  const restoredGate = new RestoredGate({
    clock,
    journal: deps.journal,
    reader,
    readTargets: (systemId) => deps.readTargets(systemId),
    onUnlocked: onRead,
  });
  return { reader, reconciler, firstReads, restoredGate, absentWatch };
}

/** The parts that send orders and cancels to the platform. */
function sendingParts(deps: OrderDeskDeps, hooks: DeskHooks, { rows, recorder, rowChanges }: Base) {
  const { clock, random, log, scheduleRefresh, serviceClockOffsetMs } = deps;
  const runner = new CancelRunner({ deps, reader: errorsAsResults(deps.reader, log), listener: rowChanges });
  const cancels = new CancelDesk({ deps, rows, recorder, runner });
  const cancelCheck = new CancelCheck({
    clock,
    random,
    rows,
    recorder,
    cancels,
    scheduleRefresh,
    serviceClockOffsetMs,
  });
  const positions = (systemId: string) => deps.state.positions(systemId);
  const replaceSteps = new ReplaceSteps({ clock, random, rows, recorder, cancels, positions });
  const dispatcher = new Dispatcher({ deps, hooks, rows, recorder });
  return { runner, cancels, cancelCheck, replaceSteps, dispatcher };
}

function tallyOf({ clock, state }: OrderDeskDeps, rows: DeskRows): RiskTally {
  const tally = new RiskTally(clock, ({ ticket }) =>
    newRiskOf(ticket, (symbol) => state.pointValue(ticket.systemId, symbol)),
  );
  for (const row of rows.all()) tally.rowChanged(row);
  return tally;
}
