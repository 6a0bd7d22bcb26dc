import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ToastsStore } from '#renderer/stores/toasts-store.svelte.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a message that an effect shows does not make the effect run again', () => {
  const toasts = new ToastsStore();
  let runs = 0;
  const release = $effect.root(() => {
    $effect(() => {
      runs += 1;
      toasts.show('danger', 'Not all of the exit was done.');
    });
  });
  flushSync();
  expect(runs).toBe(1);
  expect(toasts.list.map(({ text }) => text)).toEqual(['Not all of the exit was done.']);
  release();
  toasts.dispose();
});

test('keeps errors until they are closed, and closes other messages after some seconds', () => {
  const toasts = new ToastsStore();
  toasts.show('info', 'Size 1: 50.');
  toasts.show('danger', 'Not sent.');
  vi.advanceTimersByTime(10_000);
  expect(toasts.list.map(({ text }) => text)).toEqual(['Not sent.']);
  toasts.close(toasts.list[0]?.id ?? 0);
  expect(toasts.list).toEqual([]);
  toasts.dispose();
});

test('removes no error to make room for a message that closes by itself', () => {
  const toasts = new ToastsStore();
  const texts = (): string[] => toasts.list.map(({ text }) => text);
  toasts.show('danger', 'Order entry is locked.');
  for (const size of [1, 2, 3, 4]) toasts.show('info', `Size ${size}.`);
  expect(texts()).toEqual(['Order entry is locked.', 'Size 2.', 'Size 3.', 'Size 4.']);
  for (const id of [1, 2, 3]) toasts.show('danger', `Error ${id}.`);
  toasts.show('good', 'Sent.');
  expect(texts()).toEqual(['Order entry is locked.', 'Error 1.', 'Error 2.', 'Error 3.', 'Sent.']);
  toasts.show('danger', 'Error 4.');
  expect(texts()).toEqual(['Error 1.', 'Error 2.', 'Error 3.', 'Sent.', 'Error 4.']);
  toasts.dispose();
});
