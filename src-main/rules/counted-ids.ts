const DIGIT_0 = 48;
const DIGIT_9 = 57;

/** As what a counter gives does, and most that callers choose does not. */
export function startsWithDigit(id: string): boolean {
  const first = id.charCodeAt(0);
  return first >= DIGIT_0 && first <= DIGIT_9;
}

/** As numbers, where they are numbers: a shorter one is a smaller one. */
export function comesBefore(a: string, b: string): boolean {
  return a.length === b.length ? a < b : a.length < b.length;
}
