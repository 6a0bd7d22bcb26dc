import type { DesiredState, DesiredTarget } from '#contract/model/desired.ts';
import type { ExitPlan, PlanRow } from '#contract/model/exit.ts';
import type { DeskGuard } from '#contract/model/risk.ts';
import { demoNow } from './demo-clock.ts';
import type { DemoOptions } from './demo-options.ts';

export const demoGuard: DeskGuard = {
  kill: { on: false },
  arming: { armed: false, reason: 'start' },
  caps: {
    perOrder: { quantity: '5000', value: '250000' },
    perDay: { count: 200, quantity: null, value: '2000000' },
    perMinute: { count: 20, quantity: null, value: null },
  },
  precautions: {
    stock: { pricePercent: '10', valuePercent: '50', accountPercent: '400', medianTimes: '5' },
    option: { pricePercent: '50', valuePercent: '25', accountPercent: '100', medianTimes: '5' },
    future: { pricePercent: '3', valuePercent: '50', accountPercent: '100', medianTimes: '5' },
    forex: { pricePercent: '3', valuePercent: '50', accountPercent: '100', medianTimes: '5' },
  },
  hasOwnPrecautions: true,
  used: {
    day: { count: 12, quantity: '2300', value: '318420.50', unpriced: 3 },
    minute: { count: 1, quantity: '100', value: '18250', unpriced: 0 },
  },
};

export const guardOf = ({ guard }: DemoOptions): DeskGuard => ({
  ...demoGuard,
  ...(guard === 'killed'
    ? { kill: { on: true, since: demoNow - 600, reason: 'Pressed in the window.', durable: true } }
    : {}),
  ...(guard === 'armed'
    ? { arming: { armed: true, since: demoNow - 60, systemId: '91000001', idleAt: demoNow + 540 } }
    : {}),
});

const demoSent: DesiredTarget = {
  kind: 'list',
  positions: [{ symbol: 'AAPL', instrument: 'stock', quantity: '100' }],
};

const optionLine = { symbol: 'SPXW2519L6850', instrument: 'option', quantity: '5' } as const;

/** The state with a target list that has an option twice, as a list of the platform can. */
const withOptionList = (state: DesiredState): DesiredState => ({
  ...state,
  confirmed: state.confirmed && { ...state.confirmed, target: { kind: 'list', positions: [optionLine, optionLine] } },
  terms: [
    { symbol: optionLine.symbol, option: { underlying: 'SPXW', strike: '6850', side: 'call', expires: 'Dec25' } },
  ],
});

/** If `trouble` is set, the platform holds another list than the one that was sent. */
export const demoDesired = (
  systemId: string,
  { holdsOptions, trouble }: Pick<DemoOptions, 'holdsOptions' | 'trouble'>,
): DesiredState =>
  holdsOptions
    ? withOptionList(stateInMaybeOffMode(systemId))
    : trouble
      ? { ...stateInMaybeOffMode(systemId), ...demoContradicted }
      : stateInMaybeOffMode(systemId);

const demoContradicted: Partial<DesiredState> = {
  mode: 'contradicted',
  text: { code: 'desired.mode', mode: 'contradicted' },
  alarm: { code: 'desired.contradicted' },
  contradicted: {
    sent: demoSent,
    sentAt: demoNow - 5_400,
    held: {
      kind: 'list',
      positions: [
        { symbol: 'AAPL', instrument: 'stock', quantity: '80' },
        { symbol: 'KO', instrument: 'stock', quantity: '-25' },
      ],
    },
    heldAt: demoNow - 60,
  },
};

const stateInMaybeOffMode = (systemId: string): DesiredState => ({
  systemId,
  mode: 'maybe-off',
  confirmed: {
    target: demoSent,
    source: 'ours',
    at: demoNow - 5_400,
  },
  readBack: null,
  pending: null,
  contradicted: null,
  text: { code: 'desired.mode', mode: 'maybe-off' },
  lock: { reason: { code: 'desired.maintaining' }, mayDeclareOff: true },
  alarm: null,
  readFailure: null,
});

const demoRow = (
  step: string,
  symbol: string | null,
  what: PlanRow['what'],
  size: string | null,
  profit: string | null,
  canceledStopQuantity: string | null,
  requests: number,
  seconds: number,
): PlanRow => ({
  step,
  symbol,
  what,
  size,
  profit,
  canceledStopQuantity,
  tradingTime: symbol === null ? null : { state: 'open' },
  requests,
  seconds,
  newRisk: false,
});

export const demoExitPlan = (systemId: string): ExitPlan => ({
  planId: '5b0c2f64-8a5d-4c6b-9d55-2f0d3f8a1c77',
  kind: 'flatten',
  systemId,
  summary: 'Flatten 3 positions, cancel 2 groups',
  steps: [
    { id: '1', kind: 'flat-list', text: 'Close at market (flatten)', requests: 1, newRisk: false },
    { id: '2', kind: 'cancel', text: 'Cancel 2 of 3 (stop, target)', requests: 1, newRisk: false },
    { id: '3', kind: 'cancel', text: 'Cancel SSHORT 2 @ESH6', requests: 1, newRisk: false },
    { id: '4', kind: 'read', text: 'Read positions and working orders again', requests: 2, newRisk: false },
    { id: '5', kind: 'stop-list', text: 'Resume order entry (stop)', requests: 1, newRisk: false },
  ],
  rows: [
    demoRow('1', 'AAPL', 'Close at market (flatten)', '100', '312', '100', 1, 1),
    demoRow('1', 'JPM', 'Close at market (flatten)', '90', '-45', null, 0, 1),
    demoRow('2', 'KO', 'Cancel 2 of 3 (stop, target)', '60', null, null, 1, 2),
    demoRow('3', '@ESH6', 'Cancel SSHORT 2 @ESH6', '2', null, null, 1, 3),
    demoRow('4', null, { code: 'exit.read-positions' }, null, null, null, 2, 5),
    demoRow('5', null, { code: 'exit.stop-list' }, null, null, null, 1, 6),
  ],
  flatAtOpen: null,
  requests: 6,
  seconds: 7,
  checks: [],
  positions: 3,
  cancels: 2,
});
