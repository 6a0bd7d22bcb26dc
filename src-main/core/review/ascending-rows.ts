/** One pass sorts by this many bits; three cover any second within a century. */
const bits = 11;
const mask = (1 << bits) - 1;

/**
 * Rows in ascending order of a value, equal ones in the order given. Whole numbers that lie within 2^32 of each other, as
 * seconds and whole dollars do, are sorted by their digits: several times faster than by comparing, at 100,000 trades.
 */
export function ascendingRows(rows: Int32Array, values: Float64Array): Int32Array {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  let ordered = true;
  let whole = true;
  let before = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    const value = values[row] ?? Number.NaN;
    if (value < before) ordered = false;
    if (!Number.isInteger(value)) whole = false;
    before = value;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  if (ordered) return rows;
  if (whole && most - least < 2 ** 32) return byDigits(rows, values, least, most - least);
  return rows.toSorted((left, right) => (values[left] ?? 0) - (values[right] ?? 0));
}

function byDigits(rows: Int32Array, values: Float64Array, least: number, range: number): Int32Array {
  let keys = new Uint32Array(rows.length);
  let order = rows.slice();
  let nextKeys = new Uint32Array(rows.length);
  let nextOrder = new Int32Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) keys[at] = (values[rows[at] ?? 0] ?? 0) - least;
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

/** Where the keys with each digit begin. */
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
