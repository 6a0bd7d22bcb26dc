import { limits } from '#contract/limits.ts';

type TypedProfile = {
  /** The connection that is edited; null for a new connection. */
  readonly editing: unknown;
  readonly name: string;
  readonly kind: 'world' | 'platform';
  readonly baseUrl: string;
  readonly platformId: string;
  readonly key: string;
  readonly paceMs: string;
};

/** The errors of a typed connection, by field. Core checks whether the address is valid. */
export function profileErrors(typed: TypedProfile): ReadonlyMap<string, string> {
  const errors = new Map<string, string>();
  const pace = Number(typed.paceMs);
  const { min, max } = limits.paceMs;
  if (typed.name.trim() === '') errors.set('name', 'Type a name.');
  if (typed.baseUrl.trim() === '') errors.set('baseUrl', 'Type the address that you received with the key.');
  if (typed.kind === 'platform' && !/^[0-9]{1,20}$/.test(typed.platformId.trim())) {
    errors.set('platformId', 'Digits only.');
  }
  if (!/^[0-9]+$/.test(typed.paceMs.trim()) || pace < min || pace > max) errors.set('paceMs', `${min} to ${max} ms.`);
  if (typed.key === '' && typed.editing === null) errors.set('key', 'Type the key.');
  else if (typed.key !== '' && typed.key.trim().length < limits.apiKeyLength.min)
    errors.set('key', 'Too short for a key.');
  return errors;
}
