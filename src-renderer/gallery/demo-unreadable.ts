import type { UnreadableRecord } from '#contract/model/signal.ts';
import { demoNow } from './demo-clock.ts';

/** A record of the working list whose price is not a number. */
export const demoUnreadable: UnreadableRecord = {
  rowId: 'u1',
  serviceId: '148220999',
  ownId: null,
  symbol: 'XOM',
  action: 'BTO',
  postedAt: demoNow - 3_600,
  contradicts: false,
  problem: 'isLimitOrder',
  raw: '{"signal_id":148220999,"symbol":"XOM","isLimitOrder":"1,1395"}',
  working: true,
  listedCount: 3,
};
