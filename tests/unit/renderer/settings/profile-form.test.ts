import { expect, it } from 'vitest';
import { done, failed } from '#contract/outcome.ts';
import { ProfileForm } from '#renderer/settings/profile-form.svelte.ts';
import { bridgeOf } from '../bridge-of.ts';

const typed = { name: 'Mine', baseUrl: 'https://one.example', key: 'key-of-mine' };

function typedForm(answer: (name: string) => unknown): ProfileForm {
  const form = new ProfileForm(bridgeOf(answer).bridge, null);
  return Object.assign(form, typed);
}

it('shows the result of a test only beside the values that were tested', async () => {
  const form = typedForm(() => done({ strategies: 3 }));
  await form.test();
  expect(form.result?.text).toContain('3 strategies');
  form.baseUrl = 'https://two.example';
  expect(form.result).toBeNull();
  const tested = form.test();
  form.key = 'another-key';
  await tested;
  expect(form.result).toBeNull();
});

it('shows the error of a field until something is corrected', async () => {
  const form = typedForm(() => failed('invalid-address', 'Not an address.', { field: 'baseUrl' }));
  await form.save();
  expect(form.error('baseUrl')).toBe('Not an address.');
  form.baseUrl = 'https://two.example';
  expect(form.error('baseUrl')).toBeNull();
});

it('removes the blanks around a pasted key, and does not count them', async () => {
  const { bridge, calls } = bridgeOf(() => done({ strategies: 3 }));
  const form = Object.assign(new ProfileForm(bridge, null), { ...typed, key: ' key-of-mine\n' });
  await form.test();
  expect(calls).toMatchObject([['profiles.test', { key: 'key-of-mine' }]]);
  form.key = '   key   ';
  await form.test();
  expect(form.error('key')).toBe('Too short for a key.');
  expect(calls).toHaveLength(1);
});

it('shows why the form was not saved, even if something else was typed meanwhile', async () => {
  const form = typedForm(() => failed('not-stored', 'The disk is full.'));
  const saved = form.save();
  form.name = 'Mine, renamed';
  // A dialog that was closed meanwhile shows it as a message.
  expect(await saved).toMatchObject({ ok: false, failure: { message: 'The disk is full.' } });
  expect(form.result?.text).toBe('The disk is full.');
  form.name = 'Mine';
  expect(form.result).toBeNull();
});
