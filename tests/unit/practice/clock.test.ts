import { describe, expect, it } from 'vitest';
import { MANUAL_START, openClock } from '#practice/clock.ts';
import type { MetaStore } from '#practice/store/meta-store.ts';
import { openDatabase } from '#practice/store/schema.ts';
import { Store } from '#practice/store/store.ts';

const HOUR = 3_600_000;
const WALL = Date.UTC(2026, 5, 1, 12);

/** The meta table of a folder whose clock has not moved yet. */
function newFolderMeta(clock = MANUAL_START): MetaStore {
  const { meta } = new Store(openDatabase(':memory:'));
  meta.set('clock', String(clock));
  return meta;
}

describe('the real clock', () => {
  it('shows the time of day at speed 1', () => {
    let wall = WALL;
    const clock = openClock('real', 1, newFolderMeta(), () => wall);
    expect(clock.now()).toBe(WALL);
    wall += HOUR;
    expect([clock.now(), clock.speed]).toEqual([WALL + HOUR, 1]);
    expect(() => clock.set(0)).toThrow(/cannot be set/);
  });

  it('advances two and a half days in an hour at speed 60', () => {
    let wall = WALL;
    const clock = openClock('real', 60, newFolderMeta(), () => wall);
    wall += HOUR;
    expect(clock.now()).toBe(WALL + 60 * HOUR);
  });

  it('continues over restarts: at the old speed while the service is down, then at the new speed', () => {
    let wall = WALL;
    const meta = newFolderMeta();
    const open = (speed: number) => openClock('real', speed, meta, () => wall);
    open(60);
    wall += HOUR;
    expect(open(60).now()).toBe(WALL + 60 * HOUR);
    wall += HOUR;
    const slower = open(1);
    expect(slower.now()).toBe(WALL + 120 * HOUR);
    wall += HOUR;
    expect(slower.now()).toBe(WALL + 121 * HOUR);
    expect(open(1).now()).toBe(WALL + 121 * HOUR);
  });

  it('never goes back before the time that a manual clock has reached in the folder', () => {
    let wall = WALL;
    const meta = newFolderMeta();
    openClock('real', 1, meta, () => wall);
    meta.set('clock', String(WALL + 100 * HOUR));
    const clock = openClock('real', 1, meta, () => wall);
    expect(clock.now()).toBe(WALL + 100 * HOUR);
    wall += HOUR;
    expect(openClock('real', 1, meta, () => wall).now()).toBe(WALL + 101 * HOUR);
  });

  it('continues when the clock of the computer is set back, also after a restart', () => {
    let wall = WALL;
    const meta = newFolderMeta();
    const clock = openClock('real', 2, meta, () => wall);
    wall += HOUR;
    expect(clock.now()).toBe(WALL + 2 * HOUR);
    wall -= 3 * HOUR;
    expect(clock.now()).toBe(WALL + 2 * HOUR);
    wall += HOUR;
    expect(clock.now()).toBe(WALL + 4 * HOUR);
    meta.set('clock', String(clock.now()));
    expect(openClock('real', 2, meta, () => wall).now()).toBe(WALL + 4 * HOUR);
  });

  it('names a damaged anchor in its error', () => {
    const meta = newFolderMeta();
    meta.set('clockAnchor', '{"wall":1}');
    expect(() => openClock('real', 1, meta, () => WALL)).toThrow(/clockAnchor/);
  });
});

describe('the manual clock', () => {
  it('continues from its stored time, and moves only by set', () => {
    const clock = openClock('manual', 1, newFolderMeta(), () => WALL);
    expect([clock.kind, clock.now()]).toEqual(['manual', MANUAL_START]);
    clock.set(MANUAL_START + HOUR);
    expect(clock.now()).toBe(MANUAL_START + HOUR);
  });
});
