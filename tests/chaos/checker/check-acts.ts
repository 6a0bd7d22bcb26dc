import type { Note } from '../note.ts';
import { alarmedCommands, hasOwnMark, isProvable } from './acts.ts';
import type { Evidence, JournaledAct, ReceivedRequest } from './evidence.ts';
import type { Finding } from './verdict.ts';

export type ActsChecked = { readonly findings: Finding[]; readonly counts: ReadonlyMap<string, number> };
type Count = (name: string) => void;

/**
 * Compares the acts in the journal with the requests, with their effects at the service, and with
 * what the program showed.
 */
export function checkActs(evidence: Evidence): ActsChecked {
  const counts = new Map<string, number>();
  const count: Count = (name) => void counts.set(name, (counts.get(name) ?? 0) + 1);
  const requests = Map.groupBy(
    evidence.requests.filter(({ actKey, isFromOtherClient }) => actKey !== null && !isFromOtherClient),
    ({ actKey }) => actKey ?? '',
  );
  for (const { command, state } of evidence.acts) count(`acts in state ${state}: ${command}`);
  const findings = [
    ...findDoubled(requests, evidence),
    ...evidence.acts.flatMap((act) => findContradictions(act, requests.get(act.key) ?? [], evidence, count)),
    ...evidence.notes.flatMap((note) => (note.is === 'acts-at-start' ? hiddenAtStart(note, count) : [])),
    ...hiddenAtEnd(evidence),
    ...findWrongSubscriptions(evidence),
  ];
  return { findings, counts };
}

/** Finds acts with more requests than sends, rows without a press, and requests without a row. */
function findDoubled(requests: ReadonlyMap<string, readonly ReceivedRequest[]>, evidence: Evidence): Finding[] {
  const rows = Map.groupBy(evidence.acts, ({ key }) => key);
  const pressed = new Set(evidence.notes.flatMap((note) => (note.is === 'act-pressed' ? note.intentId : [])));
  // Cloning a strategy takes two acts. The second has another intent id, but the mark of its key is
  // the intent id of the press.
  const isPressed = ({ intentId, key }: JournaledAct): boolean =>
    pressed.has(intentId) || pressed.has(key.split(' ').at(-1) ?? '');
  const findings: Finding[] = evidence.acts
    .filter((act) => !isPressed(act))
    .map((act) => ({ kind: 'actDoubled', text: `without a press: ${actHistory(act)}` }));
  for (const [key, received] of requests) {
    const sends = (rows.get(key) ?? []).reduce((sum, { attempts }) => sum + attempts, 0);
    if (sends === 0) findings.push({ kind: 'actUnseen', text: `received without a row: ${key}` });
    else if (received.length > sends + faultCount(evidence, 'request-twice', key))
      findings.push({ kind: 'actDoubled', text: `${received.length} requests, ${sends} sends: ${key}` });
  }
  return findings;
}

const faultCount = ({ notes }: Evidence, fault: string, key: string): number =>
  notes.filter((note) => note.is === 'fault-applied' && note.fault === fault && note.actKey === key).length;

/**
 * Whether a start or a creation was carried out. The service keeps a permanent record of both. Null
 * for other acts.
 */
const isDoneAtService = ({ command, key }: JournaledAct, { copies, effects }: Evidence): boolean | null => {
  if (command === 'startAutoTrade') return copies.some(({ startKey }) => startKey === key);
  return command === 'createNewSystem' ? effects.has(key) : null;
};

/** Whether the act is in effect. The start and changes of a copy end when the copy is stopped. */
const isInEffect = ({ command, key }: JournaledAct, { copies, effects }: Evidence): boolean =>
  effects.has(key) ||
  copies.some(
    ({ startKey, changeKey, isLive }) => isLive && key === (command === 'startAutoTrade' ? startKey : changeKey),
  );

/**
 * Whether the key identifies this row. If another press finished an unfinished clone of a strategy,
 * two rows have the same key.
 */
export const hasUniqueKey = (act: JournaledAct, { acts }: Pick<Evidence, 'acts'>): boolean =>
  hasOwnMark(act) && acts.filter(({ key }) => key === act.key).length === 1;

const isConfirmed = ({ state }: JournaledAct): boolean => state === 'DONE' || state === 'DIFFERS';

/** Compares the state of a row with what the service received and what it did. */
function findContradictions(
  act: JournaledAct,
  received: readonly ReceivedRequest[],
  evidence: Evidence,
  count: Count,
): Finding[] {
  const unseen = (text: string): Finding[] => [{ kind: 'actUnseen', text: `${text}: ${actHistory(act)}` }];
  if (act.state === 'SENDING') return unseen('still under way');
  if (act.state === 'UNKNOWN' && isProvable(act.command, act.before)) return unseen('a reading can prove it');
  const isDone = isDoneAtService(act, evidence) ?? received.length > 0;
  if (isConfirmed(act) && !isDone) return isByAnotherAct(act, evidence, count) ? [] : unseen('confirmed, not done');
  if (!hasUniqueKey(act, evidence)) return [];
  if (act.state === 'NOT_SENT' && received.length > 0) return unseen('received');
  if (!isInEffect(act, evidence) || (act.state !== 'REFUSED' && act.state !== 'ABSENT')) return [];
  return isExplainedByFault(act, evidence, count) ? [] : unseen('in effect');
}

/**
 * True if a reading may have shown the effect of another act. For example, a reading shows an
 * account at the broker, but not which start opened it: an earlier start may have arrived late.
 */
function isByAnotherAct({ command, target, steps }: JournaledAct, { acts, copies }: Evidence, count: Count): boolean {
  // A mark in the strategy list or in the details of a strategy belongs to one act only.
  if (command === 'createNewSystem' || command === 'changeSystemAttribute') return false;
  const isReadBack = steps.some(({ state, evidence }) => state === 'DONE' && evidence === 'read-back');
  const others = acts.filter((one) => one.command === command && one.target.id === target.id);
  const isOtherStarted = others.some(({ key }) => copies.some(({ startKey }) => startKey === key));
  if (!isReadBack || (command === 'startAutoTrade' && !isOtherStarted)) return false;
  count(`confirmed by the effect of another act: ${command}`);
  return true;
}

/**
 * True if a refused or absent act is in effect for a known reason: the network delivered the
 * request after T_late, or delivered it twice and the second answer was a refusal, or the service
 * refused what it had carried out. The program must then show the effect.
 */
function isExplainedByFault(act: JournaledAct, evidence: Evidence, count: Count): boolean {
  const { state, command, key } = act;
  const isRefused = state === 'REFUSED' && evidence.notes.some((note) => isRefusal(note, command));
  const fault = isRefused ? 'service throttle' : state === 'ABSENT' ? 'late' : 'request-twice';
  if (!isRefused && faultCount(evidence, fault, key) === 0) return false;
  const shown = shownAs(act, evidence);
  if (shown === null) return false;
  count(`in effect and ${state} after the fault ${fault}, shown as ${shown}: ${command}`);
  return true;
}

/** What the program shows of the effect at the end; null if it shows none. */
function shownAs({ command, key, target }: JournaledAct, { notes }: Evidence): string | null {
  // No read shows a person. The row says so to the user, and says where to look.
  if (command === 'changePersonAttribute') return 'nothing, because no read shows it';
  const end = notes.findLast((note) => note.is === 'acts-at-end');
  if (end?.effects.includes(key) === true) return 'read';
  const copy = end?.copies.find(({ systemId, brokerCode }) => `${systemId} ${brokerCode}` === target.id);
  return copy === undefined || /absent|stopped|ended/.test(copy.state) ? null : copy.state;
}

/** A refusal because of too many requests. The request may have been carried out nevertheless. */
const isRefusal = (note: Note, command: string): boolean =>
  note.is === 'fault-applied' && note.fault === 'service throttle' && note.command === command;

type AtStart = Extract<Note, { is: 'acts-at-start' }>;
type Shown = AtStart['shown'][number];

const lacksAlarm = ({ command, state, alarmed }: Shown): boolean =>
  state === 'UNKNOWN' && alarmedCommands.has(command) && !alarmed;

/**
 * Each act that the last process left open must be listed with a state that is possible after a
 * start, and an unknown one needs an alarm.
 */
function hiddenAtStart({ open, shown }: AtStart, count: Count): Finding[] {
  return open.flatMap((intentId): Finding[] => {
    count('acts that were open at a start');
    const act = shown.find((one) => one.intentId === intentId);
    if (act === undefined) return [{ kind: 'actUnseen', text: `not listed after the start: ${intentId}` }];
    const isImpossible = ['SENDING', 'NOT_SENT', 'REFUSED'].includes(act.state);
    if (!isImpossible && !lacksAlarm(act)) return [];
    return [{ kind: 'actUnseen', text: `after the start, alarm ${String(act.alarmed)}: ${line(act)}` }];
  });
}

/**
 * After the last life every row is listed, every answered press has a row, and every unknown act
 * has an alarm.
 */
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
    ...missing.map((act): Finding => ({ kind: 'actUnseen', text: `not listed at the end: ${actHistory(act)}` })),
    ...end.shown
      .filter(lacksAlarm)
      .map((act): Finding => ({ kind: 'actUnseen', text: `without an alarm at the end: ${line(act)}` })),
  ];
}

/**
 * For each strategy that the trader joined or left, the program must show at the end whether the
 * service has a subscription.
 */
function findWrongSubscriptions({ acts, notes, subscribed }: Evidence): Finding[] {
  const end = notes.findLast((note) => note.is === 'acts-at-end');
  if (end === undefined) return [];
  const subscriptionActs = acts.filter(({ command }) => /^(un)?subscribe/.test(command));
  // If no list can prove the outcome of a subscription, the outcome is shown as unknown until the
  // user decides it.
  const unknownIds = new Set(
    subscriptionActs.filter(({ state }) => state === 'UNKNOWN').map(({ target }) => target.id),
  );
  const knownIds = new Set(subscriptionActs.map(({ target }) => target.id).filter((id) => !unknownIds.has(id)));
  const wrong = [...knownIds].filter((id) => subscribed.has(id) !== end.subscribed.includes(id));
  return wrong.map((id) => ({
    kind: 'actUnseen',
    text: `strategy ${id}: subscribed at the service ${String(subscribed.has(id))}, shown otherwise`,
  }));
}

const line = ({ intentId, command, state }: Pick<Shown, 'intentId' | 'command' | 'state'>): string =>
  `${command} ${intentId}, ${state}`;

/** The history of the act in one line. */
const actHistory = (act: JournaledAct): string =>
  `${act.key}, ${line(act)}: ${act.steps.map(({ state, evidence }) => `${state} (${evidence})`).join(' → ')}`;
