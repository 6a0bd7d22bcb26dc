import { flushSync } from 'svelte';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Bridge } from '#contract/bridge.ts';
import { ComparedCurves } from '#renderer/equity/compared-curves.svelte.ts';

let released: string[];
let asked: string[];
let points: Record<string, number[]>;
let compared: ComparedCurves;

const settle = async (): Promise<void> => {
  flushSync();
  for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
  flushSync();
};

beforeEach(() => {
  released = [];
  asked = [];
  points = { 8: [1, 2], 9: [] };
  const bridge = {
    call: (_name: string, { systemId }: { systemId: string }) => {
      asked.push(systemId);
      const times = points[systemId] ?? [1];
      return Promise.resolve({ ok: true, value: { systemId, times, withCost: times, raw: [], index: [], fees: [] } });
    },
    on: (_name: string, { systemId }: { systemId: string }, receive: (facts: unknown) => void) => {
      receive({ systemId, equity: { revision: 1 } });
      return () => void released.push(systemId);
    },
  } as unknown as Bridge;
  const list = ['8', '9'].map((systemId) => ({ systemId, name: `Strategy ${systemId}` }));
  compared = new ComparedCurves(bridge, { list } as unknown as ConstructorParameters<typeof ComparedCurves>[1]);
});

describe('curves that are compared', () => {
  it('are read when they are selected, have their names, and are released', async () => {
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

  it('are at most three, each once', async () => {
    for (const systemId of ['8', '8', '10', '11', '12']) compared.set(systemId, true);
    await settle();
    expect([asked, compared.full]).toEqual([['8', '10', '11'], true]);
    compared.dispose();
    expect(released).toEqual(['8', '10', '11']);
  });
});
