import type { Note } from '../note.ts';
import { orderHistory } from './check-orders.ts';
import type { Evidence, JournaledEvent } from './evidence.ts';
import type { Finding } from './verdict.ts';

type Stretch = Extract<Note, { is: 'stretch' }>;

/**
 * Milliseconds for which the outcome of an order may stay open while the service answers: T_late
 * and ten seconds (order-safety J11).
 */
const maxOutcomeMs = 130_000;
/**
 * The number of steps after which an order is decided: the start and two reads. Simulated time
 * continues while the machine is busy, so each step may take longer by the delay of the machine.
 */
const stepCount = 3;
/**
 * An event this close before or after a stretch still belongs to the stretch, because one process
 * writes the event and another the note on the stretch.
 */
const slackMs = 1_500;

export type TimesChecked = {
  readonly findings: Finding[];
  readonly maxima: ReadonlyMap<string, number>;
  /**
   * Number of events that fit no stretch. An order whose outcome is left open by such an event is
   * not checked.
   */
  readonly unplaced: number;
};

/**
 * order-safety P5: how long orders stayed unknown while there was no fault. The journal uses a wall
 * clock that the run sometimes moves by hours. Each event is therefore assigned, in order, to the
 * stretch of the run in which it was written.
 */
export function checkTimes(evidence: Evidence): TimesChecked {
  const stretches = evidence.notes.filter((note) => note.is === 'stretch');
  const times = trueTimes(evidence.events, stretches);
  const findings: Finding[] = [];
  let longestMs = 0;
  const byRow = Map.groupBy(evidence.events, ({ rowId }) => rowId);
  const allowed = maxOutcomeMs + stepCount * lagOf(evidence.notes);
  for (const order of evidence.orders) {
    for (const [from, to] of openPeriods(byRow.get(order.rowId) ?? [], times)) {
      const quietOverlaps = stretches.filter((stretch) => stretch.quiet).map((stretch) => overlap(from, to, stretch));
      const time = Math.max(0, ...quietOverlaps);
      longestMs = Math.max(longestMs, time);
      if (time > allowed)
        findings.push({ kind: 'unresolved', text: `${Math.round(time)} ms: ${orderHistory(order, evidence)}` });
    }
  }
  return {
    findings,
    maxima: new Map([
      ['longest time unknown while the service answered, s', longestMs / 1_000],
      ['delay of the machine itself in lives without faults, s', lagOf(evidence.notes) / 1_000],
    ]),
    unplaced: evidence.events.length - times.size,
  };
}

const lagOf = (notes: readonly Note[]): number =>
  Math.max(0, ...notes.filter((note) => note.is === 'lag').map(({ ms }) => ms));

/** The simulated times of the events by sequence number. An event that fits no stretch has none. */
function trueTimes(events: readonly JournaledEvent[], stretches: readonly Stretch[]): ReadonlyMap<number, number> {
  const times = new Map<number, number>();
  let current = 0;
  for (const { seq, at } of events) {
    const found = stretches.findIndex(
      ({ from, to, offset }, index) => index >= current && at - offset >= from - slackMs && at - offset <= to + slackMs,
    );
    const stretch = stretches[found];
    if (!stretch) continue;
    current = found;
    times.set(seq, at - stretch.offset);
  }
  return times;
}

/**
 * The periods in which the outcome was open. Each begins with an event that does not decide the
 * outcome, and ends with the next event that does.
 */
function openPeriods(events: readonly JournaledEvent[], times: ReadonlyMap<number, number>): [number, number][] {
  const found: [number, number][] = [];
  let since: number | null = null;
  for (const { seq, to } of events) {
    const at = times.get(seq);
    if (at === undefined) continue;
    const isOpen = to === 'UNKNOWN' || to === 'REJECTED_SOFT';
    if (isOpen && since === null) since = at;
    if (isOpen || since === null) continue;
    found.push([since, at]);
    since = null;
  }
  return since === null ? found : [...found, [since, Infinity]];
}

const overlap = (from: number, to: number, stretch: Stretch): number =>
  Math.min(to, stretch.to) - Math.max(from, stretch.from);
