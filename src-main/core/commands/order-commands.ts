import { done } from '#contract/outcome.ts';
import type { CommandGroup } from './command-table.ts';
import type { CommandParts } from './command-parts.ts';

export function orderCommands({ sessions }: CommandParts): CommandGroup<'orders'> {
  const desk = () => sessions.current().desk;
  return {
    'orders.preview': ({ ticket }) => done(desk().preview(ticket)),
    'orders.submit': ({ intentId, ticket, confirmed, direct }) => desk().submit(intentId, ticket, confirmed, direct),
    'orders.plan-cancel': ({ systemId, rowIds }) => done(desk().planCancel(systemId, rowIds)),
    'orders.cancel': ({ intentId, systemId, rowIds }) => desk().cancel(intentId, systemId, rowIds),
    'orders.decide': (decision) => desk().decide(decision),
    'orders.prepare': ({ intentId, ticket }) => desk().prepare(intentId, ticket),
    'orders.review': ({ rowId }) => desk().review(rowId),
    'orders.confirm': ({ rowId, confirmed, direct }) => desk().confirm(rowId, confirmed, direct),
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
