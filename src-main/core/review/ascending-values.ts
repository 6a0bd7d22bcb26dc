import { ascendingRows } from './ascending-rows.ts';
import { gather } from './gather.ts';

/** A sorted copy. Fast for whole numbers, see `ascendingRows`. */
export function ascendingValues(values: Float64Array): Float64Array {
  const rows = new Int32Array(values.length);
  for (let row = 0; row < rows.length; row += 1) rows[row] = row;
  return gather(values, ascendingRows(rows, values));
}
