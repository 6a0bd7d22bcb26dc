import { expect, test } from 'vitest';
import { readTypedQuantity } from '#renderer/targets/read-typed-quantity.ts';

const resultOf = (typed: string, holding = '0'): string => {
  const read = readTypedQuantity(typed, holding);
  return read.state === 'read' ? read.quantity : read.state;
};

test.each([
  ['200', '0', '200'],
  ['1,500', '0', '1500'],
  ['-50', '100', '-50'],
  ['−50', '100', '-50'],
  ['=', '10.5', '='],
  ['0', '100', '0'],
  ['+50', '100', '150'],
  ['+50', '-80', '-30'],
  ['x2', '100', '200'],
  ['X2', '-3', '-6'],
  ['×1.5', '3', '4'],
  ['-25 %', '101', '75'],
  ['+10%', '-15', '-16'],
  ['-100%', '7', '0'],
  ['+0.5', '1.5', 'refused'],
  ['+1', '1.5', '2'],
  ['12.5%', '100', 'refused'],
  ['1.5', '0', 'refused'],
  ['1e3', '0', 'refused'],
  ['abc', '0', 'refused'],
  ['x', '5', 'refused'],
  ['10000000000', '0', 'refused'],
  ['１２', '0', '12'],
  ['  ', '0', 'empty'],
])('"%s" typed for a holding of %s gives %s', (typed, holding, expected) => {
  expect(resultOf(typed, holding)).toBe(expected);
});
