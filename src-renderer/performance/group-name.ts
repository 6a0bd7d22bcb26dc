import type { SplitRow, Splits } from '#contract/model/review.ts';

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The name of a breakdown group, on screen and in an exported file. */
export function groupName(kind: keyof Splits, name: SplitRow['name']): string {
  if (name === null) return 'not stated';
  return kind === 'weekday' ? (weekdays[Number(name)] ?? name) : name;
}
