import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { RepeatingPlatform, writtenForms } from '#tests/fixtures/repeating-platform.ts';
import { startRemote, stopRemote } from './remote-service.ts';
import { connect } from './connect.ts';
import { runPaletteCommand } from './keyboard.ts';
import { expect, test } from './program.ts';
import { fillTicket, goTo, signalRow } from './ticket.ts';

/** Records every frame of the page's socket. */
async function framesOf(page: Page): Promise<{ sent: string[]; received: string[] }> {
  const frames = { sent: [] as string[], received: [] as string[] };
  const session = await page.context().newCDPSession(page);
  session.on('Network.webSocketFrameSent', ({ response }) => frames.sent.push(response.payloadData));
  session.on('Network.webSocketFrameReceived', ({ response }) => frames.received.push(response.payloadData));
  await session.send('Network.enable');
  return frames;
}

async function readDownload(page: Page, startDownload: () => Promise<void>): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), startDownload()]);
  return readFileSync(await download.path());
}

/** An export of the rows as filtered. */
const readExport = (page: Page, button: string, format: 'CSV' | 'JSON'): Promise<Buffer> =>
  readDownload(page, async () => {
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByRole('menuitem', { name: `${format}, as filtered` }).click();
  });

/** The two lines of text and the unpacked members of a bundle, without the digest at its end. */
function unpackBundle(bundle: Buffer): Buffer {
  const start = bundle.indexOf(10, bundle.indexOf(10) + 1) + 1;
  return Buffer.concat([bundle.subarray(0, start), gunzipSync(bundle.subarray(start, -32))]);
}

function files(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : [path];
  });
}

/** The content of a page, with its fields and its storage. */
const contentOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value);
    const stored = [localStorage, sessionStorage].map((storage) => Object.entries(storage));
    return JSON.stringify([document.documentElement.outerHTML, fields, stored]);
  });

test('an API key repeated in answers reaches no page, frame, export, bundle, log or other file', async ({
  program,
  host,
}) => {
  test.skip(host !== 'browser', 'the frames are read from the socket of the browser host');
  const folder = mkdtempSync(join(tmpdir(), 'the-platform-'));
  const service = await startRemote(folder, '0');
  // After the first answers, every third answer repeats the key in all its texts. The others repeat
  // it only in free texts, so that the program can still read them.
  const platform = await RepeatingPlatform.start(service, (nth) => (nth % 3 === 2 && nth > 9 ? 'all' : 'free'));
  const places = new Map<string, string | Buffer>();
  try {
    const page = await program.startWithMovableClock();
    await expect(signalRow(page, 'Working').first()).toBeVisible();
    const frames = await framesOf(page);
    await connect(page, 'Repeating', { baseUrl: platform.baseUrl, apikey: service.apikey });
    await goTo(page, 'Trade');
    await expect(page.getByRole('grid', { name: 'Positions' }).getByRole('row').nth(1)).toBeVisible();
    await fillTicket(page, { symbol: 'KO', quantity: '5', limit: '40' });
    for (const view of ['Trade', 'Review', 'Strategies', 'Activity', 'Settings']) {
      await goTo(page, view);
      if (view === 'Review')
        await expect(page.getByRole('grid', { name: 'Trades' }).getByRole('row').nth(3)).toBeVisible();
      if (view === 'Strategies')
        await expect(page.getByRole('grid', { name: 'Strategies' }).getByText('[key]').first()).toBeVisible();
      for (let answer = 0; answer < 5; answer++) {
        program.advanceClock(2);
        await page.waitForTimeout(100);
      }
      places.set(`the page ${view}`, await contentOf(page));
      const exports = { Trade: 'Export orders', Review: 'Export trades', Activity: 'Export activity' } as const;
      const button = view in exports ? exports[view as keyof typeof exports] : null;
      if (button === null) continue;
      for (const format of ['CSV', 'JSON'] as const)
        places.set(`${button} as ${format}`, await readExport(page, button, format));
    }
    await goTo(page, 'Review');
    await runPaletteCommand(page, 'Make a review bundle');
    const bundleDialog = page.getByRole('dialog', { name: 'Make a review bundle' });
    const bundle = await readDownload(page, () => bundleDialog.getByRole('button', { name: 'Make bundle' }).click());
    places.set('the bundle', unpackBundle(bundle));
    const keyFrames = frames.sent.filter((frame) => frame.includes(service.apikey));
    expect(keyFrames).toHaveLength(1);
    expect(keyFrames[0]).toContain('profiles.save');
    places.set('frames sent', frames.sent.filter((frame) => frame !== keyFrames[0]).join('\n'));
    places.set('frames received', frames.received.join('\n'));
    expect(frames.received.length).toBeGreaterThan(50);
    expect(platform.answerCount).toBeGreaterThan(12);
    expect(platform.textWithKeyCount).toBeGreaterThan(1_000);
    expect(String(places.get('frames received'))).toContain('[key]');
    await program.close();
  } finally {
    await platform.close();
    await stopRemote(service);
    rmSync(folder, { recursive: true });
  }
  for (const file of files(program.dataDir)) places.set(file, readFileSync(file));
  const forms = writtenForms(service.apikey);
  const hits = [...places].flatMap(([place, text]) => forms.filter((form) => text.includes(form)).map(() => place));
  expect(hits).toEqual([]);
});
