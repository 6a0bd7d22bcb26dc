import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { nodeEnvironment, nodeFlags } from '#scripts/project.mjs';
import { chromiumExecutable } from '#tests/e2e/browser.ts';
import { inRepository } from '#tests/e2e/hosts.ts';
import { fillCache, createPracticeWorld, type CachedSizes } from '../cached-world.ts';
import { figureText, median, type Part, type PartResult } from '../measure.ts';
import { seededNumbers } from '#tests/fixtures/seeded-numbers.ts';
import { Child } from '../practice-child.ts';
import { shuffled } from '../rounds.ts';
import { withFolder } from '../with-folder.ts';

const LIMIT = 1.5;
const FULL: CachedSizes = { tradeCount: 100_000, signalCount: 200_000, pointCount: 50_000 };
const SMALL: CachedSizes = { tradeCount: 10_000, signalCount: 20_000, pointCount: 5_000 };

/** A data folder of the program. All have the same practice world; `rows` trades are cached. */
type DataFolder = { readonly name: string; readonly folder: string; readonly rows: number };
type Start = { readonly ready: number; readonly painted: number };

/**
 * The built program on the browser host, from its spawn to the trades blotter on the screen, with a
 * large cache and with none.
 */
export const part: Part = {
  about: 'program start to the painted trades blotter',
  run: ({ quick }) =>
    withFolder(async (folder) => {
      const built = spawnSync(process.execPath, [inRepository('scripts/build.mjs')], { stdio: 'inherit' });
      if (built.status !== 0) throw new Error('the program could not be built');
      const sizes = quick ? SMALL : FULL;
      const folders = await prepareFolders(folder, sizes);
      const { path, args } = await chromiumExecutable();
      const browser = await chromium.launch({ executablePath: path, args: [...args] });
      try {
        return report(await measure(browser, join(folder, 'run'), folders, quick ? 3 : 9), sizes);
      } finally {
        await browser.close();
      }
    }),
};

async function prepareFolders(folder: string, sizes: CachedSizes): Promise<readonly DataFolder[]> {
  const empty = join(folder, 'empty');
  const full = join(folder, 'full');
  const world = await createPracticeWorld(empty);
  writeFileSync(
    join(empty, 'preferences.json'),
    JSON.stringify({ views: {}, strategies: { practice: world.systemId } }),
  );
  cpSync(empty, full, { recursive: true });
  fillCache(full, world, sizes);
  return [
    { name: 'nothing', folder: empty, rows: 0 },
    { name: 'everything', folder: full, rows: sizes.tradeCount },
  ];
}

async function measure(
  browser: Browser,
  runFolder: string,
  folders: readonly DataFolder[],
  rounds: number,
): Promise<ReadonlyMap<string, Start[]>> {
  const random = seededNumbers(5);
  const found = new Map<string, Start[]>(folders.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, folder, rows } of shuffled(folders, random)) {
      rmSync(runFolder, { recursive: true, force: true });
      cpSync(folder, runFolder, { recursive: true });
      const start = await measureStart(browser, runFolder, rows);
      if (round > 0) found.get(name)?.push(start);
    }
  }
  return found;
}

/**
 * A start is over when the frame with the rows has been drawn. With an empty cache, it is over when
 * the frame with the tab *Trades* has been drawn.
 */
async function measureStart(browser: Browser, dataDir: string, rows: number): Promise<Start> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const began = performance.now();
  const args = ['--no-open', '--json', `--data-dir=${dataDir}`, '--practice-clock=manual'];
  const program = await Child.start([...nodeFlags, inRepository('out/main/browser.js'), ...args], nodeEnvironment);
  const ready = performance.now() - began;
  try {
    const { url } = JSON.parse(program.line) as { readonly url: string };
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForFunction(isPainted, rows, { polling: 'raf', timeout: 60_000 });
    return { ready, painted: performance.now() - began };
  } finally {
    await program.stop();
    await context.close();
  }
}

/**
 * Runs in the page, frame by frame. Opens the review as soon as the window allows it. Rows that
 * arrive from the practice service during the start are counted too, so the grid can have more rows
 * than the cache, but never fewer.
 */
const isPainted = (rows: number): boolean => {
  if (location.hash !== '#/review') {
    if (document.querySelector('nav') !== null) location.hash = '#/review';
    return false;
  }
  const tabs = [...document.querySelectorAll('[role="tab"], .dv-tab')].map(({ textContent }) => textContent.trim());
  if (rows === 0) return tabs.includes('Trades');
  const grid = document.querySelector('[role$="grid"][aria-label="Trades"]');
  return Number(grid?.getAttribute('aria-rowcount')) > rows && grid?.querySelector('[role="gridcell"]') !== null;
};

function report(found: ReadonlyMap<string, Start[]>, sizes: CachedSizes): PartResult {
  const p50 = (name: string, what: keyof Start): number => median((found.get(name) ?? []).map((start) => start[what]));
  return {
    tables: [
      {
        title: `Start with ${figureText(sizes.tradeCount)} trades, ${figureText(sizes.signalCount)} signals and ${figureText(sizes.pointCount)} equity points, ms`,
        head: ['cached', 'spawn to ready', 'spawn to painted'],
        rows: [...found.keys()].map((name) => [name, figureText(p50(name, 'ready')), figureText(p50(name, 'painted'))]),
      },
    ],
    figures: [
      {
        name: 'time until the blotter is painted, divided by the time until an empty window is painted',
        value: p50('everything', 'painted') / p50('nothing', 'painted'),
        limit: LIMIT,
        must: 'stay under',
      },
    ],
    notes: [
      'The empty window is the same program with the same practice world and an empty cache, until its review workspace is shown. Both open on the trade workspace and change to the review at once. Every start has a fresh copy of its data folder; one start each to warm up.',
    ],
  };
}
