import { describe, expect, it } from 'vitest';
import { IdCounter } from '#practice/engine/id-counter.ts';

const nextIds = (counter: IdCounter, count: number): string[] => Array.from({ length: count }, () => counter.next());

describe('the counter of ids', () => {
  it('skips ids that callers chose ahead of it', () => {
    const counter = new IdCounter(999);
    for (const id of ['1000', '1001', '1003', '1003']) counter.avoid(id);
    expect(nextIds(counter, 3)).toEqual(['1002', '1004', '1005']);
    expect(counter.last).toBe('1005');
  });

  it('ignores texts that it would never return as an id', () => {
    const counter = new IdCounter(999);
    for (const id of [null, '', '01000', '+1000', '1000.0', ' 1000', '1e3', 'x1000', '999', '1', '-1000'])
      counter.avoid(id);
    counter.avoid('9'.repeat(40));
    expect(nextIds(counter, 2)).toEqual(['1000', '1001']);
  });

  it('starts only from an id that leaves room for further ids', () => {
    expect(() => new IdCounter(Number.MAX_SAFE_INTEGER)).toThrow(/no ids are left/);
    expect(() => new IdCounter(NaN)).toThrow(/no ids are left/);
  });
});
