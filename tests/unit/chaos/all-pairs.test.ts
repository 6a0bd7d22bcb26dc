import { expect, test } from 'vitest';
import { allPairs, type Factor } from '#tests/chaos/all-pairs.ts';
import { Draw } from '#tests/chaos/draw.ts';

const factors: Factor[] = Array.from({ length: 27 }, (_unused, index) => ({
  name: `switch ${index}`,
  values: ['a', 'b', 'c'].slice(0, 2 + (index % 2)),
}));

test('few combinations contain every pair of values, and depend only on the seed', () => {
  const combinations = allPairs(factors, new Draw('1'));
  const seenPairs = new Set(
    combinations.flatMap((one) =>
      factors.flatMap((a) => factors.map((b) => [a.name, one[a.name], b.name, one[b.name]].join())),
    ),
  );
  const missing = factors.flatMap((a) =>
    factors.flatMap((b) =>
      a.values.flatMap((x) => b.values.filter((y) => a !== b && !seenPairs.has([a.name, x, b.name, y].join()))),
    ),
  );
  expect(missing).toEqual([]);
  expect(combinations.length).toBeLessThan(30);
  expect(allPairs(factors, new Draw('1'))).toEqual(combinations);
});

test('a factor of one value is in every combination', () => {
  const found = allPairs([{ name: 'only', values: ['x'] }, ...factors.slice(0, 3)], new Draw('2'));
  expect(found.every(({ only }) => only === 'x')).toBe(true);
});
