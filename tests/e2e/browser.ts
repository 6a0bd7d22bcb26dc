import { existsSync } from 'node:fs';
import packedChromium from '@sparticuz/chromium';
import { chromium } from '@playwright/test';

export type ChromiumExecutable = { readonly path: string; readonly args: readonly string[] };

const installedBrowsers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ['/usr/bin/google-chrome', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/snap/bin/chromium'],
  darwin: ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
};

/**
 * Finds the browser for the tests. It is the first of these that exists: the path in
 * STRATDESK_CHROMIUM, the Chromium that Playwright downloaded, an installed browser. If none
 * exists, it is the Chromium of an npm package for Linux, which needs no system library.
 */
export async function chromiumExecutable(): Promise<ChromiumExecutable> {
  const candidates = [
    process.env['STRATDESK_CHROMIUM'],
    chromium.executablePath(),
    ...(installedBrowsers[process.platform] ?? []),
  ];
  const found = candidates.find((path) => path !== undefined && path !== '' && existsSync(path));
  if (found !== undefined) return { path: found, args: ['--disable-gpu'] };
  return { path: await packedChromium.executablePath(), args: ['--no-sandbox', '--disable-gpu'] };
}
