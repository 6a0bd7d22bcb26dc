const SCHEME = 'stratdesk://app/';
const WEB = 'https://app.stratdesk.invalid/';

/** Chromium knows our scheme under an address of its own kind; `.invalid` leads nowhere by definition. */
export const toWeb = (address: string): string =>
  address.startsWith(SCHEME) ? WEB + address.slice(SCHEME.length) : address;

export function toScheme(address: string): string {
  if (address.startsWith('blob:')) return `blob:${toScheme(address.slice('blob:'.length))}`;
  return address.startsWith(WEB) ? SCHEME + address.slice(WEB.length) : address;
}
