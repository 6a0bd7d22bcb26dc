import Type from 'typebox';
import { command, nothing, strict } from './command.ts';
import { Profile, ProfileInput } from './model/profile.ts';

export const profileCommands = {
  'profiles.list': command(nothing, Type.Array(Profile), []),
  /**
   * Changes the connection: the queue is emptied, unsent orders become HELD, panels show the new
   * profile's cache. `exit-running`: a panic or another plan of exits runs on the connection in
   * use. Its remaining steps are not sent if `endsExits` is true.
   */
  'profiles.select': command(
    Type.Object({ profileId: Type.String({ maxLength: 60 }), endsExits: Type.Optional(Type.Boolean()) }, strict),
    Profile,
    ['unknown-profile', 'busy', 'exit-running'],
  ),
  /** Stores a profile. The key is written to the secret store, and no window can read it back. */
  'profiles.save': command(ProfileInput, Profile, [
    'unknown-profile',
    'insecure-address',
    'bad-address',
    'missing-platform-id',
    'name-taken',
    'too-many',
    'secret-store',
    'missing-key',
    'open-orders',
    'exit-running',
    'not-stored',
  ]),
  /**
   * Deletes a connection with its key. `keyMayRemain`: the keychain could not be opened, so a key
   * in it was not deleted.
   */
  'profiles.remove': command(
    Type.Object({ profileId: Type.String({ maxLength: 60 }) }, strict),
    Type.Object({ keyMayRemain: Type.Boolean() }),
    ['unknown-profile', 'in-use', 'open-orders', 'secret-store', 'not-stored'],
  ),
  /** Tests address and key by one `listAllSystems`, before or after saving. */
  'profiles.test': command(ProfileInput, Type.Object({ strategies: Type.Integer() }), [
    'insecure-address',
    'bad-address',
    'missing-platform-id',
    'missing-key',
    'refused',
    'unreachable',
    'bad-answer',
  ]),
};
