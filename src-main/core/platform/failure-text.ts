/**
 * Sentences for network failures. The error's own message is never shown, because its content is
 * not checked.
 */
const sentences: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The address is not known: the name could not be looked up.',
  EAI_AGAIN: 'The name of the service could not be looked up; is there a network?',
  ECONNREFUSED: 'Nothing answers at this address: the connection was refused.',
  ENETUNREACH: 'There is no way to this address from here; is there a network?',
  EHOSTUNREACH: 'There is no way to this address from here; is there a network?',
  ECONNRESET: 'The connection was cut.',
  EPIPE: 'The connection was cut.',
  ERR_HTTP_CONTENT_LENGTH_MISMATCH: 'The answer was cut short.',
  ERR_STREAM_PREMATURE_CLOSE: 'The answer was cut short.',
  CERT_HAS_EXPIRED: 'The certificate of the service has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the service is not one this computer trusts.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate of the service is not one this computer trusts.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate of the service is not one this computer trusts.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate belongs to another address.',
  EPROTO: 'This address does not speak https.',
};

const timeouts: Readonly<Record<string, string>> = {
  lookup: 'The name of the service was not found in time.',
  connect: 'No connection was made in time.',
  secureConnect: 'The secure connection was not made in time.',
  response: 'No answer came in time.',
  request: 'The answer did not end in time.',
};

/**
 * One sentence, with the error's code where no sentence exists for it. Never a body, a header or a
 * key.
 */
export const failureText = (error: unknown): string => {
  const code = member(error, 'code');
  if (code === 'ETIMEDOUT') return timeouts[member(error, 'event')] ?? 'No answer came in time.';
  const known = sentences[code] ?? (code.startsWith('ERR_SSL') ? sentences['EPROTO'] : undefined);
  return known ?? (/^[A-Z0-9_]{1,60}$/.test(code) ? `The connection failed (${code}).` : 'The connection failed.');
};

const member = (error: unknown, name: 'code' | 'event'): string => {
  if (typeof error !== 'object' || error === null) return '';
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : '';
};
