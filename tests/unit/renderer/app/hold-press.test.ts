import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HoldPress, panicHoldMs } from '#renderer/app/hold-press.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function rig() {
  const act = vi.fn();
  const hold = new HoldPress((milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  }, act);
  return { act, hold };
}

describe('a hold of a button', () => {
  it('acts once after 1.5 s, and not before', () => {
    const { act, hold } = rig();
    expect(hold.press()).toBe(true);
    vi.advanceTimersByTime(panicHoldMs - 1);
    expect(act).not.toHaveBeenCalled();
    vi.advanceTimersByTime(60_000);
    expect(act).toHaveBeenCalledTimes(1);
  });

  it('is not prolonged or doubled by key repeat', () => {
    const { act, hold } = rig();
    hold.press();
    for (let n = 0; n < 40; n++) {
      vi.advanceTimersByTime(33);
      expect(hold.press()).toBe(false);
    }
    vi.advanceTimersByTime(panicHoldMs - 40 * 33);
    expect(act).toHaveBeenCalledTimes(1);
  });

  it('is canceled by every early release', () => {
    const { act, hold } = rig();
    for (let n = 0; n < 100; n++) {
      hold.press();
      vi.advanceTimersByTime(panicHoldMs - 1);
      hold.release();
    }
    vi.advanceTimersByTime(60_000);
    expect(act).not.toHaveBeenCalled();
  });
});
