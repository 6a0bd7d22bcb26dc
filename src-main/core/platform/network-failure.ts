import type { Message } from '#contract/message.ts';
import type { NetworkFailure } from '#contract/messages/platform.ts';

/**
 * Failures by the code of the error. The error's own message is never shown, because its content is
 * not checked.
 */
const failures: Readonly<Record<string, NetworkFailure>> = {
  ENOTFOUND: 'name-unknown',
  EAI_AGAIN: 'lookup-failed',
  ECONNREFUSED: 'refused',
  ENETUNREACH: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  ERR_HTTP_CONTENT_LENGTH_MISMATCH: 'answer-cut',
  ERR_STREAM_PREMATURE_CLOSE: 'answer-cut',
  CERT_HAS_EXPIRED: 'certificate-expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate-untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate-untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate-untrusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate-of-another',
  EPROTO: 'no-tls',
};

const timeouts: Readonly<Record<string, NetworkFailure>> = {
  lookup: 'lookup-timeout',
  connect: 'connect-timeout',
  secureConnect: 'tls-timeout',
  response: 'answer-timeout',
  request: 'end-timeout',
};

/**
 * The message contains the error's own code if the failure is not a known one. It never contains a
 * body, a header or a key.
 */
export const networkFailure = (error: unknown): Message => {
  const code = member(error, 'code');
  const failure =
    code === 'ETIMEDOUT'
      ? (timeouts[member(error, 'event')] ?? 'answer-timeout')
      : (failures[code] ?? (code.startsWith('ERR_SSL') ? 'no-tls' : undefined));
  if (failure !== undefined) return { code: 'network.failed', failure };
  return { code: 'network.other', errno: /^[A-Z0-9_]{1,60}$/.test(code) ? code : null };
};

const member = (error: unknown, name: 'code' | 'event'): string => {
  if (typeof error !== 'object' || error === null) return '';
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : '';
};
