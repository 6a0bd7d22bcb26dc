import type { ActState } from '#contract/model/act.ts';
import type { ChangeRun, ChangeRunRow, ChangeRowState } from '#contract/model/change-set.ts';
import type { ActRow } from '#core/acts/act-row.ts';
import type { StoredRow, StoredRun } from './change-file.ts';

/** A row with a `NOT_SENT` act waits: it is sent again under another intent. */
const statesOfActs: Readonly<Record<ActState, ChangeRowState>> = {
  SENDING: 'sending',
  DONE: 'done',
  REFUSED: 'refused',
  NOT_SENT: 'waiting',
  UNKNOWN: 'unknown',
  ABSENT: 'absent',
  GIVEN_UP: 'given-up',
  DIFFERS: 'differs',
};

type Acts = ReadonlyMap<string, ActRow>;

/** The state of a row: that of its act, if it has one. A row that was skipped stays skipped. */
export function rowState({ intentId, state }: StoredRow, acts: Acts): ChangeRowState {
  const act = acts.get(intentId);
  if (act === undefined || (act.state === 'NOT_SENT' && state === 'skipped')) return state;
  return statesOfActs[act.state];
}

/** The run as the window shows it. */
export function shownRun({ rows, ...run }: StoredRun, acts: Acts): ChangeRun {
  return { ...run, rows: rows.map((row) => shownRow(row, acts)) };
}

function shownRow({ planned: _, ...row }: StoredRow, acts: Acts): ChangeRunRow {
  const act = acts.get(row.intentId);
  const state = rowState({ ...row, planned: {} }, acts);
  if (act === undefined) return { ...row, state };
  const last = act.steps.at(-1);
  const errors = state === 'done' ? [] : [...act.answer, ...(last?.text === undefined ? [] : [last.text])];
  return { ...row, state, errors, at: state === 'waiting' ? null : Math.floor(act.changedAt / 1000) };
}
