import { done, failed } from '#contract/outcome.ts';
import { testConnection } from '#core/session/test-connection.ts';
import type { CommandGroup } from './command-table.ts';
import type { CommandParts } from './command-parts.ts';

export function profileCommands({ ports, sessions, profiles }: CommandParts): CommandGroup<'profiles'> {
  return {
    'profiles.list': () => done(profiles.list()),
    'profiles.select': async ({ profileId, endsExits }) => {
      const profile = profiles.find(profileId);
      if (profile?.id !== profileId) return failed('unknown-profile', { code: 'connection.unknown' });
      if (sessions.inUseOrNull()?.exits.isRunning === true && endsExits !== true)
        return failed('exit-running', { code: 'connection.exit-running' });
      if ((await sessions.change(profileId)) === 'busy') return failed('busy', { code: 'connection.busy' });
      return done(sessions.current().profile);
    },
    'profiles.save': async (input) => {
      // The connection would be opened again, which ends its run.
      if (sessions.all().some(({ exits, profile }) => profile.id === input.id && exits.isRunning))
        return failed('exit-running', { code: 'connection.exit-running' });
      const saved = await profiles.save(input);
      // An open connection would continue with the old address or key, so it is opened again.
      if (saved.ok && input.id !== null && sessions.isChosen(input.id)) {
        await sessions.reopen(input.id, saved.value.id);
      }
      return saved;
    },
    'profiles.remove': async ({ profileId }) =>
      sessions.isChosen(profileId) ? failed('in-use', { code: 'connection.in-use' }) : await profiles.remove(profileId),
    'profiles.test': async (input) => {
      const checked = profiles.check(input);
      if (!checked.ok) return checked;
      const key = await profiles.keyFor(input);
      return key.ok ? await testConnection(checked.value, key.value, ports, sessions.all()) : key;
    },
  };
}
