import { describe, expect, it } from 'vitest';
import { FlagError, flagsOf } from '#tests/fixtures/read-flags.ts';

const defaults = { orders: 2000, minutes: 0, keep: '' };

describe('the flags of a harness', () => {
  it('have the type of their defaults: number or text', () => {
    expect(flagsOf(defaults, [])).toEqual(defaults);
    expect(flagsOf(defaults, ['--orders=12', '--minutes=0.5', '--keep=out'])).toEqual({
      orders: 12,
      minutes: 0.5,
      keep: 'out',
    });
  });

  it.each([
    ['--orders=many', '--orders must be a number, not "many"'],
    ['--orders=-1', 'must be a number'],
    ['--orders=', 'must be a number'],
    ['--orders', '--orders'],
    ['--order=3', '--order'],
    ['orders', 'orders'],
  ])('%s is refused with its reason', (typed, message) => {
    expect(() => flagsOf(defaults, [typed])).toThrow(FlagError);
    expect(() => flagsOf(defaults, [typed])).toThrow(message);
  });
});
