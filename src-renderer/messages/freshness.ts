import { words } from './words.ts';
import type { DatasetState } from '#contract/model/status.ts';
import { ageText } from '#renderer/format/age.ts';

/**
 * The age of data on screen. `failed` means that the last read failed. Any data is then from an
 * earlier reading.
 */
export type Freshness = {
  readonly level: 'never' | 'fresh' | 'stale' | 'failed';
  readonly text: string;
  /** "failing for 40 s, next try in 8 s". Null if the last attempt succeeded. */
  readonly trouble: string | null;
  /** Why the last read failed. */
  readonly detail: string | null;
  /** True while the data is being read. */
  readonly reading: boolean;
  /**
   * Unix seconds of the last reading. Null if nothing was read: then an empty list proves nothing.
   */
  readonly readAt: number | null;
};

type ReadState = Pick<DatasetState, 'readAt' | 'staleAfterSeconds' | 'failure' | 'reading' | 'failing' | 'ownersOnly'>;

/** A new reading may be this far ahead of the clock of the window, which ticks once a second. */
const maxAheadSeconds = 2;

const wasReadBeforeClockSetBack = (readAt: number, now: number): boolean => now < readAt - maxAheadSeconds;

/**
 * True if there is no reading, or if it is too old: by its age, or because the clock was set back
 * after the reading, so that its age is unknown. Times are in Unix seconds.
 */
export const isStale = (readAt: number | null, staleAfterSeconds: number, now: number): boolean =>
  readAt === null ||
  // `>=`, because both times are whole seconds: with `>` the data could be marked as stale two
  // seconds late.
  now - readAt >= staleAfterSeconds ||
  wasReadBeforeClockSetBack(readAt, now);

/** `noun` names the data ("orders"). `now` is in Unix seconds. */
export function freshnessOf(noun: string, state: ReadState | null, now: number): Freshness {
  if (state?.ownersOnly === true) return ownersOnly(noun);
  const trouble = state?.failing === undefined ? null : troubleText(state.failing, now);
  if (state?.readAt == null) {
    const failed = state?.failure != null;
    return {
      level: failed ? 'failed' : 'never',
      text: failed ? `${noun} could not be read` : `${noun} not read yet`,
      trouble,
      detail: state?.failure == null ? null : words(state.failure),
      reading: state?.reading ?? false,
      readAt: null,
    };
  }
  const stale = isStale(state.readAt, state.staleAfterSeconds, now);
  const isAgeUnknown = wasReadBeforeClockSetBack(state.readAt, now);
  return {
    level: stale ? 'stale' : state.failure === null ? 'fresh' : 'failed',
    text: isAgeUnknown ? 'Updated before the clock was set back' : `Updated ${ageText(now - state.readAt)}`,
    trouble,
    detail: state.failure === null ? null : words(state.failure),
    reading: state.reading,
    readAt: state.readAt,
  };
}

/** An earlier reading does not count: nothing shows whether it is still true. */
const ownersOnly = (noun: string): Freshness => ({
  level: 'never',
  text: `${noun}: owner only`,
  trouble: null,
  detail: 'Only the owner of this strategy may read this.',
  reading: false,
  readAt: null,
});

function troubleText({ since, nextTryAt }: NonNullable<ReadState['failing']>, now: number): string {
  const failing = `failing for ${ageText(Math.max(1, now - since)).replace(' ago', '')}`;
  return nextTryAt === null ? failing : `${failing}, next try in ${Math.max(0, nextTryAt - now)} s`;
}
