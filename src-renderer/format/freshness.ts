import type { DatasetState } from '#contract/model/status.ts';
import { ageText } from './age.ts';

/** How old something shown is. `failed`: the last reading failed, what is shown is from before (or nothing). */
export type Freshness = {
  readonly level: 'never' | 'fresh' | 'stale' | 'failed';
  readonly text: string;
  /** "failing for 40 s, next try in 8 s"; null while the last attempt of this run succeeded. */
  readonly trouble: string | null;
  /** Why the last reading failed. */
  readonly detail: string | null;
  readonly reading: boolean;
  /** Unix seconds of the last answer; null where nothing was ever read, so that nothing shown is not nothing there. */
  readonly readAt: number | null;
};

type Age = Pick<DatasetState, 'readAt' | 'staleAfterSeconds' | 'failure' | 'reading' | 'failing' | 'ownersOnly'>;

/** `noun` names what was read ("signals"); `now` in Unix seconds. */
export function freshnessOf(noun: string, state: Age | null, now: number): Freshness {
  if (state?.ownersOnly === true) return ownersOnly(noun, state.readAt);
  const trouble = state?.failing === undefined ? null : troubleText(state.failing, now);
  if (state?.readAt == null) {
    const failed = state?.failure != null;
    return {
      level: failed ? 'failed' : 'never',
      text: failed ? `${noun} could not be read` : `${noun} not read yet`,
      trouble,
      detail: state?.failure ?? null,
      reading: state?.reading ?? false,
      readAt: null,
    };
  }
  const age = now - state.readAt;
  // Both times are whole seconds and the clock ticks once in each: a label that waited for the next would be up to two late.
  const stale = age >= state.staleAfterSeconds;
  return {
    level: stale ? 'stale' : state.failure === null ? 'fresh' : 'failed',
    text: `${noun} ${ageText(age)}`,
    trouble,
    detail: state.failure,
    reading: state.reading,
    readAt: state.readAt,
  };
}

const ownersOnly = (noun: string, readAt: number | null): Freshness => ({
  level: 'never',
  text: `${noun}: owner only`,
  trouble: null,
  detail: 'Only the owner of this strategy may read this.',
  reading: false,
  readAt,
});

function troubleText({ since, nextTryAt }: NonNullable<Age['failing']>, now: number): string {
  const failing = `failing for ${ageText(Math.max(1, now - since)).replace(' ago', '')}`;
  return nextTryAt === null ? failing : `${failing}, next try in ${Math.max(0, nextTryAt - now)} s`;
}
