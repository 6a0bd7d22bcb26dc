import type { ActType } from './act-type.ts';
import { changeAutoTrade, startAutoTrade, stopAutoTrade } from './autotrade-acts.ts';
import { subscribeToStrategy, unsubscribeFromStrategy } from './subscription-acts.ts';
import { changePersonAttribute } from './person-acts.ts';
import { changeSystemAttribute, createNewSystem } from './strategy-acts.ts';
import { platformActs } from './platform-acts.ts';
import { setDesiredPositions } from './set-desired-positions.ts';

/** Every act that the program can send. A command that is read back in two ways has two rows. */
export const actTable: readonly ActType[] = [
  setDesiredPositions,
  startAutoTrade,
  changeAutoTrade,
  stopAutoTrade,
  subscribeToStrategy,
  unsubscribeFromStrategy,
  createNewSystem,
  changeSystemAttribute,
  changePersonAttribute,
  ...platformActs,
];
