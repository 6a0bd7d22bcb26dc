import type { StagedChange } from '#contract/model/change-set.ts';
import type { GridColumn, GridRow } from '#renderer/grid/grid-types.ts';
import { fieldsText, operationWords } from './change-words.ts';

/** `at`: its place in the set, from 1. */
export type StagedRow = StagedChange & GridRow & { readonly at: number };

export const stagedRows = (changes: readonly StagedChange[]): StagedRow[] =>
  changes.map((change, index) => ({ ...change, at: index + 1 }));

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
  { id: 'fields', title: 'Values', width: 320, grow: 1, text: ({ fields }) => fieldsText(fields), search: true },
];
