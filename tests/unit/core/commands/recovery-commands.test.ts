import { expect, it } from 'vitest';
import { typedChoice } from '#contract/recovery-commands.ts';
import type { Mode } from '#contract/model/status.ts';
import { recoveryCommands } from '#core/commands/recovery-commands.ts';

const name = 'notes-practice/notes.db';

/**
 * Replaces a lost file of practice while a connection of this mode is in use. Returns the code of
 * the failure, whether the file is still lost, and the connections that were opened again.
 */
async function recoverWith(mode: Mode, isRunning: boolean): Promise<readonly [string | null, boolean, string[]]> {
  let isLost = true;
  const reopened: string[] = [];
  const session = { mode, profile: { id: 'one' }, exits: { isRunning } };
  const parts = {
    files: {
      lost: () => (isLost ? [{ name, mode: 'PRACTICE' }] : []),
      recover: () => {
        isLost = false;
        return 'done';
      },
    },
    sessions: {
      ...{ all: () => [session], inUseOrNull: () => session, secondary: () => [], notOpened: () => null },
      change: (id: string) => Promise.resolve(reopened.push(id)),
    },
  };
  const commands = recoveryCommands(parts as unknown as Parameters<typeof recoveryCommands>[0]);
  const outcome = await commands['recovery.choose']({ name, copyAt: null, typed: typedChoice.new });
  return [outcome.ok ? null : outcome.failure.code, isLost, reopened];
}

it('a connection of the other mode stays open, and its panic continues, when a lost file is replaced', async () => {
  expect(await recoverWith('LIVE', true)).toEqual([null, false, []]);
});

it('a lost file is not replaced while exits run on a connection that has to be opened again', async () => {
  expect(await recoverWith('PRACTICE', true)).toEqual(['exit-running', true, []]);
  expect(await recoverWith('PRACTICE', false)).toEqual([null, false, ['one']]);
});
