import type { DisarmReason } from '#contract/model/risk.ts';

/** Why the desk is disarmed. */
export const disarmWords: Readonly<Record<DisarmReason, string>> = {
  start: 'Disarmed: the program has started.',
  user: 'Disarmed by you.',
  idle: 'Disarmed: no action for ten minutes.',
  lock: 'Disarmed: the screen was locked or the computer was asleep.',
  'strategy-switch': 'Disarmed: another strategy is shown.',
  'connection-change': 'Disarmed: another connection is open.',
  'opened-again': 'Disarmed: the connection was opened again.',
  'stale-data': 'Disarmed: the orders shown are too old.',
  'unknown-order': 'Disarmed: the outcome of an order is unknown.',
  'kill-switch': 'Disarmed by the kill switch.',
};
