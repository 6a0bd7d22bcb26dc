import Type from 'typebox';
import { command, strict } from './command.ts';
import { BrokerList } from './model/broker.ts';
import { Id, Nullable } from './model/scalars.ts';

/** Copying a strategy at a broker. */
export const autoTradeCommands = {
  /**
   * The brokers at which the strategy can be copied, from the cache; null when they were never read.
   * `sync.refresh` of the dataset `brokers` reads them. `getListAvailableBrokers`.
   */
  'brokers.list': command(Type.Object({ systemId: Id }, strict), Type.Object({ brokers: Nullable(BrokerList) }), []),
} as const;
