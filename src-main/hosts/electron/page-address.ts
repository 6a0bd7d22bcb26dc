/** The renderer's own scheme: no other program and no web page can serve it or link to it. */
export const SCHEME = 'stratdesk';

const HOST = 'app';

export const PAGE_URL = `${SCHEME}://${HOST}/`;

/**
 * The address of the error page. A window shows it when its page ended again within a minute.
 * Commands from this address are refused.
 */
export const ENDED_URL = `${PAGE_URL}window-ended`;

/** Whether an address has our own scheme and host. `about:blank`, `file:` and all others do not. */
export function isOwnAddress(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === `${SCHEME}:` && url.host === HOST && url.username === '' && url.port === '';
}

/** Whether an address names data in the memory of our own page. */
export const isOwnBlob = (address: string): boolean =>
  address.startsWith('blob:') && isOwnAddress(address.slice('blob:'.length));

/**
 * Whether an address is the program's page: the only one to which a page may navigate, and the only
 * one from which commands are accepted.
 */
export function isOwnPage(address: string): boolean {
  const path = URL.parse(address)?.pathname;
  return isOwnAddress(address) && (path === '/' || path === '/index.html');
}
