import { limits } from '#contract/limits.ts';

type Typed = {
  readonly editing: unknown;
  readonly name: string;
  readonly kind: 'world' | 'platform';
  readonly baseUrl: string;
  readonly platformId: string;
  readonly key: string;
  readonly paceMs: string;
};

/** What is missing or wrong in a connection as typed, by field. The address itself is judged by the program. */
export function profileErrors(typed: Typed): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const pace = Number(typed.paceMs);
  const { min, max } = limits.paceMs;
  if (typed.name.trim() === '') found.set('name', 'A name to know it by.');
  if (typed.baseUrl.trim() === '') found.set('baseUrl', 'The address you were given with the key.');
  if (typed.kind === 'platform' && !/^[0-9]{1,20}$/.test(typed.platformId.trim())) {
    found.set('platformId', 'Digits only.');
  }
  if (!/^[0-9]+$/.test(typed.paceMs.trim()) || pace < min || pace > max) found.set('paceMs', `${min} to ${max} ms.`);
  if (typed.key === '' && typed.editing === null) found.set('key', 'The key proves who you are.');
  else if (typed.key !== '' && typed.key.length < limits.apiKeyLength.min) found.set('key', 'Too short for a key.');
  return found;
}
