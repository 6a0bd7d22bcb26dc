import { expect, it } from 'vitest';
import { done, failed } from '#contract/outcome.ts';
import { ProfilesState } from '#renderer/settings/profiles-state.svelte.ts';
import type { StatusStore } from '#renderer/stores/status-store.svelte.ts';
import { bridgeOf } from '../bridge-of.ts';

it('says which key may remain after a removal, until the next change', async () => {
  const { bridge } = bridgeOf((name, { profileId }) =>
    done(name === 'profiles.remove' ? { keyMayRemain: profileId === 'p1' } : []),
  );
  const profiles = new ProfilesState(bridge, {} as StatusStore);
  await profiles.remove('p1');
  expect(profiles.failure).toBeNull();
  expect(profiles.notDeleted).toContain('was not deleted');
  expect(profiles.notDeleted).toContain('the account p1');
  await profiles.remove('p2');
  expect(profiles.notDeleted).toBeNull();
});

it('says why a command or a reading failed, until the next reading that succeeds', async () => {
  const refused = new Set(['profiles.list']);
  const { bridge } = bridgeOf((name) => (refused.has(name) ? failed('internal', `No ${name}.`) : done([])));
  const profiles = new ProfilesState(bridge, {} as StatusStore);
  await profiles.read();
  expect(profiles.failure).toBe('No profiles.list.');
  refused.add('profiles.select');
  await profiles.select('p1');
  expect(profiles.failure).toBe('No profiles.select.');
  refused.delete('profiles.list');
  await profiles.select('p1');
  expect(profiles.failure).toBe('No profiles.select.');
  // The card reads the list again after a save in the editor.
  await profiles.read();
  expect(profiles.failure).toBeNull();
});

it('asks before a change of connection ends running exits', async () => {
  const { bridge, calls } = bridgeOf((name, { endsExits }) =>
    name === 'profiles.select' && endsExits !== true ? failed('exit-running', 'Exits run.') : done([]),
  );
  const profiles = new ProfilesState(bridge, {} as StatusStore);
  await profiles.select('p1');
  expect([profiles.waitingForConsent, profiles.failure]).toEqual(['p1', null]);
  profiles.keepExits();
  expect(profiles.waitingForConsent).toBeNull();
  await profiles.select('p1', true);
  expect([profiles.waitingForConsent, profiles.failure]).toEqual([null, null]);
  expect(calls.filter(([name]) => name === 'profiles.select').length).toBe(2);
});
