import type { Text } from '#contract/message.ts';
import type { Signal } from '#contract/model/signal.ts';
import { failed } from '#contract/outcome.ts';
import { practiceProfileId } from '#core/profiles/built-in-profiles.ts';
import type { PracticeControl, RehearsalState, RehearsalPrice } from '#core/profiles/practice-control.ts';
import type { Clock, Random } from '#core/ports.ts';
import type { Session } from '#core/session/session.ts';
import type { Sessions } from '#core/session/sessions.ts';

export type RehearsalParts = {
  readonly sessions: Sessions;
  readonly practice: PracticeControl;
  readonly clock: Clock;
  readonly random: Random;
};

/** The practice strategy, with the positions and working orders of the live one. */
export type SeededPractice = {
  readonly session: Session;
  readonly systemId: string;
  readonly prices: readonly RehearsalPrice[];
  /** The number of live working orders that practice refused. */
  readonly refusedSignals: number;
};

type NotRun = ReturnType<typeof failed<'no-practice'>>;

const pollMs = 100;
const orderEntryWaitMs = 15_000;

/** For the sessions of each core, a promise that resolves when their last rehearsal has ended. */
const lastRuns = new WeakMap<Sessions, Promise<unknown>>();

/**
 * Calls `run` on the practice connection, beside the live one. `run` gets a practice strategy that
 * has the holdings and the working orders of the live strategy (acts.md §5). All rehearsals use the
 * same practice strategy, so each one waits for the end of the previous one.
 */
export function runOnPractice<Outcome>(
  parts: RehearsalParts,
  account: RehearsalState,
  run: (seeded: SeededPractice) => Promise<Outcome>,
): Promise<Outcome | NotRun> {
  const previousEnd = lastRuns.get(parts.sessions) ?? Promise.resolve();
  const ended = previousEnd.then(() => runAlone(parts, account, run));
  lastRuns.set(
    parts.sessions,
    ended.catch(() => undefined),
  );
  return ended;
}

/** Prepares the practice strategy, ends the target list of an earlier rehearsal and calls `run`. */
async function runAlone<Outcome>(
  { sessions, practice, clock, random }: RehearsalParts,
  account: RehearsalState,
  run: (seeded: SeededPractice) => Promise<Outcome>,
): Promise<Outcome | NotRun> {
  const wasOpen = sessions.secondary().some(({ profile }) => profile.id === practiceProfileId);
  const opened = await sessions.open(practiceProfileId);
  if (!opened.ok) return noPractice(opened.failure.message);
  const session = opened.value;
  try {
    const seeding = await practice.setRehearsal(account);
    if (!seeding.ok) return noPractice(seeding.message);
    const { systemId } = seeding.value;
    session.desk.watch(systemId);
    await session.sync.refresh(null, []);
    await session.sync.readAgain(systemId, ['signalsWorking', 'signalsAll', 'tradesOpen'], 'reconcile');
    const seeded = { session, ...seeding.value };
    await resumeOrderEntry(seeded, random.uuid(), clock);
    return await run(seeded);
  } finally {
    if (!wasOpen) await sessions.close(practiceProfileId);
  }
}

export const noPractice = (reason: Text): NotRun => failed('no-practice', { code: 'rehearsal.no-practice', reason });

/** Whether `isOver` became true within this time. */
export async function waitUntil(clock: Clock, ms: number, isOver: () => boolean): Promise<boolean> {
  for (const until = clock.monotonic() + ms; !isOver() && clock.monotonic() < until;) await pause(clock, pollMs);
  return isOver();
}

export const pause = (clock: Clock, ms: number): Promise<void> =>
  new Promise((resolve) => void clock.after(ms, resolve));

/** Ends the target list of the practice strategy. Its order entry is locked until then. */
export async function resumeOrderEntry(
  { session, systemId }: SeededPractice,
  intentId: string,
  clock: Clock,
): Promise<void> {
  const { desired, desk } = session;
  if (desired.state(systemId).lock !== null) await desired.send(intentId, systemId, { kind: 'stop' });
  await waitUntil(clock, orderEntryWaitMs, () => desk.orderEntry(systemId).open);
}

/**
 * The positions and working orders of the live strategy. A position or order of an unknown
 * instrument is left out, and so is an order that waits for another order.
 */
export const liveAccount = ({ desk }: Session, systemId: string): Omit<RehearsalState, 'prices'> => ({
  positions: desk
    .positions(systemId)
    .flatMap(({ instrument: type, quantity, side, symbol }) =>
      type === null ? [] : [{ symbol, typeofsymbol: type, quant: side === 'long' ? quantity : `-${quantity}` }],
    ),
  signals: desk
    .signals(systemId)
    .filter(({ state, instrument: type }) => state === 'working' && type !== null)
    .map(workingOrder),
});

const workingOrder = ({ action, duration, instrument, kind, limit, quantity, stop, symbol }: Signal) => ({
  action,
  symbol,
  typeofsymbol: instrument,
  quant: quantity,
  duration: duration ?? 'GTC',
  ...(kind === 'limit' ? { limit } : kind === 'stop' ? { stop } : { market: 1 }),
});
