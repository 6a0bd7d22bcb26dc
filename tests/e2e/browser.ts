import { existsSync } from 'node:fs';
import packedChromium from '@sparticuz/chromium';
import { chromium } from '@playwright/test';

export type ChromiumExecutable = { readonly path: string; readonly args: readonly string[] };

const installed: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ['/usr/bin/google-chrome', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/snap/bin/chromium'],
  darwin: ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
};

/**
 * The Chromium of the tests: the one named by STRATDESK_CHROMIUM, Playwright's own if it was
 * downloaded, an installed one, or on a Linux without a browser the one in an npm package, which
 * needs no system library.
 */
export async function chromiumExecutable(): Promise<ChromiumExecutable> {
  const candidates = [
    process.env['STRATDESK_CHROMIUM'],
    chromium.executablePath(),
    ...(installed[process.platform] ?? []),
  ];
  const found = candidates.find((path) => path !== undefined && path !== '' && existsSync(path));
  if (found !== undefined) return { path: found, args: ['--disable-gpu'] };
  return { path: await packedChromium.executablePath(), args: ['--no-sandbox', '--disable-gpu'] };
}
