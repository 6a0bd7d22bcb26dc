import { fromNewYork } from '#rules/new-york.ts';

/** Where the manual clock starts: Monday 2026-03-02, 09:30 New York. */
export const MANUAL_START = fromNewYork({ year: 2026, month: 3, day: 2, hour: 9, minute: 30, second: 0 }).earliest;

/** The service's time, in milliseconds since 1970. The manual clock moves only by `set`. */
export type Clock = {
  readonly kind: 'real' | 'manual';
  now(): number;
  set(instant: number): void;
};

export function realClock(): Clock {
  return {
    kind: 'real',
    now: () => Date.now(),
    set: () => {
      throw new Error('the real clock can not be set');
    },
  };
}

export function manualClock(start: number): Clock {
  let current = start;
  return {
    kind: 'manual',
    now: () => current,
    set: (instant) => {
      current = instant;
    },
  };
}
