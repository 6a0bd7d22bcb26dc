import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Browser, type Page } from '@playwright/test';
import { copyTestWorld } from '#tests/fixtures/test-world.ts';
import { chromiumExecutable } from './browser.ts';
import type { HostName, HostOption } from './hosts.ts';
import type { Launch, Running } from './launch.ts';
import { launchInBrowser } from './launch-browser.ts';
import { launchElectron } from './launch-electron.ts';
import { launchStandIn } from './launch-stand-in.ts';
import { PracticeControl } from './practice-control.ts';

const launchers: Record<HostName, (launch: Launch) => Promise<Running>> = {
  browser: launchInBrowser,
  'electron-stand-in': launchStandIn,
  electron: launchElectron,
};

/** The program is started hundreds of times: its modules are compiled once. */
const compileCache = join(tmpdir(), 'stratdesk-e2e-compiled');

/**
 * Starts the program in its own folder, as often as a test needs, and ends what is still running.
 */
export class Program {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'stratdesk-e2e-'));
  readonly practice = new PracticeControl(this.dataDir);
  readonly #host: HostName;
  readonly #browser: Browser;
  readonly #clockFile = join(this.dataDir, 'clock.txt');
  #aheadMs = 0;
  #running: Running | null = null;
  readonly pageErrors: string[] = [];

  constructor(host: HostName, browser: Browser) {
    this.#host = host;
    this.#browser = browser;
  }

  async start(options: { args?: readonly string[]; env?: Readonly<Record<string, string>> } = {}): Promise<Page> {
    // With other arguments, such as the real clock, the practice service creates its own data.
    if (options.args === undefined) await copyTestWorld(join(this.dataDir, 'practice'));
    const running = await launchers[this.#host]({
      browser: this.#browser,
      dataDir: this.dataDir,
      args: [`--data-dir=${this.dataDir}`, ...(options.args ?? ['--practice-clock=manual'])],
      env: {
        STRATDESK_PRACTICE_CONTROL: '1',
        STRATDESK_SECRETS: 'session',
        NODE_COMPILE_CACHE: compileCache,
        ...options.env,
      },
    });
    this.#running = running;
    running.page.on('pageerror', (error) => this.pageErrors.push(String(error)));
    return running.page;
  }

  /** Another window of the running program, on the browser host. */
  async openWindow(): Promise<Page> {
    const page = await this.#running?.openWindow?.();
    if (page === undefined) throw new Error('the host has one window only');
    return page;
  }

  /** Starts the program on a clock that `advanceClock` moves. */
  startWithMovableClock(): Promise<Page> {
    const clock = new URL('./jumping-clock.ts', import.meta.url).href;
    return this.start({ env: { NODE_OPTIONS: `--import=${clock}`, STRATDESK_E2E_CLOCK: this.#clockFile } });
  }

  /**
   * Moves the clock of the program forward. Timers that are due by the new time run at once. The
   * market has its own clock.
   */
  advanceClock(seconds: number): void {
    this.#aheadMs += seconds * 1000;
    writeFileSync(this.#clockFile, String(this.#aheadMs));
  }

  /**
   * Moves the clock of the program forward by these seconds, again and again, until the check
   * succeeds. Requests are a second apart, and lists are read every 20 s.
   */
  async advanceClockUntil(seconds: number, check: () => Promise<void>): Promise<void> {
    await expect(async () => {
      this.advanceClock(seconds);
      await check();
    }).toPass({ timeout: 45_000, intervals: [300] });
  }

  /** The texts of the page, one line each. A failure prints them. */
  async pageText(): Promise<string> {
    const text = await this.#running?.page.locator('body').innerText({ timeout: 2_000 });
    return (text ?? '').replaceAll(/\n+/g, '\n');
  }

  async close(): Promise<void> {
    await this.#running?.close();
    this.#running = null;
  }

  async kill(): Promise<void> {
    await this.#running?.kill();
    this.#running = null;
  }

  async dispose(): Promise<void> {
    await this.kill();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

type Fixtures = { program: Program };

export const test = base.extend<Fixtures & HostOption, { launchOptions: object }>({
  host: ['browser', { option: true }],
  launchOptions: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures asked for from this pattern.
    async ({}, use) => {
      const { path, args } = await chromiumExecutable();
      await use({ executablePath: path, args: [...args] });
    },
    { scope: 'worker' },
  ],
  program: async ({ host, browser }, use, info) => {
    const program = new Program(host, browser);
    await use(program);
    if (info.status !== info.expectedStatus) {
      const text = await program.pageText().catch((error: unknown) => `no page: ${String(error)}`);
      process.stdout.write(`${info.title}: the page at the failure\n${text}\n`);
    }
    await program.dispose();
    expect(program.pageErrors, 'errors thrown in the window').toEqual([]);
  },
});

export { expect };
