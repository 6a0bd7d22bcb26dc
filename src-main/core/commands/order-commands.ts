import { setImmediate } from 'node:timers/promises';
import { limits } from '#contract/limits.ts';
import { done, failed } from '#contract/outcome.ts';
import type { OrderChoice } from '#contract/model/signal.ts';
import type { Ticket } from '#contract/model/ticket.ts';
import type { Clock } from '#core/ports.ts';
import { tooOld, waitingTime } from '#core/sending/waiting-time.ts';
import type { Session } from '#core/session/session.ts';
import type { CommandGroup } from './command-table.ts';
import type { CommandParts } from './command-parts.ts';

/**
 * Returns the outcome once the request to the platform is written to its socket. Answering the
 * window takes this thread milliseconds, in which that request would wait.
 */
const afterRequestToPlatform = async <Outcome>(outcome: Outcome): Promise<Outcome> => {
  await setImmediate();
  return outcome;
};

/** Choices that send the order of the row. */
const sendingChoices: readonly OrderChoice[] = ['send-again', 'send-again-same-id', 'new-order'];

/** A reading that takes longer, milliseconds, counts as failed. */
const maxReadMs = limits.orderQueueMs - 2_000;

/**
 * A closing order may exceed the position, so the positions are read first. If that fails, the desk
 * asks the trader for a confirmation. Returns a refusal if the order is not sent any more, because
 * the computer slept meanwhile (order-safety P8).
 */
const positionsRefresher =
  (clock: Clock) =>
  async ({ desk, sync }: Session, ticket: Ticket | null | undefined) => {
    if (!ticket || !desk.needsReading(ticket)) return null;
    const sinceConfirmed = waitingTime(clock);
    const { promise: timeIsUp, resolve: endWait } = Promise.withResolvers<void>();
    const stopTimer = clock.after(maxReadMs, endWait);
    await Promise.race([sync.readAgain(ticket.systemId, ['tradesOpen'], 'reconcile'), timeIsUp]);
    stopTimer();
    if (!sinceConfirmed.exceeds(limits.orderQueueMs)) return null;
    return failed('locked', { code: 'nothing-sent', reason: tooOld(limits.orderQueueMs) });
  };

export function orderCommands({ ports, sessions }: CommandParts): CommandGroup<'orders'> {
  const desk = () => sessions.current().desk;
  const refreshPositions = positionsRefresher(ports.clock);
  return {
    'orders.preview': ({ ticket }) => done(desk().preview(ticket)),
    'orders.submit': async ({ intentId, ticket, confirmed, direct, edits }) => {
      const session = sessions.current();
      const refusal = await refreshPositions(session, ticket);
      if (refusal) return refusal;
      return afterRequestToPlatform(session.desk.submit(intentId, ticket, confirmed, direct, edits));
    },
    'orders.plan-cancel': ({ systemId, rowIds }) => {
      const askedUntil = sessions.current().connection.askedToWaitUntil();
      return done({ ...desk().planCancel(systemId, rowIds), ...(askedUntil === null ? {} : { askedUntil }) });
    },
    'orders.cancel': ({ intentId, systemId, rowIds, confirmed }) => {
      const until = sessions.current().connection.askedToWaitUntil();
      if (until !== null && confirmed?.includes('asked-to-wait') !== true) {
        return failed('unconfirmed', { code: 'connection.asked-to-wait', until });
      }
      return afterRequestToPlatform(desk().cancel(intentId, systemId, rowIds));
    },
    'orders.decide': async (decision) => {
      const session = sessions.current();
      const ticket = sendingChoices.includes(decision.choice) ? session.desk.ticketOf(decision.rowId) : null;
      const refusal = await refreshPositions(session, ticket);
      if (refusal) return refusal;
      return session.desk.decide(decision);
    },
    'orders.prepare': ({ intentId, ticket, edits }) => desk().prepare(intentId, ticket, edits),
    'orders.review': ({ rowId }) => desk().review(rowId),
    'orders.confirm': async ({ rowId, confirmed, direct }) => {
      const session = sessions.current();
      const refusal = await refreshPositions(session, session.desk.ticketOf(rowId));
      if (refusal) return refusal;
      return afterRequestToPlatform(session.desk.confirm(rowId, confirmed, direct));
    },
    'orders.abandon': ({ rowId }) => desk().abandon(rowId),
    'orders.staged': ({ systemId }) => done({ signals: desk().staged(systemId) }),
    'orders.make-group': ({ systemId }) => desk().reserveGroup(systemId),
    'orders.prewarm': () => {
      sessions.current().connection.prewarm();
      return done({});
    },
    'orders.probe': (input) => sessions.current().probe.run(input),
    'orders.probed': () => done({ facts: sessions.current().lastProbe() }),
    'orders.plan-exit': ({ request }) => sessions.current().exits.plan(request),
    'orders.resolve-exit': (input) => sessions.current().exits.resolve(input),
    'orders.execute-exit': ({ intentId, planId, confirmed }) =>
      sessions.current().exits.execute(intentId, planId, confirmed),
  };
}
