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
    'preferences.set': (change) =>
      preferences.set(change)
        ? done(preferences.get())
        : failed('not-stored', 'The settings file can not be written; the change holds until the program ends.'),
    'activity.query': ({ text, offset, limit }) => done(activity.query(text, offset, limit)),
    'shortcuts.set': ({ bindings }) =>
      shortcuts.replace(bindings)
        ? done(shortcuts.state())
        : failed('not-available', 'System-wide keys are there in the desktop window only.'),
    'notices.dismiss': ({ id }) => {
      notices.dismiss(id);
      return done({});
    },
  };
}
