import { SvelteMap } from 'svelte/reactivity';
import { afterEach, expect, it } from 'vitest';
import { TradeMoments } from '#renderer/equity/trade-moments.svelte.ts';
import { bridgeOf, settle, strategyOf } from '../bridge-of.ts';

let moments: TradeMoments | null = null;
afterEach(() => moments?.dispose());

it('reads the trades of the New York days that the chart shows, in any local time zone', async () => {
  const { bridge, calls } = bridgeOf(() => ({ ok: true, value: { trades: [], total: 0 } }));
  // 2026-03-02 19:30 and 2026-03-04 18:00 in New York: a day later in Tokyo.
  const shown = { from: Date.parse('2026-03-03T00:30:00Z') / 1_000, to: Date.parse('2026-03-04T23:00:00Z') / 1_000 };
  moments = new TradeMoments(bridge, strategyOf(new SvelteMap([['systemId', '8']])), () => shown);
  await settle();
  const days = { from: '2026-03-02', to: '2026-03-04' };
  expect(calls.map(([, { filter }]) => filter)).toMatchObject([{ opened: days }, { closed: days }]);
});
