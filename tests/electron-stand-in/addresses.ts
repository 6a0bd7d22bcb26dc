const SCHEME = 'stratdesk://app/';
const WEB = 'https://app.stratdesk.invalid/';

/** Chromium knows our scheme under an address of its own kind; `.invalid` leads nowhere by definition. */
export const toWeb = (address: string): string =>
  address.startsWith(SCHEME) ? WEB + address.slice(SCHEME.length) : address;

export const toScheme = (address: string): string =>
  address.startsWith(WEB) ? SCHEME + address.slice(WEB.length) : address;
