import { describe, expect, it } from 'vitest';
import { CredentialForm } from '#renderer/autotrade/wizard/credential-form.svelte.ts';

const formNeeds = { accountNumber: 'required', userId: 'not-needed', password: 'optional' } as const;

function formOf(password: string): CredentialForm {
  const form = new CredentialForm();
  form.edit({ accountNumber: 'U1234567', password });
  return form;
}

describe('the account step', () => {
  it('requires an optional password again after a refused start if the trader had typed it', () => {
    const form = formOf('secret');
    expect(form.isComplete(formNeeds)).toBe(true);
    form.dropPassword();
    expect([form.isPasswordMissing, form.isComplete(formNeeds)]).toEqual([true, false]);
    expect(form.toSend).toEqual({ accountNumber: 'U1234567', userId: null, password: null });
    expect(form.currentNeeds(formNeeds)).toEqual({ ...formNeeds, password: 'required' });
    form.edit({ password: 'secret' });
    expect([form.isPasswordMissing, form.isComplete(formNeeds), form.toSend.password]).toEqual([false, true, 'secret']);
  });

  it('remains complete after a refused start if no password was typed and none is needed', () => {
    const form = formOf('');
    form.dropPassword();
    expect([form.isPasswordMissing, form.isComplete(formNeeds)]).toEqual([false, true]);
    expect(form.currentNeeds(formNeeds)).toEqual(formNeeds);
  });

  it('has none of the typed values after the start is sent', () => {
    const form = formOf('secret');
    form.clear();
    expect(JSON.stringify(form.typed)).not.toMatch(/secret|U1234567/);
    expect(form.currentNeeds(formNeeds)).toEqual(formNeeds);
  });
});
