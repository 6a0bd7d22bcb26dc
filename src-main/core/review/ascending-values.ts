import { ascendingRows } from './ascending-rows.ts';

/** A sorted copy; fast for whole numbers, see `ascendingRows`. */
export function ascendingValues(values: Float64Array): Float64Array {
  const rows = new Int32Array(values.length);
  for (let row = 0; row < rows.length; row += 1) rows[row] = row;
  const sorted = new Float64Array(values.length);
  ascendingRows(rows, values).forEach((row, place) => {
    sorted[place] = values[row] ?? 0;
  });
  return sorted;
}
