import type { GridLayout } from '#renderer/grid/grid-types.ts';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** A kept layout of a table, or undefined when it is none (absent, older, damaged): the table then takes its own. */
export function readGridLayout(text: string | null): GridLayout | undefined {
  const value = parsed(text);
  if (!isObject(value) || !Array.isArray(value['columns'])) return undefined;
  const columns: { id: string; width: number; hidden: boolean }[] = [];
  for (const column of value['columns'] as unknown[]) {
    if (!isObject(column)) return undefined;
    const { id, width, hidden } = column;
    if (typeof id !== 'string' || typeof width !== 'number' || typeof hidden !== 'boolean') return undefined;
    columns.push({ id, width, hidden });
  }
  const sort = value['sort'];
  if (!isObject(sort)) return { columns, sort: null };
  const { column, descending } = sort;
  const known = typeof column === 'string' && typeof descending === 'boolean';
  return { columns, sort: known ? { column, descending } : null };
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    // A layout that can not be read is a layout that was not kept.
    return null;
  }
}
