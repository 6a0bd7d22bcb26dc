import type { CommandOutcome } from '#contract/commands.ts';
import type { Text } from '#contract/message.ts';
import type { Signal } from '#contract/model/signal.ts';
import type { Ticket } from '#contract/model/ticket.ts';
import { done, failed } from '#contract/outcome.ts';
import type { PracticeControl } from '#core/profiles/practice-control.ts';
import { practiceProfileId } from '#core/profiles/built-in-profiles.ts';
import type { Clock } from '#core/ports.ts';
import type { Session } from '#core/session/session.ts';
import type { Sessions } from '#core/session/sessions.ts';

type Outcome = CommandOutcome<'rehearsals.run'>;
type Parts = {
  readonly sessions: Sessions;
  readonly practice: PracticeControl;
  readonly clock: Clock;
};

const pollMs = 100;
const entryWaitMs = 15_000;
const answerWaitMs = 30_000;
/** An order that can fill does so with the next tick of the practice market, within a second. */
const fillReads = { number: 3, everyMs: 1_000 };

/**
 * Runs an order of the live connection on the practice connection beside it: on a practice strategy
 * that is set to the holdings and the working orders of the live one (acts.md §5).
 */
export async function rehearseOrder(
  { sessions, practice, clock }: Parts,
  intentId: string,
  ticket: Ticket,
): Promise<Outcome> {
  const live = sessions.own();
  if (live.mode !== 'LIVE') return failed('not-live', { code: 'rehearsal.not-live' });
  const wasOpen = sessions.beside().some(({ profile }) => profile.id === practiceProfileId);
  const opened = await sessions.open(practiceProfileId);
  if (!opened.ok) return noPractice(opened.failure.message);
  try {
    const set = await practice.setRehearsal(accountOf(live, ticket));
    if (!set.ok) return noPractice(set.message);
    const { systemId, price, isOwnPrice, refusedSignals } = set.value;
    const lines = await run(opened.value, clock, intentId, onPractice(ticket, systemId));
    if ('failure' in lines) return lines.failure;
    return done({ ...lines, price, isOwnPrice, refusedSignals });
  } finally {
    if (!wasOpen) await sessions.close(practiceProfileId);
  }
}

const noPractice = (reason: Text): Outcome => failed('no-practice', { code: 'rehearsal.no-practice', reason });

/** Links name orders of the live strategy, and the practice strategy has its own. */
const onPractice = (ticket: Ticket, systemId: string): Ticket => ({
  ...ticket,
  systemId,
  conditionalUpon: null,
  replaces: null,
  ocaGroupId: null,
});

/** What is known of the live strategy. Orders that wait for others are left out. */
function accountOf({ desk }: Session, { systemId, symbol, instrument, price }: Ticket) {
  return {
    positions: desk
      .positions(systemId)
      .flatMap(({ instrument: type, quantity, side, symbol: held }) =>
        type === null ? [] : [{ symbol: held, typeofsymbol: type, quant: side === 'long' ? quantity : `-${quantity}` }],
      ),
    signals: desk
      .signals(systemId)
      .filter(({ state, instrument: type }) => state === 'working' && type !== null)
      .map(workingOrder),
    symbol,
    instrument,
    price: price.kind === 'limit' ? price.limit : price.kind === 'stop' ? price.stop : null,
  };
}

const workingOrder = ({ action, duration, instrument, kind, limit, quantity, stop, symbol }: Signal) => ({
  action,
  symbol,
  typeofsymbol: instrument,
  quant: quantity,
  duration: duration ?? 'GTC',
  ...(kind === 'limit' ? { limit } : kind === 'stop' ? { stop } : { market: 1 }),
});

type Ran = { readonly lines: Text[]; readonly isAccepted: boolean };

async function run(
  { desk, sync }: Session,
  clock: Clock,
  intentId: string,
  ticket: Ticket,
): Promise<Ran | { readonly failure: Outcome }> {
  const { systemId } = ticket;
  const pause = (ms: number): Promise<void> => new Promise((resolve) => void clock.after(ms, resolve));
  const wait = async (ms: number, isOver: () => boolean): Promise<boolean> => {
    for (const until = clock.now() + ms; !isOver() && clock.now() < until;) await pause(pollMs);
    return isOver();
  };
  desk.watch(systemId);
  await sync.refresh(null, []);
  await sync.refresh(systemId, ['signalsWorking', 'signalsAll', 'tradesOpen']);
  await wait(entryWaitMs, () => desk.entry(systemId).open);
  const warnings = desk.preview(ticket).checks.filter(({ level }) => level === 'warn');
  const sent = desk.submit(
    intentId,
    ticket,
    warnings.map(({ code }) => code),
  );
  if (!sent.ok) return { failure: failed('blocked', sent.failure.message) };
  const { rowId } = sent.value;
  const ofOrder = (): readonly Signal[] =>
    desk.signals(systemId).filter((row) => row.rowId === rowId || row.parentRowId === rowId);
  const order = (): Signal | undefined => ofOrder().find((row) => row.rowId === rowId);
  const isAnswered = await wait(answerWaitMs, () => {
    const state = order()?.state;
    return state !== undefined && state !== 'queued' && state !== 'sending' && state !== 'unknown';
  });
  if (!isAnswered) return { failure: failed('no-outcome', { code: 'rehearsal.no-outcome' }) };
  for (let reads = 0; reads < fillReads.number && order()?.state === 'working'; reads += 1) {
    await pause(fillReads.everyMs);
    await sync.readAgain(systemId, ['signalsWorking', 'signalsAll']);
  }
  const rows = ofOrder();
  const isAccepted = order()?.state !== 'rejected' && order()?.state !== 'not-sent';
  const answer = order()?.journal?.answer ?? [];
  return { isAccepted, lines: [...rows.map(lineOf), ...(isAccepted ? [] : answer)] };
}

const lineOf = ({ action, kind, limit, quantity, role, state, stop, symbol, tradedPrice }: Signal): Text => ({
  code: 'rehearsal.order',
  role,
  action,
  quantity,
  symbol,
  kind,
  price: tradedPrice ?? (kind === 'limit' ? limit : kind === 'stop' ? stop : null),
  state,
});
