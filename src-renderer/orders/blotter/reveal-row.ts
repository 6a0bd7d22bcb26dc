import { tick } from 'svelte';
import type { GridController } from '#renderer/grid/grid-controller.svelte.ts';
import type { GridRow } from '#renderer/grid/grid-types.ts';

/** Focuses a table and one of its rows. Resolves false if the table does not have the row (yet). */
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
