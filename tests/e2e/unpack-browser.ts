import { chromiumExecutable } from './browser.ts';

/**
 * Unpacks the packed Chromium once before the workers start. Otherwise one worker could start the
 * file while another still writes it.
 */
// eslint-disable-next-line no-restricted-syntax -- Playwright calls the default export of a global setup.
export default async function unpackBrowser(): Promise<void> {
  await chromiumExecutable();
}
