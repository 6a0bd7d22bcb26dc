import type { Note } from '../note.ts';
import { copyCommands, isProvable } from './acts.ts';
import type { Evidence, JournaledAct, ReceivedRequest } from './evidence.ts';
import type { Finding } from './verdict.ts';

export type ActsChecked = { readonly findings: Finding[]; readonly counts: ReadonlyMap<string, number> };
type Count = (name: string) => void;

/** Compares the acts in the journal with the requests, the copies of the service, and what was shown. */
export function checkActs(evidence: Evidence): ActsChecked {
  const counts = new Map<string, number>();
  const count: Count = (name) => void counts.set(name, (counts.get(name) ?? 0) + 1);
  const requests = Map.groupBy(
    evidence.requests.filter(({ actKey, elsewhere }) => actKey !== null && !elsewhere),
    ({ actKey }) => actKey ?? '',
  );
  for (const { command, state } of evidence.acts) count(`acts in state ${state}: ${command}`);
  const findings = [
    ...doubled(requests, evidence),
    ...evidence.acts.flatMap((act) => contradicted(act, requests.get(act.key) ?? [], evidence, count)),
    ...evidence.notes.flatMap((note) => (note.is === 'acts-at-start' ? hiddenAtStart(note, count) : [])),
    ...hiddenAtEnd(evidence),
  ];
  return { findings, counts };
}

/** More requests than sends, a row without a press, or a request without a row. */
function doubled(requests: ReadonlyMap<string, readonly ReceivedRequest[]>, evidence: Evidence): Finding[] {
  const rows = Map.groupBy(evidence.acts, ({ key }) => key);
  const pressed = new Set(evidence.notes.flatMap((note) => (note.is === 'act-pressed' ? note.intentId : [])));
  const findings: Finding[] = evidence.acts
    .filter(({ intentId }) => !pressed.has(intentId))
    .map((act) => ({ kind: 'actDoubled', text: `without a press: ${about(act)}` }));
  for (const [key, received] of requests) {
    const sends = (rows.get(key) ?? []).reduce((sum, { attempts }) => sum + attempts, 0);
    if (sends === 0) findings.push({ kind: 'actUnseen', text: `received without a row: ${key}` });
    else if (received.length > sends + faults(evidence, 'request-twice', key))
      findings.push({ kind: 'actDoubled', text: `${received.length} requests, ${sends} sends: ${key}` });
  }
  return findings;
}

const faults = ({ notes }: Evidence, fault: string, key: string): number =>
  notes.filter((note) => note.is === 'met' && note.fault === fault && note.actKey === key).length;

const hasOwnKey = ({ command }: JournaledAct): boolean => command === 'startAutoTrade' || command === 'changeAutoTrade';

const isConfirmed = ({ state }: JournaledAct): boolean => state === 'DONE' || state === 'DIFFERS';

/** The state of a row against what the service received and what it did. */
function contradicted(
  act: JournaledAct,
  received: readonly ReceivedRequest[],
  evidence: Evidence,
  count: Count,
): Finding[] {
  const unseen = (text: string): Finding[] => [{ kind: 'actUnseen', text: `${text}: ${about(act)}` }];
  if (act.state === 'SENDING') return unseen('still under way');
  if (act.state === 'UNKNOWN' && isProvable(act.command, act.before)) return unseen('a reading can prove it');
  const copy = evidence.copies.find(({ startKey }) => startKey === act.key);
  const isDone = act.command === 'startAutoTrade' ? copy !== undefined : received.length > 0;
  if (isConfirmed(act) && !isDone) return takenForAnother(act, evidence, count) ? [] : unseen('confirmed, not done');
  // A stop and a target list may have the key of another press.
  if (act.state === 'NOT_SENT' && received.length > 0 && hasOwnKey(act)) return unseen('received');
  const isInEffect = evidence.copies.some(({ startKey, changeKey, isLive }) =>
    act.command === 'startAutoTrade' ? startKey === act.key && isLive : changeKey === act.key,
  );
  if (!isInEffect || (act.state !== 'REFUSED' && act.state !== 'ABSENT')) return [];
  return falselyClosed(act, evidence, count) ? [] : unseen('in effect');
}

/** A reading shows an account and not which start it came from: an earlier one may have come late. */
function takenForAnother({ command, target, steps }: JournaledAct, { acts, copies }: Evidence, count: Count): boolean {
  const isRead = steps.some(({ state, evidence }) => state === 'DONE' && evidence === 'read-back');
  const others = acts.filter((one) => one.command === command && one.target.id === target.id);
  const isOther = others.some(({ key }) => copies.some(({ startKey }) => startKey === key));
  if (!isRead || (command === 'startAutoTrade' && !isOther)) return false;
  count(`confirmed by the effect of another act: ${command}`);
  return true;
}

/**
 * The network brought it after T_late, or brought it twice and the second answer was a refusal, or
 * the service refused what it had done. The list of copies must show then that the strategy is copied.
 */
function falselyClosed({ state, command, key, target }: JournaledAct, evidence: Evidence, count: Count): boolean {
  const isRefused = state === 'REFUSED' && evidence.notes.some((note) => isRefusal(note, command));
  const fault = isRefused ? 'service throttle' : state === 'ABSENT' ? 'late' : 'request-twice';
  const copies = evidence.notes.findLast((note) => note.is === 'acts-at-end')?.copies ?? [];
  const shown = copies.find(({ systemId, brokerCode }) => `${systemId} ${brokerCode}` === target.id);
  if (!isRefused && faults(evidence, fault, key) === 0) return false;
  if (shown === undefined || /absent|stopped|ended/.test(shown.state)) return false;
  count(`in effect and ${state} after the fault ${fault}, shown as ${shown.state}: ${command}`);
  return true;
}

/** An answer that the request came too often, also where it was carried out. */
const isRefusal = (note: Note, command: string): boolean =>
  note.is === 'met' && note.fault === 'service throttle' && note.command === command;

type AtStart = Extract<Note, { is: 'acts-at-start' }>;
type Shown = AtStart['shown'][number];

const isSilent = ({ command, state, alarmed }: Shown): boolean =>
  state === 'UNKNOWN' && copyCommands.has(command) && !alarmed;

/** An act that the process before left open is listed, and an unknown one has an alarm. */
function hiddenAtStart({ open, shown }: AtStart, count: Count): Finding[] {
  return open.flatMap((intentId): Finding[] => {
    count('acts that were open at a start');
    const act = shown.find((one) => one.intentId === intentId);
    if (act === undefined) return [{ kind: 'actUnseen', text: `not listed after the start: ${intentId}` }];
    const isClosed = ['SENDING', 'NOT_SENT', 'REFUSED'].includes(act.state);
    if (!isClosed && !isSilent(act)) return [];
    return [{ kind: 'actUnseen', text: `after the start, alarm ${String(act.alarmed)}: ${line(act)}` }];
  });
}

/** After the last life every row is listed, every answered press has a row, and an unknown one has an alarm. */
function hiddenAtEnd({ acts, notes }: Evidence): Finding[] {
  const rows = new Set(acts.map(({ intentId }) => intentId));
  const findings: Finding[] = notes.flatMap((note) =>
    note.is === 'act-answered' && !rows.has(note.intentId)
      ? { kind: 'actUnseen', text: `answered, and not in the journal: ${note.intentId}` }
      : [],
  );
  const end = notes.findLast((note) => note.is === 'acts-at-end');
  if (end === undefined) return findings;
  const listed = new Set(end.shown.map(({ intentId }) => intentId));
  const missing = acts.filter(({ intentId }) => !listed.has(intentId));
  return [
    ...findings,
    ...missing.map((act): Finding => ({ kind: 'actUnseen', text: `not listed at the end: ${about(act)}` })),
    ...end.shown
      .filter(isSilent)
      .map((act): Finding => ({ kind: 'actUnseen', text: `without an alarm at the end: ${line(act)}` })),
  ];
}

const line = ({ intentId, command, state }: Pick<Shown, 'intentId' | 'command' | 'state'>): string =>
  `${command} ${intentId}, ${state}`;

/** The history of the act in one line. */
const about = (act: JournaledAct): string =>
  `${act.key}, ${line(act)}: ${act.steps.map(({ state, evidence }) => `${state} (${evidence})`).join(' → ')}`;
