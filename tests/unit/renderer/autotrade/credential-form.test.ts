import { describe, expect, it } from 'vitest';
import { CredentialForm } from '#renderer/autotrade/wizard/credential-form.svelte.ts';

const optional = { accountNumber: 'required', userId: 'not-needed', password: 'optional' } as const;

function formOf(password: string): CredentialForm {
  const form = new CredentialForm();
  form.edit({ accountNumber: 'U1234567', password });
  return form;
}

describe('the account step after a start that was refused', () => {
  it('is not complete before a password that had been typed is typed again', () => {
    const form = formOf('secret');
    expect(form.isComplete(optional)).toBe(true);
    form.dropPassword();
    expect([form.isPasswordMissing, form.isComplete(optional)]).toEqual([true, false]);
    expect(form.toSend).toEqual({ accountNumber: 'U1234567', userId: null, password: null });
    expect(form.needs(optional)).toEqual({ ...optional, password: 'required' });
    form.edit({ password: 'secret' });
    expect([form.isPasswordMissing, form.isComplete(optional), form.toSend.password]).toEqual([false, true, 'secret']);
  });

  it('remains complete where no password had been typed and none is needed', () => {
    const form = formOf('');
    form.dropPassword();
    expect([form.isPasswordMissing, form.isComplete(optional)]).toEqual([false, true]);
    expect(form.needs(optional)).toEqual(optional);
  });

  it('keeps nothing that was typed once the start was sent', () => {
    const form = formOf('secret');
    form.clear();
    expect(JSON.stringify(form.typed)).not.toMatch(/secret|U1234567/);
    expect(form.needs(optional)).toEqual(optional);
  });
});
