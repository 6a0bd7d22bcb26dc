/**
 * The part of a request that may be stored: its bytes without keys and passwords. The whole body is
 * removed if a secret is a list or an object, or if its name is written with escapes.
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
const ESCAPE = /\\u([0-9a-f]{4})/gi;

export function bodyWithoutSecrets(body: string): string {
  if (NESTED.test(body) || hasEscapedName(body)) return REMOVED;
  return body.replace(MEMBER, `$1"${REMOVED}"`);
}

function hasEscapedName(body: string): boolean {
  if (!body.includes('\\u')) return false;
  const plain = body.replace(ESCAPE, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return mentions(plain) > mentions(body);
}

function mentions(text: string): number {
  return text.match(MENTION)?.length ?? 0;
}

export function urlWithoutSecrets(url: string): string {
  const start = url.indexOf('?');
  if (start < 0) return url;
  const parts = url.slice(start + 1).split('&');
  return url.slice(0, start + 1) + parts.map(withoutSecret).join('&');
}

function withoutSecret(part: string): string {
  const [name = ''] = part.split('=');
  const [[decoded = ''] = []] = new URLSearchParams(part);
  return NAMES.includes(decoded.toLowerCase()) ? `${name}=${REMOVED}` : part;
}
