import { expect, it } from 'vitest';
import { canAddRisk } from '#core/platform/can-add-risk.ts';
import type { RequestValue } from '#core/platform/platform-client.ts';

const request = (command: string, body: Record<string, RequestValue>) => ({
  command,
  body,
  lane: 'submit' as const,
  systemId: '1',
});
const list = (typeofsymbol: string) => ({ positions: [{ symbol: typeofsymbol, typeofsymbol, quant: '0' }] });

it.each([
  ['a cancel', request('cancelSignal', { signalid: '1' }), false],
  ['stopAutoTrade', request('stopAutoTrade', {}), false],
  ['a closing order', request('submitSignal', { signal: { action: 'STC' } }), false],
  ['an opening order', request('submitSignal', { signal: { action: 'BTO' } }), true],
  [
    'a closing order with a parent',
    request('submitSignal', { signal: { action: 'BTC', conditionalUponSignal: {} } }),
    true,
  ],
  ['the target list "flat"', request('setDesiredPositions', list('flat')), false],
  ['the target list "stop"', request('setDesiredPositions', list('stop')), false],
  ['a change of AutoTrade', request('changeAutoTrade', {}), true],
  ['a change of AutoTrade that reduces', { ...request('changeAutoTrade', {}), reducesRisk: true }, false],
  ['a start of AutoTrade that claims to reduce', { ...request('startAutoTrade', {}), reducesRisk: true }, true],
  ['a target list', request('setDesiredPositions', list('stock')), true],
  ['a start of AutoTrade', request('startAutoTrade', {}), true],
])('whether %s can add risk', (_what, one, expected) => expect(canAddRisk(one)).toBe(expected));
