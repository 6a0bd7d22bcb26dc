import { expect, it } from 'vitest';
import { pointValueIn } from '#contract/model/point-values.ts';

const values = new Map([
  ['@ESM6', '50'],
  ['@ESH6', '50.0'],
  ['QCLG7', '1000'],
  ['@NQM6', '20'],
  ['@NQH6', '2'],
  ['KO', '1'],
]);

it.each([
  ['@ESM6', '50'],
  ['@ESU6', '50'],
  ['QCLM7', '1000'],
  ['@NQH6', '2'],
  ['@NQU6', null],
  ['@CLH7', null],
  ['ESU6', null],
  ['KO', '1'],
  ['KOF5', null],
  ['PEP', null],
])('the point value of %s is %s: its own, or that of its other months if they agree', (symbol, value) => {
  expect(pointValueIn(values, symbol)).toBe(value);
});
