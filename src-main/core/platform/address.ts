import type { ProfileKind } from '#contract/model/profile.ts';

/** Why an address may not be used for a profile of this kind; null when it may. */
export const addressFault = (kind: ProfileKind, baseUrl: string): string | null => {
  const url = URL.parse(baseUrl);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return 'The address is not one of the form https://host.';
  }
  if (url.username !== '' || url.password !== '') return 'The address must not carry a user name or password.';
  // The practice client never reaches another machine, even if a profile names one (order-safety
  // 1.7).
  if (kind === 'practice' && (!isLoopback(url) || url.hostname === 'localhost'))
    return 'The practice service is on this computer only; nothing was sent.';
  if (url.protocol === 'http:' && !isLoopback(url)) return 'The address must start with https; nothing was sent.';
  return null;
};

/** This computer, by number or as `localhost`, which is reserved for it. */
export const isLoopback = (url: URL): boolean =>
  /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(url.hostname) || url.hostname === '[::1]' || url.hostname === 'localhost';

/** Platform-api "Path shapes". */
export const commandUrl = (baseUrl: string, platformId: string | null, command: string): URL => {
  const base = baseUrl.endsWith('/') ? baseUrl.slice(0, -1) : baseUrl;
  const context = platformId === null ? 'world/apiv3' : `platform/apiv3/${encodeURIComponent(platformId)}`;
  return new URL(`${base}/${context}/${command}`);
};
