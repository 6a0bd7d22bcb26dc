import type { Message } from '#contract/message.ts';
import type { ProfileKind } from '#contract/model/profile.ts';

/** Why an address may not be used for a profile of this kind; null when it may. */
export const addressFault = (kind: ProfileKind, baseUrl: string): Message | null => {
  const url = URL.parse(baseUrl);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return { code: 'address.malformed' };
  }
  if (url.username !== '' || url.password !== '') return { code: 'address.has-credentials' };
  // The practice client never reaches another machine, even if a profile names one (order-safety
  // 1.7).
  if (kind === 'practice' && (!isLoopback(url) || url.hostname === 'localhost')) return { code: 'address.not-local' };
  if (url.protocol === 'http:' && !isLoopback(url)) return { code: 'address.not-secure' };
  return null;
};

/** Whether the host is this computer: a loopback IP address or `localhost`. */
export const isLoopback = (url: URL): boolean =>
  /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(url.hostname) || url.hostname === '[::1]' || url.hostname === 'localhost';

/** The URL of a command (platform-api "Path shapes"). */
export const commandUrl = (baseUrl: string, platformId: string | null, command: string): URL => {
  const base = baseUrl.endsWith('/') ? baseUrl.slice(0, -1) : baseUrl;
  const context = platformId === null ? 'world/apiv3' : `platform/apiv3/${encodeURIComponent(platformId)}`;
  return new URL(`${base}/${context}/${command}`);
};
