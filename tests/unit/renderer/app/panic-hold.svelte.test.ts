import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { panicHoldMs } from '#renderer/app/hold-press.ts';
import { PanicHold } from '#renderer/app/panic-hold.svelte.ts';
import { fakeApp } from '../stores/fake-app.ts';

let fake: ReturnType<typeof fakeApp>;
let hold: PanicHold;
let release: () => void;
beforeEach(async () => {
  vi.useFakeTimers();
  fake = fakeApp();
  await fake.settle();
  release = $effect.root(() => {
    hold = new PanicHold(fake.app);
  });
  await fake.settle();
});
afterEach(() => {
  release();
  fake.dispose();
  vi.useRealTimers();
});

it('a held panic button sends the plan, and a click shows it', async () => {
  const { exits } = fake.app;
  hold.press();
  hold.click();
  expect(exits.opened).toEqual({ kind: 'flatten' });
  exits.close();
  hold.press();
  await fake.settle(panicHoldMs);
  expect(exits.opened).toEqual({ kind: 'flatten', atOnce: true });
});

it('a panic button that is held does nothing after another strategy was chosen', async () => {
  const { exits, strategy } = fake.app;
  hold.press();
  strategy.choose('91000002');
  await fake.settle(2 * panicHoldMs);
  hold.click();
  expect([hold.holding, exits.opened]).toEqual([false, null]);
});

it('a panic button that is removed while it is held does nothing', async () => {
  hold.press();
  release();
  await fake.settle(2 * panicHoldMs);
  expect(fake.app.exits.opened).toBeNull();
});
