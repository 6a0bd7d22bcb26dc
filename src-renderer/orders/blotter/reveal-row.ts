import { tick } from 'svelte';
import type { GridController } from '#renderer/grid/grid-controller.svelte.ts';
import type { GridRow } from '#renderer/grid/grid-types.ts';

/** Focuses a row of a table, and the table. False if the row is not in it (yet). */
export async function revealRow<Row extends GridRow>(
  controller: GridController<Row>,
  label: string,
  rowId: string,
): Promise<boolean> {
  await tick();
  if (!(await controller.focusRow(rowId))) return false;
  document.querySelector<HTMLElement>(`[role$="grid"][aria-label="${label}"]`)?.focus();
  return true;
}
