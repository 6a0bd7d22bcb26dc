import { fromNewYork } from '#rules/calendar/new-york.ts';
import type { MetaStore } from './store/meta-store.ts';

/** Where the manual clock starts: Monday 2026-03-02, 09:30 New York. */
export const MANUAL_START = fromNewYork({ year: 2026, month: 3, day: 2, hour: 9, minute: 30, second: 0 }).earliest;

/** The service's time, in milliseconds since 1970. The manual clock moves only by `set`. */
export type Clock = {
  readonly kind: 'real' | 'manual';
  /** Seconds of the service's time in one real second; 0 for the manual clock. */
  readonly speed: number;
  now(): number;
  set(instant: number): void;
};

/** A known time of the service, from which the real clock counts. */
type Anchor = { readonly wall: number; readonly service: number; readonly speed: number };

/**
 * Opens the folder's clock. A manual clock continues from its last time. A real clock also runs
 * while the service is down, at its last speed; a new speed applies from now on. The folder's time
 * never goes back: a real clock continues from the last time of a fast or manual clock that ran
 * ahead.
 */
export function openClock(kind: Clock['kind'], speed: number, meta: MetaStore, wall: () => number): Clock {
  const lastTime = Number(meta.need('clock'));
  if (kind === 'manual') return manualClock(lastTime);
  const storedAnchor = readAnchor(meta.get('clockAnchor'));
  const now = storedAnchor ? serviceTime(storedAnchor, wall()) : wall();
  const unchanged = storedAnchor?.speed === speed && now >= lastTime;
  const anchor = unchanged ? storedAnchor : { wall: wall(), service: Math.max(now, lastTime), speed };
  if (!unchanged) meta.set('clockAnchor', JSON.stringify(anchor));
  return {
    kind: 'real',
    speed,
    now: steadyTime(anchor, wall),
    set: () => {
      throw new Error('the real clock cannot be set');
    },
  };
}

/**
 * The service's time, which continues from where it is when the clock of the computer is set back.
 * Otherwise an order could trade before it was posted, and lists up to now would leave orders out.
 */
function steadyTime(start: Anchor, wall: () => number): () => number {
  let anchor = start;
  let last = -Infinity;
  return () => {
    const wallTime = wall();
    const now = serviceTime(anchor, wallTime);
    if (now < last) anchor = { ...anchor, wall: wallTime, service: last };
    last = Math.max(now, last);
    return last;
  };
}

export function manualClock(start: number): Clock {
  let current = start;
  return {
    kind: 'manual',
    speed: 0,
    now: () => current,
    set: (instant) => {
      current = instant;
    },
  };
}

function serviceTime({ wall, service, speed }: Anchor, now: number): number {
  return service + (now - wall) * speed;
}

function readAnchor(text: string | undefined): Anchor | undefined {
  if (text === undefined) return undefined;
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed === 'object' && parsed !== null && 'wall' in parsed && 'service' in parsed && 'speed' in parsed) {
    const [wall, service, speed] = [Number(parsed.wall), Number(parsed.service), Number(parsed.speed)];
    if (Number.isFinite(wall + service) && speed > 0) return { wall, service, speed };
  }
  throw new Error('the practice data is damaged: clockAnchor');
}
