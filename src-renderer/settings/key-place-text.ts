import type { KeyPlace } from '#contract/model/profile.ts';

/** Where a profile's key is, in a sentence. */
export const keyPlaceText: Readonly<Record<KeyPlace, string>> = {
  keychain: "Key in this computer's key chain",
  session: 'Key kept for this session only',
  'built-in': 'Needs no key',
  none: 'No key yet',
};
