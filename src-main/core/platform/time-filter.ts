import { newYorkInstant, newYorkText } from './new-york-time.ts';

export type PostedFilter = {
  readonly filter_type: 'time_posted';
  readonly filter_date_time_start: string;
  readonly filter_date_time_end?: string;
};

/**
 * The filter members of `retrieveSignalsAll` for a window of posting times in unix seconds. If `to`
 * is null, the window ends now. The platform expects New York wall time. That text is ambiguous in
 * the hour that is repeated in autumn, so an edge inside this hour is moved outwards.
 */
export const postedFilter = (from: number, to: number | null): PostedFilter => ({
  filter_type: 'time_posted',
  filter_date_time_start: edge(from, -3_600),
  ...(to === null ? {} : { filter_date_time_end: edge(to, 3_600) }),
});

const edge = (seconds: number, outwards: number): string => {
  const text = newYorkText(seconds);
  return newYorkInstant(text)?.ambiguous === true ? edge(seconds + outwards, outwards) : text;
};
