import { expect, it } from 'vitest';
import { done, failed } from '#contract/outcome.ts';
import { ProfileForm } from '#renderer/settings/profile-form.svelte.ts';
import { bridgeOf } from '../bridge-of.ts';

function typedForm(answer: (name: string) => unknown): ProfileForm {
  const form = new ProfileForm(bridgeOf(answer).bridge, null);
  Object.assign(form, { name: 'Mine', baseUrl: 'https://one.example', key: 'key-of-mine' });
  return form;
}

it('shows the result of a test only beside what was tested', async () => {
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
