import type { DesiredState } from '#contract/model/desired.ts';
import type { ExitPlan } from '#contract/model/exit.ts';
import type { DeskGuard } from '#contract/model/risk.ts';
import { demoNow } from './demo-clock.ts';

export const demoGuard: DeskGuard = {
  kill: { on: false },
  arming: { armed: false, reason: 'start', text: 'The desk starts disarmed.' },
  caps: {
    perOrder: { quantity: '5000', value: '250000' },
    perDay: { count: 200, quantity: null, value: '2000000' },
    perMinute: { count: 20, quantity: null, value: null },
  },
  used: {
    day: { count: 12, quantity: '2300', value: '318420.50', unpriced: 3 },
    minute: { count: 1, quantity: '100', value: '18250', unpriced: 0 },
  },
};

export const demoDesired = (systemId: string): DesiredState => ({
  systemId,
  mode: 'maybe-off',
  confirmed: {
    target: { kind: 'list', positions: [{ symbol: 'AAPL', instrument: 'stock', quantity: '100' }] },
    source: 'ours',
    at: demoNow - 5_400,
  },
  readBack: null,
  pending: null,
  text: 'The platform maintained this list when it was last confirmed; the web screen can switch it off unseen.',
  alarm: null,
  readFailure: null,
});

export const demoExitPlan = (systemId: string): ExitPlan => ({
  planId: '5b0c2f64-8a5d-4c6b-9d55-2f0d3f8a1c77',
  kind: 'flatten',
  systemId,
  summary: 'Flatten 3 positions, cancel 2 groups',
  steps: [
    { id: '1', kind: 'flat-list', text: 'Ask the platform to hold nothing', requests: 1, newRisk: false },
    { id: '2', kind: 'cancel', text: 'Cancel 2 of 3 (stop, target)', requests: 1, newRisk: false },
    { id: '3', kind: 'cancel', text: 'Cancel SSHORT 2 @ESH6', requests: 1, newRisk: false },
    { id: '4', kind: 'read', text: 'Read positions and working orders again', requests: 2, newRisk: false },
    { id: '5', kind: 'stop-list', text: 'Hand the account back', requests: 1, newRisk: false },
  ],
  requests: 6,
  seconds: 7,
  checks: [],
  positions: 3,
  cancels: 2,
});
