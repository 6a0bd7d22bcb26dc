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

let asked: string[];
let received: Map<number, string>;
let answers: Record<string, unknown>;
let tell: (state: BundleState) => void;
let store: BundleStore;

beforeEach(() => {
  asked = [];
  received = new Map();
  answers = {
    'bundle.make': { ok: true, value: { bundleId, bytes: 6, parts: 2, facts } },
    'bundle.open': { ok: true, value: facts },
  };
  const bridge = {
    call: async (name: string, input: { part: number; data: string }) => {
      asked.push(name);
      if (name === 'bundle.receive') received.set(input.part, input.data);
      if (name === 'bundle.part') return { ok: true, value: { data: btoa(input.part === 0 ? 'abc' : '\xff\x00z') } };
      return answers[name] ?? { ok: true, value: {} };
    },
    on: (_name: string, _params: object, receive: (state: BundleState) => void) => {
      tell = receive;
      receive({ work: null, open: null });
      return () => undefined;
    },
  } as unknown as Bridge;
  store = new BundleStore(bridge, () => bundleId);
});
afterEach(() => store.dispose());

it('puts the parts of a bundle together byte for byte, and gives it back to the program', async () => {
  const made = await store.make(choice);
  const content = 'content' in made ? new Uint8Array(await made.content.arrayBuffer()) : null;
  expect(content).toEqual(Uint8Array.of(97, 98, 99, 255, 0, 122));
  expect(asked).toEqual(['bundle.make', 'bundle.part', 'bundle.part', 'bundle.discard']);
  expect(store.progress).toBeNull();
});

it('hands a file over in parts, an empty one too, and says why it was refused', async () => {
  const bytes = new Uint8Array(limits.bundlePart + 3).fill(7);
  expect(await store.show(new File([bytes], 'a.stratreview'))).toBeNull();
  expect([...received.values()].map((data) => atob(data).length)).toEqual([limits.bundlePart, 3]);
  answers['bundle.open'] = { ok: false, failure: { code: 'altered', message: 'It was altered.' } };
  expect(await store.show(new File([], 'b.stratreview'))).toBe('It was altered.');
  expect(received.get(0)).toBe('');
});

it('opens nothing of a file that went away while it was read, and lets go of what was handed over', async () => {
  const gone = {
    size: 5,
    slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone')) }),
  } as unknown as File;
  expect(await store.show(gone)).toContain('cannot be read any more');
  expect(asked).toEqual(['bundle.discard']);
});

it('sends nothing of a file that is larger than any bundle', async () => {
  expect(await store.show({ size: limits.bundleBytes + 1 } as unknown as File)).toContain(
    'more than any review bundle',
  );
  expect(asked).toEqual([]);
});

it('stops handing over when it is told to', async () => {
  const bytes = new Uint8Array(limits.bundlePart * 3);
  const showing = store.show(new File([bytes], 'a.stratreview'));
  await store.cancel();
  expect(await showing).toContain('was not opened');
  expect(asked).not.toContain('bundle.open');
});

it('tells how far main is, and closes only what is open', async () => {
  tell({ work: { kind: 'making', text: 'Alpha', done: 1, steps: 3 }, open: null });
  flushSync();
  expect(store.progress).toMatchObject({ text: 'Alpha', done: 1, steps: 3 });
  await store.close();
  expect(asked).toEqual([]);
  tell({ work: null, open: { ...facts, strategies: [] } });
  flushSync();
  let isBack = false;
  const closing = store.close().then(() => (isBack = true));
  await Promise.resolve();
  await Promise.resolve();
  expect(asked).toEqual(['bundle.close']);
  expect(isBack, 'before this window was told').toBe(false);
  tell({ work: null, open: null });
  await closing;
});
