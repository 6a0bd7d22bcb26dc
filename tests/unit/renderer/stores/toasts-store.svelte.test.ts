import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ToastsStore } from '#renderer/stores/toasts-store.svelte.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('runs an effect that shows a message once', () => {
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

test('keeps errors until they are closed, and closes other messages by itself', () => {
  const toasts = new ToastsStore();
  toasts.show('info', 'Size 1: 50.');
  toasts.show('danger', 'Not sent.');
  vi.advanceTimersByTime(10_000);
  expect(toasts.list.map(({ text }) => text)).toEqual(['Not sent.']);
  toasts.close(toasts.list[0]?.id ?? 0);
  expect(toasts.list).toEqual([]);
  toasts.dispose();
});
