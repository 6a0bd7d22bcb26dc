import { describe, expect, it } from 'vitest';
import { TextRoom, widthBound } from '#renderer/grid/text-room.ts';

describe('how wide the texts of a column are at most', () => {
  it('grows with the widest text of each column and is told once', () => {
    const room = new TextRoom(2);
    expect(room.grown()).toBeNull();
    room.see(0, '12');
    room.see(1, 'WW');
    expect(room.grown()).toEqual([widthBound('12'), widthBound('WW')]);
    room.see(0, '1');
    room.see(1, 'ii');
    expect(room.grown()).toBeNull();
    room.see(0, 'WWW');
    expect(room.grown()).toEqual([widthBound('WWW'), widthBound('WW')]);
  });

  it('takes a wide text for wider than a longer one of narrow characters', () => {
    expect(widthBound('WWWW')).toBeGreaterThan(widthBound('iiiiiiii'));
    const room = new TextRoom(1);
    room.see(0, 'iiiiiiii');
    room.grown();
    room.see(0, 'WWWW');
    expect(room.grown()).toEqual([widthBound('WWWW')]);
  });

  it('glances at texts with more characters than any before, and makes good what it passed over when it sees them again', () => {
    const room = new TextRoom(1);
    room.glances = true;
    room.see(0, 'iiii');
    room.see(0, 'WWWW');
    expect(room.grown()).toEqual([widthBound('iiii')]);
    room.see(0, '12345');
    expect(room.grown()).toEqual([widthBound('12345')]);
    room.glances = false;
    for (const text of ['iiii', 'WWWW', '12345']) room.see(0, text);
    expect(room.grown()).toEqual([widthBound('WWWW')]);
  });

  it('knows no bound for a character that nobody has measured, and for none of the control characters', () => {
    for (const text of ['漢字', 'Ω', '👍', '\t', '\u0000', 'a\u0301']) expect(widthBound(text), text).toBe(Infinity);
    expect(widthBound('')).toBe(0);
  });
});
