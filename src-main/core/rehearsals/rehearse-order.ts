import type { CommandOutcome } from '#contract/commands.ts';
import type { Text } from '#contract/message.ts';
import type { Signal, SignalState } from '#contract/model/signal.ts';
import type { Ticket } from '#contract/model/ticket.ts';
import { done, failed } from '#contract/outcome.ts';
import type { Clock } from '#core/ports.ts';
import type { Session } from '#core/session/session.ts';
import { liveAccount, noPractice, runOnPractice, pause, waitUntil, type RehearsalParts } from './on-practice.ts';

type Outcome = CommandOutcome<'rehearsals.run'>;

const answerWaitMs = 30_000;
/** An order that can fill does so with the next tick of the practice market, within a second. */
const fillReads = { number: 3, everyMs: 1_000 };

/** Runs an order of the live connection on practice. */
export async function rehearseOrder(parts: RehearsalParts, intentId: string, ticket: Ticket): Promise<Outcome> {
  const { clock, sessions } = parts;
  const live = sessions.inUse();
  if (live.mode !== 'LIVE') return failed('not-live', { code: 'rehearsal.not-live' });
  const { price, symbol, systemId } = ticket;
  const orderPrice = price.kind === 'limit' ? price.limit : price.kind === 'stop' ? price.stop : null;
  const account = { ...liveAccount(live, systemId), prices: [{ symbol, price: orderPrice }] };
  return runOnPractice(parts, account, async (seeded): Promise<Outcome> => {
    const result = await run(seeded.session, clock, intentId, practiceTicket(ticket, seeded.systemId));
    if ('failure' in result) return result.failure;
    const { refusedSignals } = seeded;
    const [practicePrice] = seeded.prices;
    if (practicePrice === undefined) return noPractice({ code: 'practice.bad-state' });
    const { price: priceOnPractice, set: isPriceSet } = practicePrice;
    return done({ ...result, price: priceOnPractice, isPriceSet, refusedSignals });
  });
}

/** Leaves out the ids of other orders, because they name orders of the live strategy. */
const practiceTicket = (ticket: Ticket, systemId: string): Ticket => ({
  ...ticket,
  systemId,
  conditionalUpon: null,
  replaces: null,
  ocaGroupId: null,
});

/**
 * The answer of the practice service, by the state of the order. `none` if the order did not reach
 * the service, for example because it was put on hold after it had waited too long for its turn.
 */
export function answerOf(state: SignalState | undefined): 'awaited' | 'accepted' | 'refused' | 'none' {
  switch (state) {
    case undefined:
    case 'queued':
    case 'sending':
    case 'unknown':
      return 'awaited';
    case 'rejected':
      return 'refused';
    case 'held':
    case 'not-sent':
    case 'absent':
    case 'abandoned':
      return 'none';
    default:
      return 'accepted';
  }
}

type RunResult = { readonly lines: Text[]; readonly isAccepted: boolean };

async function run(
  { desk, sync }: Session,
  clock: Clock,
  intentId: string,
  ticket: Ticket,
): Promise<RunResult | { readonly failure: Outcome }> {
  const { systemId } = ticket;
  const warnings = desk.preview(ticket).checks.filter(({ level }) => level === 'warn');
  const sent = desk.submit(
    intentId,
    ticket,
    warnings.map(({ code }) => code),
  );
  if (!sent.ok) return { failure: failed('blocked', sent.failure.message) };
  const { rowId } = sent.value;
  const orderRows = (): readonly Signal[] =>
    desk.signals(systemId).filter((row) => row.rowId === rowId || row.parentRowId === rowId);
  const order = (): Signal | undefined => orderRows().find((row) => row.rowId === rowId);
  await waitUntil(clock, answerWaitMs, () => answerOf(order()?.state) !== 'awaited');
  const outcome = answerOf(order()?.state);
  const reason = outcome === 'none' ? order()?.journal?.text : undefined;
  if (outcome === 'none' || outcome === 'awaited')
    return { failure: failed('no-outcome', reason ?? { code: 'rehearsal.no-outcome' }) };
  for (let reads = 0; reads < fillReads.number && order()?.state === 'working'; reads += 1) {
    await pause(clock, fillReads.everyMs);
    await sync.readAgain(systemId, ['signalsWorking', 'signalsAll'], 'reconcile');
  }
  const rows = orderRows();
  const isAccepted = outcome === 'accepted';
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
