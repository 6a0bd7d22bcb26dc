import { limits } from '#contract/limits.ts';
import { done, failed } from '#contract/outcome.ts';
import type { CommandGroup } from './command-table.ts';
import type { CommandParts } from './command-parts.ts';

type Group = CommandGroup<'app'> &
  CommandGroup<'preferences'> &
  CommandGroup<'activity'> &
  CommandGroup<'notices'> &
  CommandGroup<'shortcuts'>;

export function appCommands({ ports, preferences, activity, notices, shortcuts }: CommandParts): Group {
  return {
    'app.info': () =>
      done({
        version: ports.app.version,
        host: ports.app.host,
        platform: process.platform,
        dataDir: ports.dataDir,
        secretStore: ports.secrets.state(),
      }),
    'preferences.get': () => done(preferences.get()),
    'preferences.set': (change) => {
      const result = preferences.set(change);
      if (result === 'stored') return done(preferences.get());
      if (result === 'not-stored') return failed('not-stored', { code: 'preferences.this-run-only' });
      return preferencesTooLarge();
    },
    'activity.query': ({ text, offset, limit }) => done(activity.query(text, offset, limit)),
    'shortcuts.set': ({ bindings }) =>
      shortcuts.replace(bindings)
        ? done(shortcuts.state())
        : failed('not-available', { code: 'shortcuts.desktop-only' }),
    'notices.dismiss': ({ id }) => {
      notices.dismiss(id);
      return done({});
    },
  };
}

export const preferencesTooLarge = () =>
  failed('too-large', { code: 'preferences.too-large', limit: limits.preferencesLength / 1024 ** 2 });
