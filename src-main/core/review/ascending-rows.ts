/** One pass sorts by this many bits. Three passes cover any second within a century. */
const bits = 11;
const mask = (1 << bits) - 1;

/**
 * Rows in ascending order of a value, equal values in the given order. Whole numbers that differ by
 * less than 2^32, such as seconds and whole dollars, are sorted by digits. At 100,000 trades that
 * is several times faster than comparing.
 */
export function ascendingRows(rows: Int32Array, values: Float64Array): Int32Array {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let isOrdered = true;
  let areWhole = true;
  let previous = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    const value = values[row] ?? Number.NaN;
    if (value < previous) isOrdered = false;
    if (!Number.isInteger(value)) areWhole = false;
    previous = value;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  if (isOrdered) return rows;
  if (areWhole && max - min < 2 ** 32) return sortByDigits(rows, values, min, max - min);
  return rows.toSorted((left, right) => (values[left] ?? 0) - (values[right] ?? 0));
}

function sortByDigits(rows: Int32Array, values: Float64Array, min: number, range: number): Int32Array {
  let keys = new Uint32Array(rows.length);
  let order = rows.slice();
  let nextKeys = new Uint32Array(rows.length);
  let nextOrder = new Int32Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) keys[at] = (values[rows[at] ?? 0] ?? 0) - min;
  for (let shift = 0; shift < 32 && range >= 2 ** shift; shift += bits) {
    const places = placesOf(keys, shift);
    for (let at = 0; at < keys.length; at += 1) {
      const key = keys[at] ?? 0;
      const digit = (key >>> shift) & mask;
      const place = places[digit] ?? 0;
      places[digit] = place + 1;
      nextKeys[place] = key;
      nextOrder[place] = order[at] ?? 0;
    }
    [keys, nextKeys] = [nextKeys, keys];
    [order, nextOrder] = [nextOrder, order];
  }
  return order;
}

/** For each digit, the place of its first key in the sorted order. */
function placesOf(keys: Uint32Array, shift: number): Int32Array {
  const places = new Int32Array(mask + 1);
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] ?? 0;
    const digit = (key >>> shift) & mask;
    places[digit] = (places[digit] ?? 0) + 1;
  }
  let begin = 0;
  for (let digit = 0; digit <= mask; digit += 1) {
    const count = places[digit] ?? 0;
    places[digit] = begin;
    begin += count;
  }
  return places;
}
