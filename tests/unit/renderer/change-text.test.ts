import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeFieldNames, type NewChange } from '#contract/model/change-set.ts';
import { splitRows } from '#contract/separated-rows.ts';
import { operationWords } from '#renderer/people/changes/change-words.ts';
import { changesText } from '#renderer/people/changes/change-text.ts';
import { readTable } from '#rules/changes/read-table.ts';
import { changeFaults } from '#rules/changes/check-change.ts';
import { fieldNames, isOperation } from '#rules/changes/operations.ts';
import '#tests/fixtures/property-seed.ts';

const text = fc
  .string({
    unit: fc.constantFrom(
      'a',
      'É',
      '"',
      ',',
      ';',
      '\n',
      "'",
      '=',
      '+',
      '-',
      '@',
      '＝',
      '＋',
      '－',
      '＠',
      '∅',
      '1',
      ' ',
      '𝄞',
    ),
    maxLength: 12,
  })
  .map((one) => one.trim())
  .filter((one) => one !== '∅');
const id = fc.constantFrom('7', '12345678901234567890');
const change = fc.oneof(
  fc.record({
    op: fc.constant('person.change' as const),
    personId: id,
    fields: fc.record({ firstname: text, email: text }, { requiredKeys: [] }),
  }),
  fc.record({
    op: fc.constant('strategy.change' as const),
    personId: id,
    fields: fc.record({ systemid: id, longDescription: text, shortDescription: text }, { requiredKeys: ['systemid'] }),
  }),
  fc.record({
    op: fc.constant('license.recurring' as const),
    personId: id,
    fields: fc.record({ license_id: id, recurring_billing_status: fc.constantFrom('0', '1') }),
  }),
  fc.record({ op: fc.constant('user.delete' as const), personId: id, fields: fc.constant({}) }),
) satisfies fc.Arbitrary<NewChange>;

describe('a set of changes as CSV', () => {
  it('is read as the same set', () => {
    const valid = change.filter((one) => changeFaults(one).length === 0);
    fc.assert(
      fc.property(fc.array(valid, { minLength: 1, maxLength: 12 }), (changes) => {
        const read = readTable(splitRows(changesText(changes)).rows);
        expect(read.faults).toEqual([]);
        expect(read.changes).toEqual(changes);
      }),
      { numRuns: 500 },
    );
  });
});

it('names the same fields and operations in the contract as in the rules', () => {
  expect(changeFieldNames).toEqual(fieldNames);
  expect(Object.keys(operationWords).filter(isOperation)).toHaveLength(13);
});
