import { isExactMembers, readExactJson } from '#practice/decode/exact-json.ts';

const REMOVED = '[removed]';
const NAMES = ['apikey', 'password', 'broker_password'];
/** Pattern of the name of a secret as the name of a JSON member. */
const MEMBER_NAME = `"(?:${NAMES.join('|')})"\\s*:\\s*`;
/**
 * A secret as a JSON member, with its value: a text, closed or cut off by the end of the body, or
 * anything else up to the next separator.
 */
const MEMBER = new RegExp(`(${MEMBER_NAME})("(?:[^"\\\\]|\\\\.)*(?:"|\\\\?$)|[^,}\\s]+)`, 'gis');
const NESTED_MEMBER = new RegExp(`${MEMBER_NAME}[[{]`, 'i');
const MEMBER_NAMES = new RegExp(MEMBER_NAME, 'gi');
/** The names of secrets at any place, also outside of JSON members. */
const ANY_NAMES = new RegExp(`(?<!\\w)(?:${NAMES.join('|')})(?!\\w)`, 'gi');
const ESCAPE = /\\u([0-9a-f]{4})/gi;
const FORM_ESCAPE = /%([0-9a-f]{2})/gi;

/**
 * The body without keys and passwords, as it may be stored. The whole body is removed if the value
 * of a secret is a list or an object, or if the name of a secret is written with escapes. It is
 * also removed if it is no JSON object (a form, for example) and contains the name of a secret
 * otherwise than as the name of a JSON member.
 */
export function bodyWithoutSecrets(body: string): string {
  if (NESTED_MEMBER.test(body) || hasEscapedName(body) || hasNameOutsideMembers(body)) return REMOVED;
  return body.replace(MEMBER, `$1"${REMOVED}"`);
}

function hasEscapedName(body: string): boolean {
  if (!body.includes('\\u')) return false;
  return count(MEMBER_NAMES, decoded(body, ESCAPE)) > count(MEMBER_NAMES, body);
}

function hasNameOutsideMembers(body: string): boolean {
  return count(ANY_NAMES, decoded(body, FORM_ESCAPE)) > count(MEMBER_NAMES, body) && !isJsonObject(body);
}

function isJsonObject(body: string): boolean {
  return isExactMembers(readExactJson(body)?.value);
}

const decoded = (text: string, escape: RegExp): string =>
  text.replace(escape, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const count = (pattern: RegExp, text: string): number => text.match(pattern)?.length ?? 0;

export function urlWithoutSecrets(url: string): string {
  const start = url.indexOf('?');
  if (start < 0) return url;
  const parts = url.slice(start + 1).split('&');
  return url.slice(0, start + 1) + parts.map(withoutSecret).join('&');
}

function withoutSecret(part: string): string {
  const [name = ''] = part.split('=');
  const [[decodedName = ''] = []] = new URLSearchParams(part);
  // Some clients write a list as `password[]`.
  const [baseName = ''] = decodedName.toLowerCase().split('[');
  return NAMES.includes(baseName) ? `${name}=${REMOVED}` : part;
}
