import { done } from '#contract/outcome.ts';
import type { CommandGroup } from './command-table.ts';
import type { CommandParts } from './command-parts.ts';

export function orderCommands({ sessions }: CommandParts): CommandGroup<'orders'> {
  const desk = () => sessions.current().desk;
  return {
    'orders.preview': ({ ticket }) => done(desk().preview(ticket)),
    'orders.submit': ({ intentId, ticket, confirmed }) => desk().submit(intentId, ticket, confirmed),
    'orders.plan-cancel': ({ systemId, rowIds }) => done(desk().planCancel(systemId, rowIds)),
    'orders.cancel': ({ intentId, systemId, rowIds }) => desk().cancel(intentId, systemId, rowIds),
    'orders.decide': ({ rowId, choice }) => desk().decide(rowId, choice),
  };
}
