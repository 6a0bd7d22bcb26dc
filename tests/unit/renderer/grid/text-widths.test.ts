import { describe, expect, it } from 'vitest';
import { TextWidths, widthBound } from '#renderer/grid/text-widths.ts';

describe('the largest text width of a column', () => {
  it('grows with the widest text and is reported once', () => {
    const widths = new TextWidths(2);
    expect(widths.takeGrown()).toBeNull();
    widths.measure(0, '12');
    widths.measure(1, 'WW');
    expect(widths.takeGrown()).toEqual([widthBound('12'), widthBound('WW')]);
    widths.measure(0, '1');
    widths.measure(1, 'ii');
    expect(widths.takeGrown()).toBeNull();
    widths.measure(0, 'WWW');
    expect(widths.takeGrown()).toEqual([widthBound('WWW'), widthBound('WW')]);
  });

  it('is larger for wide characters than for a longer text of narrow ones', () => {
    expect(widthBound('WWWW')).toBeGreaterThan(widthBound('iiiiiiii'));
    const widths = new TextWidths(1);
    widths.measure(0, 'iiiiiiii');
    widths.takeGrown();
    widths.measure(0, 'WWWW');
    expect(widths.takeGrown()).toEqual([widthBound('WWWW')]);
  });

  it('comes from the longest texts alone until setLongestOnly(false), then from all texts', () => {
    const widths = new TextWidths(1);
    const measureAll = (): void => {
      for (const text of ['iiii', 'WWWW', '12345']) widths.measure(0, text);
    };
    widths.setLongestOnly(true, measureAll);
    widths.measure(0, 'iiii');
    widths.measure(0, 'WWWW');
    expect(widths.takeGrown()).toEqual([widthBound('iiii')]);
    widths.measure(0, '12345');
    expect(widths.takeGrown()).toEqual([widthBound('12345')]);
    widths.setLongestOnly(false, measureAll);
    expect(widths.takeGrown()).toEqual([widthBound('WWWW')]);
  });

  it('is unknown for characters without a measured width and for control characters', () => {
    for (const text of ['漢字', 'Ω', '👍', '\t', '\u0000', 'a\u0301']) expect(widthBound(text), text).toBe(Infinity);
    expect(widthBound('')).toBe(0);
  });
});
