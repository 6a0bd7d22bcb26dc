/**
 * Headers of everything that either host serves to the renderer. Scripts, styles and fonts come
 * from the renderer's own folder. Inline scripts and styles are forbidden, except style attributes,
 * with which panels and charts set positions. `stream` is the only other address that the page may
 * connect to.
 */
export function pageHeaders(stream: string | undefined): Readonly<Record<string, string>> {
  const connect = stream === undefined ? "'self'" : `'self' ${stream}`;
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "style-src-attr 'unsafe-inline'",
      "img-src 'self' data:",
      "font-src 'self'",
      `connect-src ${connect}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=(), payment=()',
  };
}
