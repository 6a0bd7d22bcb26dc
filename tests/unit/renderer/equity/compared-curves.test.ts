import { SvelteMap } from 'svelte/reactivity';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Profile } from '#contract/model/profile.ts';
import { ComparedCurves } from '#renderer/equity/compared-curves.svelte.ts';
import { demoProfiles } from '#renderer/gallery/demo-status.ts';
import { bridgeOf, settle } from '../bridge-of.ts';

let released: string[];
let readIds: string[];
let points: Record<string, number[]>;
let connection: SvelteMap<'index', number>;
let selected: SvelteMap<'systemId', string>;
let compared: ComparedCurves;
let receiveChange: (change: unknown) => void;

beforeEach(() => {
  released = [];
  readIds = [];
  points = { 8: [1, 2], 9: [] };
  const { bridge } = bridgeOf(
    (_name, { systemId }) => {
      readIds.push(systemId);
      const times = points[systemId] ?? [1];
      return { ok: true, value: { systemId, times, withCost: times, raw: [], index: [], fees: [] } };
    },
    ({ systemId }, receive) => {
      receiveChange = receive;
      receive({ systemId, equity: { revision: 1 } });
      return () => void released.push(systemId);
    },
  );
  const list = ['8', '9'].map((systemId) => ({ systemId, name: `Strategy ${systemId}` }));
  const profiles: readonly Profile[] = demoProfiles;
  connection = new SvelteMap([['index', 0]]);
  selected = new SvelteMap([['systemId', '7']]);
  const status = {
    get profile() {
      return profiles[connection.get('index') ?? 0] ?? null;
    },
  };
  const strategies = { list } as unknown as ConstructorParameters<typeof ComparedCurves>[1];
  compared = new ComparedCurves(bridge, strategies, status, {
    get systemId() {
      return selected.get('systemId') ?? null;
    },
  });
});

describe('compared curves', () => {
  it('are read and named when they are selected, and released when they are deselected', async () => {
    compared.set('8', true);
    await settle();
    expect(compared.curves.map(({ name, curve }) => [name, curve.times])).toEqual([['Strategy 8', [1, 2]]]);
    compared.set('8', false);
    expect([compared.curves, released]).toEqual([[], ['8']]);
  });

  it('report a missing curve only after the cache answered', async () => {
    compared.set('9', true);
    expect(compared.isWithoutCurve('9')).toBe(false);
    await settle();
    expect(compared.isWithoutCurve('9')).toBe(true);
    expect(compared.curves).toEqual([]);
  });

  it('are shown only for the connection that they were selected on', async () => {
    compared.set('8', true);
    await settle();
    connection.set('index', 1);
    expect([compared.curves, compared.count, compared.has('8')]).toEqual([[], 0, false]);
    compared.set('8', true);
    await settle();
    expect([compared.curves.length, released]).toEqual([1, ['8']]);
  });

  it('are not read from another connection that has the same strategy', async () => {
    compared.set('8', true);
    await settle();
    connection.set('index', 1);
    points = { 8: [7] };
    receiveChange({ systemId: '8', equity: { revision: 2 } });
    await settle();
    expect(readIds).toEqual(['8']);
    points = { 8: [1, 2, 3] };
    connection.set('index', 0);
    await settle();
    expect(compared.curves.map(({ curve }) => curve.times)).toEqual([[1, 2, 3]]);
  });

  it('are at most three, and each is read once', async () => {
    for (const systemId of ['8', '8', '10', '11', '12']) compared.set(systemId, true);
    await settle();
    expect([readIds, compared.isFull]).toEqual([['8', '10', '11'], true]);
    compared.dispose();
    expect(released).toEqual(['8', '10', '11']);
  });

  it('leave room for another one while a compared strategy is the selected one', async () => {
    for (const systemId of ['8', '10', '11']) compared.set(systemId, true);
    selected.set('systemId', '8');
    expect([compared.count, compared.has('8'), compared.isFull]).toEqual([2, false, false]);
    compared.set('7', true);
    await settle();
    expect(compared.curves.map(({ curve }) => curve.systemId)).toEqual(['10', '11', '7']);
    // There is no color for a fourth curve, also not when the first one is no longer selected.
    selected.set('systemId', '9');
    expect([compared.count, released]).toEqual([3, ['8']]);
  });
});
