import { describe, expect, it } from 'vitest';
import { TextWidths, widthBound } from '#renderer/grid/text-widths.ts';

describe('the largest text width of a column', () => {
  it('grows with the widest text and is reported once', () => {
    const room = new TextWidths(2);
    expect(room.takeGrown()).toBeNull();
    room.measure(0, '12');
    room.measure(1, 'WW');
    expect(room.takeGrown()).toEqual([widthBound('12'), widthBound('WW')]);
    room.measure(0, '1');
    room.measure(1, 'ii');
    expect(room.takeGrown()).toBeNull();
    room.measure(0, 'WWW');
    expect(room.takeGrown()).toEqual([widthBound('WWW'), widthBound('WW')]);
  });

  it('is larger for wide characters than for a longer text of narrow ones', () => {
    expect(widthBound('WWWW')).toBeGreaterThan(widthBound('iiiiiiii'));
    const room = new TextWidths(1);
    room.measure(0, 'iiiiiiii');
    room.takeGrown();
    room.measure(0, 'WWWW');
    expect(room.takeGrown()).toEqual([widthBound('WWWW')]);
  });

  it('measures only the longest texts with longestOnly, and the others later', () => {
    const room = new TextWidths(1);
    room.longestOnly = true;
    room.measure(0, 'iiii');
    room.measure(0, 'WWWW');
    expect(room.takeGrown()).toEqual([widthBound('iiii')]);
    room.measure(0, '12345');
    expect(room.takeGrown()).toEqual([widthBound('12345')]);
    room.longestOnly = false;
    for (const text of ['iiii', 'WWWW', '12345']) room.measure(0, text);
    expect(room.takeGrown()).toEqual([widthBound('WWWW')]);
  });

  it('is unknown for characters without a measured width and for control characters', () => {
    for (const text of ['漢字', 'Ω', '👍', '\t', '\u0000', 'a\u0301']) expect(widthBound(text), text).toBe(Infinity);
    expect(widthBound('')).toBe(0);
  });
});
