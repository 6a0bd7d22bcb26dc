import type { BrokerCredentials, CredentialNeed } from '#contract/model/autotrade.ts';

/**
 * Credentials as typed. Until they are sent they exist only in the window, and they are never in a
 * draft (acts.md A8).
 */
export type Credentials = Readonly<Record<keyof BrokerCredentials, string>>;

export const noCredentials: Credentials = { accountNumber: '', userId: '', password: '' };

const minLength = 4;
const maxLength = 30;
const lastCharacters = 4;

/** What is wrong with a field; null if nothing is wrong. Characters are code points. */
export function credentialFault(name: keyof Credentials, need: CredentialNeed, text: string): string | null {
  if (text === '') return need === 'required' ? 'Needed.' : null;
  if (text.trim() === '') return 'It contains only blanks.';
  const { length } = Array.from(name === 'password' ? text : text.trim());
  return length < minLength || length > maxLength ? `${length} characters; 4 to 30 are allowed.` : null;
}

/** The last four characters of the account number. */
export const accountEnd = (text: string): string => Array.from(text.trim()).slice(-lastCharacters).join('');

export const credentialsToSend = ({ accountNumber, userId, password }: Credentials): BrokerCredentials => ({
  accountNumber: accountNumber === '' ? null : accountNumber,
  userId: userId === '' ? null : userId,
  password: password === '' ? null : password,
});
