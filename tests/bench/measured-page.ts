import { chromium, type CDPSession, type Page } from '@playwright/test';
import { chromiumExecutable } from '../e2e/browser.ts';

/** No sandbox, and no background work of the browser, which would otherwise be measured too. */
const QUIET = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Whether the page has installed its bench. Runs in the page. */
const isInstalled = (): boolean =>
  [window.bench, window.chartBench, window.rosterBench, window.peopleBench, window.tradesPanelBench].some(
    (one) => one !== undefined,
  );

export type Cost<T> = T & {
  /**
   * Processor time of the page's main thread in milliseconds. Unlike frames it is not quantized,
   * and it does not include waiting.
   */
  readonly main: number;
};

/** A page in a fresh browser, with the counters of its main thread. */
export class MeasuredPage {
  readonly page: Page;
  readonly #session: CDPSession;
  readonly #close: () => Promise<void>;

  private constructor(page: Page, session: CDPSession, close: () => Promise<void>) {
    this.page = page;
    this.#session = session;
    this.#close = close;
  }

  static async open(address: string, viewport = { width: 1_520, height: 880 }): Promise<MeasuredPage> {
    const { path, args } = await chromiumExecutable();
    const browser = await chromium.launch({
      executablePath: path,
      args: [...new Set([...args, ...QUIET])],
      ignoreDefaultArgs: ['--hide-scrollbars'],
    });
    try {
      const page = await browser.newPage({ viewport, locale: 'en-US' });
      const faults: string[] = [];
      page.on('pageerror', (fault) => faults.push(String(fault)));
      await page.goto(address);
      await page.waitForFunction(isInstalled, null, { timeout: 60_000 }).catch((error: unknown) => {
        throw new Error(`${address} did not come up: ${faults.join(' ') || String(error)}`);
      });
      const session = await page.context().newCDPSession(page);
      await session.send('Performance.enable');
      return new MeasuredPage(page, session, async () => {
        await browser.close();
        // The figures of a page with an error are not valid.
        if (faults.length > 0) throw new Error(`${address}: ${faults[0]}`);
      });
    } catch (error) {
      await browser.close();
      throw error;
    }
  }

  /** Runs work in the page. Adds the processor time of the main thread to its result. */
  async cost<T>(work: () => Promise<T>): Promise<Cost<T>> {
    const before = await this.#threadSeconds();
    const result = await work();
    return { ...result, main: ((await this.#threadSeconds()) - before) * 1_000 };
  }

  /** Megabytes of the heap after a forced collection. */
  async heap(): Promise<number> {
    await this.#session.send('HeapProfiler.collectGarbage');
    await this.#session.send('HeapProfiler.collectGarbage');
    // The backing stores of typed arrays are counted in addition to the heap; the types of the
    // protocol do not have this member yet.
    const used: { usedSize: number; backingStorageSize?: number } = await this.#session.send('Runtime.getHeapUsage');
    return (used.usedSize + (used.backingStorageSize ?? 0)) / 1e6;
  }

  /** Waits a fixed time, so that work that a step has started is not measured with the next. */
  async rest(milliseconds = 200): Promise<void> {
    await this.page.waitForTimeout(milliseconds);
  }

  close(): Promise<void> {
    return this.#close();
  }

  async #threadSeconds(): Promise<number> {
    const { metrics } = await this.#session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'ThreadTime')?.value ?? NaN;
  }
}
