import type { Note } from '../note.ts';
import { checkActs } from './check-acts.ts';
import { checkOrders } from './check-orders.ts';
import { checkRequests } from './check-requests.ts';
import { checkTimes } from './check-times.ts';
import type { Evidence } from './evidence.ts';
import type { Finding, Verdict } from './verdict.ts';

/** Errors that the core logs while the disk is full. They are not bugs. */
const logsOfFullDisk = new Set(['journal-not-written']);

/** Checks all evidence of one world. Pure: the same evidence gives the same verdict. */
export function checkWorld(evidence: Evidence): Verdict {
  const orders = checkOrders(evidence);
  const acts = checkActs(evidence);
  const times = checkTimes(evidence);
  const counts = new Map([...orders.counts, ...acts.counts]);
  counts.set('orders in the journal', evidence.orders.length);
  counts.set('requests received', evidence.requests.length);
  counts.set('orders received', evidence.requests.filter(({ command }) => command === 'submitSignal').length);
  counts.set('cancels received', evidence.requests.filter(({ command }) => command === 'cancelSignal').length);
  counts.set('acts received', evidence.requests.filter(({ actKey }) => actKey !== null).length);
  counts.set('transitions in the journal', evidence.events.length);
  counts.set('transitions at a time outside the run', times.unplaced);
  for (const note of evidence.notes) {
    const name = counterName(note);
    if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return {
    findings: [
      ...orders.findings,
      ...checkRequests(evidence),
      ...acts.findings,
      ...times.findings,
      ...checkNotes(evidence),
    ],
    counts,
    maxima: new Map([...times.maxima, ...shownTimes(evidence.notes)]),
  };
}

function checkNotes({ notes, orders, integrity }: Evidence): Finding[] {
  const rows = new Set(orders.map(({ rowId }) => rowId));
  const wasDiskFull = notes.some(({ is }) => is === 'disk-full');
  const findings: Finding[] = integrity
    .filter((line) => line !== 'ok')
    .map((line) => ({ kind: 'damaged', text: line }));
  for (const note of notes) {
    if (note.is === 'answered' && !rows.has(note.rowId))
      findings.push({ kind: 'lostCommits', text: `row ${note.rowId}` });
    if (note.is === 'one-press-two-rows') findings.push({ kind: 'twoRows', text: note.rows.join(', ') });
    if (note.is === 'reused-socket') findings.push({ kind: 'reusedSockets', text: note.command });
    if (note.is === 'ended' && note.code !== 0) {
      findings.push({ kind: 'crashes', text: `code ${note.code ?? ''} ${note.signal ?? ''}: ${note.stderr}` });
    }
    if (note.is === 'logged' && !(wasDiskFull && logsOfFullDisk.has(note.event))) {
      findings.push({ kind: 'bugs', text: `${note.event} ${note.facts}` });
    }
    if (note.is === 'started' && note.unknownCount < note.openCount) {
      findings.push({ kind: 'hidden', text: `${note.openCount} open, ${note.unknownCount} shown` });
    }
  }
  return findings;
}

function counterName(note: Note): string | null {
  if (note.is === 'fault-applied') return `fault: ${note.fault}`;
  if (note.is === 'killed') return `killed: ${note.how}`;
  if (note.is === 'chose') return `user chose: ${note.choice}`;
  return note.is === 'disk-full' ? 'fault: disk full' : null;
}

function shownTimes(notes: readonly Note[]): [string, number][] {
  const starts = notes.filter((note) => note.is === 'started').map(({ shownMs }) => shownMs);
  const shownDelays = notes.filter((note) => note.is === 'unknown-shown').map(({ machineMs }) => machineMs);
  return [
    ['start to first status, machine ms', Math.max(0, ...starts)],
    ['time until an unknown order was shown, machine ms', Math.max(0, ...shownDelays)],
  ];
}
