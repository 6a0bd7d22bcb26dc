import { describe, expect, it } from 'vitest';
import {
  accountEnd,
  credentialFault,
  noCredentials,
  credentialsToSend,
} from '#renderer/autotrade/wizard/credentials.ts';

const fault = (text: string) => credentialFault('accountNumber', 'required', text);

describe('what a broker asks for', () => {
  it('has 4 to 30 characters, without the blanks around it', () => {
    expect([fault('1234'), fault('1'.repeat(30)), fault('  1234  ')]).toEqual([null, null, null]);
    expect([fault('123'), fault('1'.repeat(31)), fault(' 123 ')]).toEqual([
      '3 characters; 4 to 30 are allowed.',
      '31 characters; 4 to 30 are allowed.',
      '3 characters; 4 to 30 are allowed.',
    ]);
    expect(fault('     ')).toBe('It contains only blanks.');
  });

  it('is measured in code points, in every script', () => {
    expect([fault('口座番号'), fault('😀😀😀😀'), fault('😀'.repeat(30))]).toEqual([null, null, null]);
    expect(fault('😀😀')).toBe('2 characters; 4 to 30 are allowed.');
  });

  it('keeps blanks at the ends of a password, because they may belong to it', () => {
    expect(credentialFault('password', 'required', ' ab ')).toBeNull();
    expect(credentialsToSend({ ...noCredentials, password: ' ab ' }).password).toBe(' ab ');
  });

  it('may be left empty if the broker does not need it, and is then not sent', () => {
    expect(fault('')).toBe('Needed.');
    expect(credentialFault('userId', 'optional', '')).toBeNull();
    expect(credentialFault('userId', 'not-needed', '')).toBeNull();
    expect(credentialFault('userId', 'optional', 'abc')).toBe('3 characters; 4 to 30 are allowed.');
    expect(credentialsToSend({ ...noCredentials, accountNumber: 'U1234567' })).toEqual({
      accountNumber: 'U1234567',
      userId: null,
      password: null,
    });
  });

  it('includes the account number, whose last four characters are typed to confirm', () => {
    expect([accountEnd(' U1234567 '), accountEnd('123'), accountEnd('a😀😀😀😀')]).toEqual(['4567', '123', '😀😀😀😀']);
  });
});
