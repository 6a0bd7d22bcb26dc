import { isExactMembers, readExactJson } from '#practice/decode/exact-json.ts';

/**
 * The part of a request that may be stored: its bytes without keys and passwords. The whole body is
 * removed if a secret is a list or an object, if its name is written with escapes, or if a body
 * that is no JSON object names a secret otherwise than as a JSON member, as a form does.
 */
const REMOVED = '[removed]';
const NAMES = ['apikey', 'password', 'broker_password'];
const NAMED = `"(?:${NAMES.join('|')})"\\s*:\\s*`;
/**
 * The value of a secret: a text, closed or cut off by the end of the body, or anything else up to
 * the next separator.
 */
const MEMBER = new RegExp(`(${NAMED})("(?:[^"\\\\]|\\\\.)*(?:"|\\\\?$)|[^,}\\s]+)`, 'gis');
const NESTED = new RegExp(`${NAMED}[[{]`, 'i');
const MENTION = new RegExp(NAMED, 'gi');
const NAME = new RegExp(`(?<!\\w)(?:${NAMES.join('|')})(?!\\w)`, 'gi');
const ESCAPE = /\\u([0-9a-f]{4})/gi;
const FORM_ESCAPE = /%([0-9a-f]{2})/gi;

export function bodyWithoutSecrets(body: string): string {
  if (NESTED.test(body) || hasEscapedName(body) || hasNameOutsideMembers(body)) return REMOVED;
  return body.replace(MEMBER, `$1"${REMOVED}"`);
}

function hasEscapedName(body: string): boolean {
  if (!body.includes('\\u')) return false;
  return count(MENTION, decoded(body, ESCAPE)) > count(MENTION, body);
}

function hasNameOutsideMembers(body: string): boolean {
  return count(NAME, decoded(body, FORM_ESCAPE)) > count(MENTION, body) && !isJsonObject(body);
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
  const [single = ''] = decodedName.toLowerCase().split('[');
  return NAMES.includes(single) ? `${name}=${REMOVED}` : part;
}
