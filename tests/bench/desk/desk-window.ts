import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import { chromiumExecutable } from '#tests/e2e/browser.ts';
import { inRepository } from '#tests/e2e/hosts.ts';
import { launchInBrowser } from '#tests/e2e/launch-browser.ts';
import { PracticeControl } from '#tests/e2e/practice-control.ts';
import { WireLog } from './wire-log.ts';

export type DeskWindow = {
  readonly browser: Browser;
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly practice: PracticeControl;
  readonly dataDir: string;
  readonly wire: WireLog;
  /** The offset from an event's `timeStamp` to milliseconds of the machine's monotonic clock. */
  readonly pageStartMs: number;
};

type Options = {
  /** Values of `views` in preferences.json, where each is stored as JSON text. */
  readonly views?: Readonly<Record<string, unknown>>;
  /**
   * Fills the practice world before the program opens it; returns the strategy that the window is
   * to show.
   */
  readonly prepare?: (practiceFolder: string) => Promise<string>;
};

const secondMs = 1000;

/**
 * The built program on the browser host with its window in the real browser. The clock of its world
 * does not move.
 */
export async function withDeskWindow<T>(options: Options, work: (desk: DeskWindow) => Promise<T>): Promise<T> {
  const built = spawnSync(process.execPath, [inRepository('scripts/build.mjs')], { stdio: 'inherit' });
  if (built.status !== 0) throw new Error('the program could not be built');
  const dataDir = mkdtempSync(join(tmpdir(), 'stratdesk-bench-desk-'));
  const practiceFolder = join(dataDir, 'practice');
  mkdirSync(practiceFolder);
  const strategy = await options.prepare?.(practiceFolder);
  const views = Object.entries(options.views ?? {}).map(([name, view]) => [name, JSON.stringify(view)] as const);
  writeFileSync(
    join(dataDir, 'preferences.json'),
    JSON.stringify({
      views: Object.fromEntries<string>(views),
      strategies: strategy === undefined ? {} : { practice: strategy },
    }),
  );
  const { path, args } = await chromiumExecutable();
  const browser = await chromium.launch({ executablePath: path, args: [...args] });
  try {
    return await run(browser, dataDir, work);
  } finally {
    await browser.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function run<T>(browser: Browser, dataDir: string, work: (desk: DeskWindow) => Promise<T>): Promise<T> {
  const wirePath = join(dataDir, 'wire.txt');
  const wire = new WireLog(wirePath);
  const running = await launchInBrowser({
    browser,
    dataDir,
    args: [`--data-dir=${dataDir}`, '--practice-clock=manual'],
    env: {
      STRATDESK_PRACTICE_CONTROL: '1',
      STRATDESK_SECRETS: 'session',
      STRATDESK_BENCH_WIRE: wirePath,
      NODE_OPTIONS: `--import=${new URL('./wire-times.ts', import.meta.url).href}`,
    },
  });
  try {
    const { page } = running;
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Performance.enable');
    const { metrics } = await cdp.send('Performance.getMetrics');
    const start = metrics.find(({ name }) => name === 'NavigationStart');
    if (start === undefined) throw new Error('the browser reports no start of the page');
    const practice = new PracticeControl(dataDir);
    return await work({ browser, page, cdp, practice, dataDir, wire, pageStartMs: start.value * secondMs });
  } finally {
    await running.close();
    wire.close();
  }
}
