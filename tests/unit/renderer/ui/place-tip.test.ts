import { expect, test } from 'vitest';
import { placeTip } from '#renderer/ui/place-tip.ts';

const page = { innerWidth: 1_000, innerHeight: 600 };
const tip = { width: 200, height: 40 };
const elementAt = (left: number, top: number) => ({ left, top, width: 40, height: 30, bottom: top + 30 });

test('places a tooltip below the middle of its element', () => {
  expect(placeTip(elementAt(400, 100), tip, page)).toEqual({ left: 320, top: 136 });
});

test('places a tooltip above if there is no room below, and always inside the window', () => {
  expect(placeTip(elementAt(400, 560), tip, page)).toEqual({ left: 320, top: 514 });
  expect(placeTip(elementAt(0, 100), tip, page).left).toBe(6);
  expect(placeTip(elementAt(970, 100), tip, page).left).toBe(794);
});
