// The checks of every request, before it is handled. The exact Host stops names that were rebound
// to 127.0.0.1. The exact Origin and the Sec-Fetch headers stop pages of other sites. JSON
// as the only content type stops HTML forms. No single check has to be sufficient, and commands
// also require the bearer token.
import type { IncomingMessage } from 'node:http';
import { loopback } from '#contract/loopback.ts';

export type Refusal = { readonly status: number; readonly error: string };

const refusal = (status: number, error: string): Refusal => ({ status, error });

/**
 * How often a header occurs. With a second Host or Origin, two readers could interpret the request
 * differently.
 */
const headerCount = (request: IncomingMessage, name: string): number =>
  request.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === name).length;

/** `authority` is `127.0.0.1:port` of this program. */
export function checkRequest(request: IncomingMessage, authority: string): Refusal | undefined {
  const { headers, method = '', url = '' } = request;
  if (headerCount(request, 'host') !== 1 || headers.host !== authority) return refusal(403, 'wrong host');
  if (!url.startsWith('/')) return refusal(400, 'wrong target');
  if (headers.upgrade !== undefined && url !== loopback.events) return refusal(404, 'not found');
  const needsOrigin = method === 'POST' || headers.upgrade !== undefined;
  if (!['GET', 'HEAD', 'POST'].includes(method)) return refusal(405, 'wrong method');
  if (headerCount(request, 'origin') > 1) return refusal(403, 'wrong origin');
  if (headers.origin === undefined ? needsOrigin : headers.origin !== `http://${authority}`) {
    return refusal(403, 'wrong origin');
  }
  if (!isAllowedFetch(request)) return refusal(403, 'wrong site');
  if (method === 'POST' && headers['content-type'] !== 'application/json') return refusal(415, 'wrong type');
  return undefined;
}

/**
 * Whether the Sec-Fetch headers allow the request; every current browser sends them. A link on
 * another site may open the page, which is useless without a code.
 */
function isAllowedFetch({ headers, method }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return true;
  return method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
}

/** The token of `Authorization: Bearer …`. */
export function bearerToken({ headers }: IncomingMessage): string | undefined {
  return /^Bearer ([\w-]{43})$/.exec(headers.authorization ?? '')?.[1];
}
