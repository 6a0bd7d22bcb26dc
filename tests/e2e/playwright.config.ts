import { defineConfig } from '@playwright/test';
import { hostNames, type HostOption } from './hosts.ts';

/**
 * STRATDESK_E2E_HOST chooses one host, which runs every case but those of the gallery. The default
 * is the hosts that need only this repository: the browser host with every case, and the Electron
 * bundles on the stand-in.
 */
const chosenHost = process.env['STRATDESK_E2E_HOST'];
const hosts = hostNames.filter((name) => (chosenHost === undefined ? name !== 'electron' : name === chosenHost));

/**
 * By default the stand-in runs only the cases with the tag `@host`: those in which the host takes
 * part, and one for each feature that has bridge commands of its own. The page is the same on each
 * host, and the workflow runs every case on the real Electron.
 */
const hostCases = { grep: /@host\b/ };

export default defineConfig<HostOption>({
  testDir: '.',
  outputDir: '../../test-results',
  globalSetup: './unpack-browser.ts',
  fullyParallel: true,
  workers: 2,
  // One retry. The report names the cases that passed only on the retry, and the run fails if there
  // are more than two of them.
  // A file in which a rare duplicate must fail the test sets `retries: 0` itself.
  retries: 1,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: { viewport: { width: 1280, height: 800 }, trace: 'off' },
  projects: [
    ...hosts.map((host) => ({
      name: host,
      use: { host },
      testIgnore: 'gallery*.spec.ts',
      ...(chosenHost === undefined && host === 'electron-stand-in' ? hostCases : {}),
    })),
    // The gallery cases use fixed data in a page, so one host is enough.
    ...(chosenHost === undefined
      ? [{ name: 'gallery', use: { host: 'browser' as const }, testMatch: 'gallery*.spec.ts' }]
      : []),
  ],
});
