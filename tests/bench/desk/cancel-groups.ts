import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { DeskWindow } from './desk-window.ts';
import type { WorkingWorld } from './working-world.ts';

/** A little more than the minimum interval between two readings of a dataset on practice. */
const REFRESH_MS = 250;

/** The number of groups that have been canceled so far. */
export type CanceledGroups = { count: number };

/**
 * Cancels group after group at the service, as another client would, while the window continues to
 * read.
 */
export async function cancelGroups(
  { page, dataDir }: DeskWindow,
  { systemId, apiKey, signalIdPerGroup }: WorkingWorld,
  { until, cancelsPerSecond }: { readonly until: number; readonly cancelsPerSecond: number },
  canceled: CanceledGroups,
): Promise<void> {
  const ready = JSON.parse(readFileSync(join(dataDir, 'practice', 'control.json'), 'utf8')) as { baseUrl: string };
  await startReading(page);
  const started = performance.now();
  const before = canceled.count;
  while (performance.now() < until && canceled.count < signalIdPerGroup.length) {
    const due = started + ((canceled.count - before) * 1000) / cancelsPerSecond;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    const answer = await fetch(`${ready.baseUrl}/world/apiv3/cancelSignal`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ apikey: apiKey, systemid: systemId, signalid: signalIdPerGroup[canceled.count] }),
    });
    const { ok } = (await answer.json()) as { ok?: unknown };
    // Only a cancel that was accepted has changed signals.
    if (String(ok) !== '1') throw new Error(`a cancel was refused with ok ${String(ok)}`);
    canceled.count += 1;
  }
  await page.evaluate(() => clearInterval((globalThis as unknown as { reading: number }).reading));
}

/** Makes the window request its signals repeatedly. */
const startReading = (page: Page): Promise<void> =>
  page.evaluate((intervalMs) => {
    const panel = document.querySelector('[role="treegrid"][aria-label="Orders"]')?.closest('.slot');
    const button = panel?.querySelector<HTMLElement>('[aria-label="Refresh"]');
    if (!button) throw new Error('the panel has no button to read again');
    Object.assign(globalThis, { reading: setInterval(() => button.click(), intervalMs) });
  }, REFRESH_MS);
