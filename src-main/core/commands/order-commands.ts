import { setImmediate } from 'node:timers/promises';
import { done } from '#contract/outcome.ts';
import type { CommandGroup } from './command-table.ts';
import type { CommandParts } from './command-parts.ts';

/**
 * An answer waits until what it speaks of is on its way: to write it to the window's socket takes this thread milliseconds, which the
 * request of an order that is made but not yet written would lie there.
 */
const behindTheOrder = async <Outcome>(outcome: Outcome): Promise<Outcome> => {
  await setImmediate();
  return outcome;
};

export function orderCommands({ sessions }: CommandParts): CommandGroup<'orders'> {
  const desk = () => sessions.current().desk;
  return {
    'orders.preview': ({ ticket }) => done(desk().preview(ticket)),
    'orders.submit': ({ intentId, ticket, confirmed, direct }) =>
      behindTheOrder(desk().submit(intentId, ticket, confirmed, direct)),
    'orders.plan-cancel': ({ systemId, rowIds }) => done(desk().planCancel(systemId, rowIds)),
    'orders.cancel': ({ intentId, systemId, rowIds }) => behindTheOrder(desk().cancel(intentId, systemId, rowIds)),
    'orders.decide': (decision) => desk().decide(decision),
    'orders.prepare': ({ intentId, ticket }) => desk().prepare(intentId, ticket),
    'orders.review': ({ rowId }) => desk().review(rowId),
    'orders.confirm': ({ rowId, confirmed, direct }) => behindTheOrder(desk().confirm(rowId, confirmed, direct)),
    'orders.abandon': ({ rowId }) => desk().abandon(rowId),
    'orders.staged': ({ systemId }) => done({ signals: desk().staged(systemId) }),
    'orders.make-group': ({ systemId }) => desk().makeGroup(systemId),
    'orders.prewarm': () => {
      sessions.current().connection.prewarm();
      return done({});
    },
    'orders.probe': (input) => sessions.current().probe.run(input),
    'orders.probed': () => done({ facts: sessions.current().probed() }),
    'orders.plan-exit': ({ request }) => sessions.current().exits.plan(request),
    'orders.execute-exit': ({ intentId, planId, confirmed }) =>
      sessions.current().exits.execute(intentId, planId, confirmed),
  };
}
