import type { Message } from '#contract/message.ts';
import { isLoopback } from '#core/platform/address.ts';

/** Why an address cannot be used. */
export type AddressProblem = { readonly code: 'bad-address' | 'insecure-address'; readonly message: Message };

export type AddressCheck =
  { readonly ok: true; readonly address: string } | { readonly ok: false; readonly problem: AddressProblem };

/**
 * Normalizes a typed base address (no trailing slash), or returns its problem. A key must never be
 * sent unencrypted, so http is refused except on this computer. An address with a user, a query or
 * a fragment would bring secrets into logs, so it is refused too.
 */
export function checkAddress(typed: string): AddressCheck {
  const url = URL.parse(typed.trim());
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '')
    return bad({ code: 'connection.address-invalid' });
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return bad({ code: 'connection.address-has-extras' });
  if (url.protocol === 'http:' && !isLoopback(url)) return insecure();
  return { ok: true, address: `${url.origin}${url.pathname}`.replace(/\/+$/, '') };
}

const bad = (message: Message): AddressCheck => ({ ok: false, problem: { code: 'bad-address', message } });

const insecure = (): AddressCheck => ({
  ok: false,
  problem: {
    code: 'insecure-address',
    message: { code: 'connection.address-insecure' },
  },
});
