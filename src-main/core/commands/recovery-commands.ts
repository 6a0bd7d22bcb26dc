import { done, failed } from '#contract/outcome.ts';
import { typedChoice } from '#contract/recovery-commands.ts';
import type { CommandGroup } from './command-table.ts';
import type { CommandParts } from './command-parts.ts';

export function recoveryCommands({ files, sessions, ports }: CommandParts): CommandGroup<'recovery'> {
  return {
    'recovery.list': () => done(files.lost()),
    'recovery.choose': async ({ name, copyAt, typed }) => {
      if (typed !== (copyAt === null ? typedChoice.new : typedChoice.copy))
        return failed('not-confirmed', { code: 'recovery.not-typed' }, { field: 'typed' });
      const mode = files.lost().find((one) => one.name === name)?.mode;
      // The connection would be opened again, which ends its run.
      if (sessions.all().some((session) => session.mode === mode && session.exits.isRunning))
        return failed('exit-running', { code: 'connection.exit-running' });
      try {
        if (files.recover(name, copyAt) === 'unknown') return failed('unknown-file', { code: 'recovery.unknown' });
      } catch (error) {
        ports.log.error('recovery.failed', { file: name });
        const reason = error instanceof Error ? error.message : 'unknown error';
        return failed('not-restored', { code: 'recovery.failed', reason });
      }
      const isStillLost = files.lost().some((one) => one.name === name);
      // Every desk of the mode must work on the replacement.
      for (const session of sessions.secondary()) if (session.mode === mode) await sessions.reopen(session.profile.id);
      const inUse = sessions.inUseOrNull();
      if (inUse === null || inUse.mode === mode) {
        const chosen = inUse ?? sessions.notOpened();
        const result = chosen === null ? 'busy' : await sessions.change(chosen.profile.id);
        if (result === 'busy') return failed('busy', { code: 'recovery.busy' });
      }
      return isStillLost ? failed('not-restored', { code: 'recovery.damaged-too' }) : done({});
    },
  };
}
