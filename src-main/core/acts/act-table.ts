import type { ActType } from './act-type.ts';
import { changeAutoTrade, startAutoTrade, stopAutoTrade } from './autotrade-acts.ts';
import { subscribeToStrategy, unsubscribeFromStrategy } from './subscription-acts.ts';
import { changePersonAttribute } from './person-acts.ts';
import { changeSystemAttribute, createNewSystem } from './strategy-acts.ts';
import { setDesiredPositions } from './set-desired-positions.ts';

/** Every act that the program can send. */
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
];
