import { done, failed } from '#contract/outcome.ts';
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
    'orders.prepare': () => failed('blocked', 'Orders can not be prepared yet.'),
    'orders.confirm': () => failed('unknown-row', 'Orders can not be prepared yet.'),
    'orders.abandon': () => failed('unknown-row', 'Orders can not be prepared yet.'),
    'orders.staged': () => done({ signals: [] }),
    'orders.make-group': () => failed('journal', 'Groups can not be made yet.'),
    'orders.prewarm': () => done({}),
    'orders.probe': () => failed('refused', 'The probe can not be run yet.'),
    'orders.probed': () => done({ facts: null }),
    'orders.plan-exit': () => failed('not-possible', 'Exits can not be planned yet.'),
    'orders.execute-exit': () => failed('unknown-plan', 'Exits can not be planned yet.'),
  };
}
