import type { CoreExit } from './core-link.ts';
import type { ArmedPoint } from './core-messages.ts';
import type { KillKind, Note } from './note.ts';

/** Machine milliseconds within which a core must end after its close. */
export const maxCloseMs = 20_000;

/** Why this run killed the process. `not-ended`: the process was still running after its close. */
export type KillReason = KillKind | 'not-ended';

type EndNote = Extract<Note, { is: 'killed' | 'ended' }>;

/**
 * The note on the end of a core. Only a planned kill gives a `killed` note. After any other kill,
 * such as that of a core that did not end, the note is `ended` with the signal, which is a finding.
 */
export function noteOfEnd(exit: CoreExit, reason: KillReason | null, point: ArmedPoint | null): EndNote {
  const { code, signal, stderr } = exit;
  // A core kills itself at its fail point.
  const how = reason ?? (point === null ? null : 'fail-point');
  if (signal === 'SIGKILL' && how !== null && how !== 'not-ended')
    return { is: 'killed', how, point: how === 'fail-point' ? (point?.name ?? '') : '' };
  const hang = how === 'not-ended' ? `did not end within ${maxCloseMs / 1_000} s of its close\n` : '';
  return { is: 'ended', code, signal, stderr: hang + stderr.slice(-4_000) };
}
