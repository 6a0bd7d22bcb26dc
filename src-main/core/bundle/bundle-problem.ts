import type { CommandFailure } from '#contract/commands.ts';

export type BundleProblemCode = Exclude<CommandFailure<'bundle.make'>, 'busy' | 'cancelled'>;

/** The reason why a bundle cannot be made or opened, as one sentence for the user. */
export class BundleProblem extends Error {
  readonly code: BundleProblemCode;

  constructor(code: BundleProblemCode, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * SQLITE_FULL, SQLITE_CORRUPT, SQLITE_NOTADB, and the other codes of an unusable file: IOERR,
 * READONLY, CANTOPEN.
 */
const [full, corrupt, notADatabase, unusable] = [13, 11, 26, [10, 8, 14]] as const;

/** The problem of a disk or a damaged file; null for a bug, which is thrown. */
export function bundleProblemOf(error: unknown): BundleProblem | null {
  if (error instanceof BundleProblem) return error;
  if (!(error instanceof Error)) return null;
  const code: unknown = Reflect.get(error, 'code');
  const errcode = Number(Reflect.get(error, 'errcode') ?? 0) & 0xff;
  if (code === 'ENOSPC' || code === 'EDQUOT' || errcode === full) return noRoom();
  if (errcode === corrupt || errcode === notADatabase) {
    return new BundleProblem('damaged', `The stored data cannot be read (${error.message}). Nothing was changed.`);
  }
  const isDiskError = typeof code === 'string' && /^E[A-Z]+$/.test(code);
  if (!isDiskError && !unusable.some((one) => one === errcode)) return null;
  const why = isDiskError ? code : error.message;
  return new BundleProblem('not-written', `The data folder cannot be used (${why}). Nothing was changed.`);
}

export const noRoom = (): BundleProblem =>
  new BundleProblem('disk-full', 'There is no room on the disk of the data folder. Nothing was kept of it.');
