import { chromiumExecutable } from './browser.ts';

/** Unpacks the packed Chromium once, before two workers would start it while one still writes it. */
// eslint-disable-next-line no-restricted-syntax -- Playwright calls the default export of a global setup.
export default async function unpackBrowser(): Promise<void> {
  await chromiumExecutable();
}
