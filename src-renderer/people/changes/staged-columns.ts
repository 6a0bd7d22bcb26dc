import type { StagedChange } from '#contract/model/change-set.ts';
import type { PersonRow } from '#contract/model/person.ts';
import type { GridColumn, GridRow } from '#renderer/grid/grid-types.ts';
import { personName } from '#renderer/people/person-suggestions.ts';
import { fieldsText, operationWords } from './change-words.ts';

/**
 * `at` is the place in the set, from 1. `name` is the name of the person, empty if the list of
 * people does not contain the person.
 */
export type StagedRow = StagedChange & GridRow & { readonly at: number; readonly name: string };

export function stagedRows(changes: readonly StagedChange[], people: readonly PersonRow[]): StagedRow[] {
  const names = new Map(people.map((person) => [person.personId, personName(person)]));
  return changes.map((change, index) => ({ ...change, at: index + 1, name: names.get(change.personId) ?? '' }));
}

export const stagedColumns: readonly GridColumn<StagedRow>[] = [
  { id: 'at', title: '#', width: 62, align: 'end', text: ({ at }) => String(at), sortKey: ({ at }) => at },
  {
    id: 'op',
    title: 'Change',
    width: 220,
    fixed: true,
    text: ({ op }) => operationWords[op],
    tone: ({ op }) => (op === 'user.delete' ? 'danger' : 'strong'),
    sortKey: ({ op }) => operationWords[op],
    search: true,
  },
  {
    id: 'person',
    title: 'Person id',
    width: 130,
    text: ({ personId }) => personId,
    sortKey: ({ personId }) => personId,
    search: true,
  },
  {
    id: 'name',
    title: 'Person',
    width: 170,
    text: ({ name }) => name,
    sortKey: ({ name }) => name.toLowerCase(),
    search: true,
  },
  { id: 'fields', title: 'Values', width: 320, grow: 1, text: ({ fields }) => fieldsText(fields), search: true },
];
