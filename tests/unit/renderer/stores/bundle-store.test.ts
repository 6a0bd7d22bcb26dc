import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Bridge } from '#contract/bridge.ts';
import { limits } from '#contract/limits.ts';
import type { BundleState } from '#contract/model/bundle.ts';
import { BundleStore } from '#renderer/stores/bundle-store.svelte.ts';

const bundleId = '00000000-0000-4000-8000-000000000001';
const facts = {
  program: '1',
  madeAt: 1,
  mode: 'LIVE',
  connection: 'c',
  strategies: [],
  notes: 0,
  pictures: 0,
  moments: 0,
} as const;
const choice = { systemIds: ['7'], notes: true, pictures: true, history: true };

let called: string[];
let received: Map<number, string>;
let answers: Record<string, unknown>;
let emit: (state: BundleState) => void;
let store: BundleStore;

beforeEach(() => {
  called = [];
  received = new Map();
  answers = {
    'bundle.make': { ok: true, value: { bundleId, bytes: 6, parts: 2, facts } },
    'bundle.open': { ok: true, value: facts },
  };
  const bridge = {
    call: async (name: string, input: { part: number; data: string }) => {
      called.push(name);
      if (name === 'bundle.receive') received.set(input.part, input.data);
      if (name === 'bundle.part') return { ok: true, value: { data: btoa(input.part === 0 ? 'abc' : '\xff\x00z') } };
      return answers[name] ?? { ok: true, value: {} };
    },
    on: (_name: string, _params: object, receive: (state: BundleState) => void) => {
      emit = receive;
      receive({ work: null, open: null });
      return () => undefined;
    },
  } as unknown as Bridge;
  store = new BundleStore(bridge, () => bundleId);
});
afterEach(() => store.dispose());

it('joins the parts of a bundle byte for byte, and then discards the bundle in core', async () => {
  const made = await store.make(choice);
  const content = 'content' in made ? new Uint8Array(await made.content.arrayBuffer()) : null;
  expect(content).toEqual(Uint8Array.of(97, 98, 99, 255, 0, 122));
  expect(called).toEqual(['bundle.make', 'bundle.part', 'bundle.part', 'bundle.discard']);
  expect(store.progress).toBeNull();
});

it('transfers a file in parts, even an empty one, and says why a file was refused', async () => {
  const bytes = new Uint8Array(limits.bundlePart + 3).fill(7);
  expect(await store.show(new File([bytes], 'a.stratreview'))).toBeNull();
  expect([...received.values()].map((data) => atob(data).length)).toEqual([limits.bundlePart, 3]);
  answers['bundle.open'] = { ok: false, failure: { code: 'altered', message: 'It was altered.' } };
  expect(await store.show(new File([], 'b.stratreview'))).toBe('It was altered.');
  expect(received.get(0)).toBe('');
});

it('does not open a file that disappears during the transfer, and discards its parts', async () => {
  const disappearing = {
    size: 5,
    slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone')) }),
  } as unknown as File;
  expect(await store.show(disappearing)).toContain('can no longer be read');
  expect(called).toEqual(['bundle.discard']);
});

it('does not transfer a file that is larger than any bundle', async () => {
  expect(await store.show({ size: limits.bundleBytes + 1 } as unknown as File)).toContain(
    'more than any review bundle',
  );
  expect(called).toEqual([]);
});

it('stops the transfer when it is canceled', async () => {
  const bytes = new Uint8Array(limits.bundlePart * 3);
  const showing = store.show(new File([bytes], 'a.stratreview'));
  await store.cancel();
  expect(await showing).toContain('was not opened');
  expect(called).not.toContain('bundle.open');
});

it('reports the progress of core, and closes only an open bundle', async () => {
  emit({ work: { kind: 'making', name: 'Alpha', done: 1, steps: 3 }, open: null });
  flushSync();
  expect(store.progress).toMatchObject({ text: 'Alpha', done: 1, steps: 3 });
  await store.close();
  expect(called).toEqual([]);
  emit({ work: null, open: { ...facts, strategies: [] } });
  flushSync();
  let isClosed = false;
  const closing = store.close().then(() => (isClosed = true));
  await Promise.resolve();
  await Promise.resolve();
  expect(called).toEqual(['bundle.close']);
  expect(isClosed, 'before the event reached this window').toBe(false);
  emit({ work: null, open: null });
  await closing;
});
