import type { CommandFailure } from '#contract/commands.ts';
import type { Message } from '#contract/message.ts';

export type BundleProblemCode = Exclude<CommandFailure<'bundle.make'>, 'busy' | 'cancelled'>;

/** The reason why a bundle cannot be made or opened. */
export class BundleProblem extends Error {
  readonly code: BundleProblemCode;
  readonly reason: Message;

  constructor(code: BundleProblemCode, reason: Message) {
    super(reason.code);
    this.code = code;
    this.reason = reason;
  }
}

/**
 * SQLITE_FULL, SQLITE_CORRUPT, SQLITE_NOTADB, and the other codes of an unusable file: IOERR,
 * READONLY, CANTOPEN.
 */
const [full, corrupt, notADatabase, unusable] = [13, 11, 26, [10, 8, 14]] as const;

/** The problem of a disk or a damaged file; null for a bug, which the caller throws. */
export function bundleProblemOf(error: unknown): BundleProblem | null {
  if (error instanceof BundleProblem) return error;
  if (!(error instanceof Error)) return null;
  const code: unknown = Reflect.get(error, 'code');
  const errcode = Number(Reflect.get(error, 'errcode') ?? 0) & 0xff;
  if (code === 'ENOSPC' || code === 'EDQUOT' || errcode === full) return noRoom();
  if (errcode === corrupt || errcode === notADatabase) {
    return new BundleProblem('damaged', { code: 'bundle.data-unreadable', reason: error.message });
  }
  const isDiskError = typeof code === 'string' && /^E[A-Z]+$/.test(code);
  if (!isDiskError && !unusable.some((one) => one === errcode)) return null;
  const reason = isDiskError ? code : error.message;
  return new BundleProblem('not-written', { code: 'bundle.folder-unusable', reason });
}

export const noRoom = (): BundleProblem => new BundleProblem('disk-full', { code: 'bundle.no-room' });
