import type { DesiredState } from '#contract/model/desired.ts';
import type { DeskGuard } from '#contract/model/risk.ts';

const none = { count: 0, quantity: '0', value: '0', unpriced: 0 };
export const startGuard: DeskGuard = {
  kill: { on: false },
  arming: { armed: false, reason: 'start', text: 'The desk starts disarmed.' },
  caps: {
    perOrder: { quantity: '1000000', value: '100000000' },
    perDay: { count: null, quantity: null, value: null },
    perMinute: { count: null, quantity: null, value: null },
  },
  used: { day: none, minute: none },
};

export const neverRead = (systemId: string): DesiredState => ({
  systemId,
  mode: 'never-read',
  confirmed: null,
  readBack: null,
  pending: null,
  text: 'The target portfolio was never read.',
  alarm: null,
  readFailure: null,
});
