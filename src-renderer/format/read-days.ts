import { readDay } from './read-day.ts';

/** Two typed days and their errors. A day is undefined if it cannot be read, null if empty. */
export type TypedDays = {
  readonly from: string | null | undefined;
  readonly to: string | null | undefined;
  readonly faults: { readonly from: string | null; readonly to: string | null };
};

const noDayText = 'Type a day as 2026-03-02, or leave it empty.';

/** `rangeNoun` is the noun in the error for days in the wrong order, such as `period`. */
export function readDays(fromText: string, toText: string, rangeNoun: string): TypedDays {
  const from = readDay(fromText);
  const to = readDay(toText);
  const isBackwards = Boolean(from && to && to < from);
  return {
    from,
    to,
    faults: {
      from: from === undefined ? noDayText : null,
      to: to === undefined ? noDayText : isBackwards ? `The ${rangeNoun} ends before it begins.` : null,
    },
  };
}
