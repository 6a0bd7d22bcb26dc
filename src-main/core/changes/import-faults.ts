import type { StagedChange } from '#contract/model/change-set.ts';
import { conflictsOf } from '#rules/changes/plan-changes.ts';
import type { PlacedFault, TableContent } from '#rules/changes/read-table.ts';

/** The rows of a file that conflict with an earlier row, or with a staged change (line 0). */
export function conflictFaults({ changes, lines }: TableContent, staged: readonly StagedChange[]): PlacedFault[] {
  const rows = changes.map((change, index) => ({ ...change, id: String(lines[index] ?? 0) }));
  const known = staged.map((change) => ({ ...change, id: '0' }));
  return conflictsOf([...known, ...rows]).flatMap(({ code, ids: [one, other] }) => {
    const [first = 0, last = 0] = [Number(one), Number(other)].sort((a, b) => a - b);
    if (last === 0) return [];
    return [{ line: last, column: 1, text: '', fault: { code, field: 'personid', line: first } }];
  });
}
