import { done } from '#contract/outcome.ts';
import { askBrokers } from '#core/autotrade/ask-brokers.ts';
import type { CommandGroup } from './command-table.ts';
import type { CommandParts } from './command-parts.ts';

export function autoTradeCommands({ sessions }: CommandParts): CommandGroup<'autotrade' | 'brokers'> {
  const current = () => sessions.current();
  return {
    'brokers.list': (input) => current().autoTrade.brokers(input),
    'brokers.read': (input) => sessions.inUse().autoTrade.readBrokers(input),
    'brokers.ask': (input) => {
      const { autoTrade, connection } = current();
      return autoTrade.personRefusal(input) ?? askBrokers(connection, input, autoTrade.personOf(input));
    },
    'autotrade.links': () => done({ links: current().autoTrade.links() }),
    'autotrade.plan': ({ request }) => current().autoTrade.plan(request),
    'autotrade.rehearse': (input) => current().autoTrade.rehearse(input),
    'autotrade.send': (input) => sessions.inUse().autoTrade.send(input),
  };
}
