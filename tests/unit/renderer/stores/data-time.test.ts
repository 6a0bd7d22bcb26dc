import { beforeEach, expect, it, vi } from 'vitest';
import { demoBundleState } from '#renderer/gallery/demo-bundle.ts';
import { demoDefaults } from '#renderer/gallery/demo-options.ts';
import { demoStatus } from '#renderer/gallery/demo-status.ts';
import { dataTime } from '#renderer/stores/data-time.ts';
import { fakeApp } from './fake-app.ts';

const now = Date.parse('2026-12-01T15:00:00Z') / 1000;
const options = { ...demoDefaults, bundle: 'open' } as const;

beforeEach(() => {
  vi.useFakeTimers({ now: now * 1000 });
  return () => vi.useRealTimers();
});

it('is the time at which the shown review bundle was made', async () => {
  const { app, dispose, settle } = fakeApp(options);
  await settle();
  expect(dataTime(app)).toBe(demoBundleState(options).open?.madeAt);
  dispose();
});

it('is now as soon as the status says that the own desk is shown again', async () => {
  const { app, dispose, emit, settle } = fakeApp(options);
  await settle();
  emit('status.changed', demoStatus(demoDefaults));
  expect(dataTime(app)).toBe(now);
  emit('bundle.changed', demoBundleState(demoDefaults));
  expect(dataTime(app)).toBe(now);
  dispose();
});
