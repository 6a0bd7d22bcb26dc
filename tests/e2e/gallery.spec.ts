import type { Page } from '@playwright/test';
import { widthBound } from '#renderer/grid/text-widths.ts';
import { galleryCases } from '#renderer/gallery/cases.ts';
import { violationsOf } from './accessibility.ts';
import { inRepository } from './hosts.ts';
import { tabTo } from './keyboard.ts';
import { openGallery } from './open-gallery.ts';
import { expect, test } from './gallery-page.ts';

/**
 * The gallery shows every panel in every state with fixed data. `STRATDESK_PICTURES=1` writes the
 * pictures to test-results/gallery.
 */
const takesPictures = process.env['STRATDESK_PICTURES'] === '1';

/** The number of cases in one part. The parts run in parallel. */
const partSize = 12;
const parts = Array.from({ length: Math.ceil(galleryCases.length / partSize) }, (_, at) =>
  galleryCases.slice(at * partSize, (at + 1) * partSize),
);

for (const [at, cases] of parts.entries()) {
  test(`gallery part ${at + 1}, both themes: every state renders without an error or a violation`, async ({
    gallery: page,
  }) => {
    test.setTimeout(180_000);
    // A color within a transition is not a color of the design.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const { name } of cases) {
      await openGallery(page, { case: name, theme: 'dark', density: 'compact' });
      await check(page, name, 'dark');
      await page.evaluate(async () => {
        Object.assign(document.documentElement.dataset, { theme: 'light', density: 'roomy' });
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      });
      await check(page, name, 'light');
    }
  });
}

async function check(page: Page, name: string, theme: 'dark' | 'light'): Promise<void> {
  const failure = page.getByRole('heading', { level: 1, name: 'This page failed' });
  expect(await failure.count(), `${name} fails`).toBe(Number(name === 'page-failed'));
  // Names, roles and order are the same in both themes; only contrast can differ.
  const violations = await violationsOf(page, theme === 'dark' ? undefined : ['color-contrast']);
  expect.soft(violations, name).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `${name} in ${theme} is wider than the window`).toBeLessThanOrEqual(0);
  expect.soft(await page.evaluate(overflowingTexts), `${name}: texts that leave their cells`).toEqual([]);
  if (takesPictures) await page.screenshot({ path: inRepository(`test-results/gallery/${name}-${theme}.png`) });
}

test('an accessibility violation is found on the page and in an open dialog', async ({ gallery: page }) => {
  for (const [name, root] of [
    ['trade', '#app'],
    ['ticket-confirm', '[role="dialog"], [role="alertdialog"]'],
  ] as const) {
    await openGallery(page, { case: name });
    expect(await violationsOf(page), name).toEqual([]);
    await page.locator(root).evaluate((element) => element.append(document.createElement('button')));
    expect(await violationsOf(page), name).toEqual([expect.stringContaining('button-name')]);
  }
});

test('the banner of an interrupted partial close offers no resume, and says what to do instead', async ({
  gallery: page,
}) => {
  await openGallery(page, { case: 'exit-interrupted' });
  const banner = page.getByRole('alert', { name: 'Unfinished plan' });
  await expect(banner).toContainText('Check the position, then plan the rest again.');
  await expect(banner.getByRole('button', { name: 'Protect…' })).toBeVisible();
  await expect(banner.getByRole('button', { name: 'Dismiss' })).toBeVisible();
  await expect(banner.getByRole('button', { name: 'Resume…' })).toHaveCount(0);
});

test('the keyboard focus remains on the selected kind of exit while its plan is computed', async ({
  gallery: page,
}) => {
  await openGallery(page, { case: 'position-close' });
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Close', exact: true }).last()).toBeFocused();
  await tabTo(page, dialog.getByRole('radio', { name: 'Close', exact: true }), 'Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText(/^Reverse: 90/);
  await expect(dialog.getByRole('radio', { name: 'Reverse' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText('Sell to close: 90 → 45 JPM');
  await expect(dialog.getByRole('radio', { name: 'Partial close' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Requested: Sell to close: 90 → 45 JPM.')).toBeVisible();
});

test('the keys of the tables of people and changes work while no row matches the filter', async ({ gallery: page }) => {
  await openGallery(page, { case: 'people-changes' });
  await page.getByLabel('Filter staged changes').fill('no such row');
  const changes = page.getByRole('grid', { name: 'Staged changes' });
  await expect(changes.getByRole('gridcell')).toHaveCount(0);
  await changes.focus();
  await page.keyboard.press('i');
  await expect(page.getByRole('dialog', { name: 'Import changes' })).toBeVisible();
  await page.keyboard.press('Escape');
  await openGallery(page, { case: 'people' });
  await page.getByLabel('Filter people').fill('no such row');
  const people = page.getByRole('grid', { name: 'People' });
  await expect(people.getByRole('gridcell')).toHaveCount(0);
  await people.focus();
  await page.keyboard.press('a');
  await expect(page.getByRole('button', { name: 'Show e-mail' })).toHaveAttribute('aria-pressed', 'true');
});

test('after a page fails, other pages, panic and kill switch work; the page can be shown again', async ({
  gallery: page,
}) => {
  await openGallery(page, { case: 'page-failed' });
  const alarm = page.getByRole('alert', { name: 'Failure of this window' });
  await expect(alarm).toContainText('Error: The list has no rows.');
  await expect(page.locator('main')).toContainText('This page failed');
  await page.getByRole('button', { name: /^Panic/ }).click();
  await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toContainText('AAPL');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Kill switch' })).toBeEnabled();
  await page.getByRole('link', { name: 'Review', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Review', exact: true })).toBeAttached();
  await page.getByRole('link', { name: 'Activity', exact: true }).click();
  await expect(page.locator('main')).not.toContainText('This page failed');
  await expect(alarm).toBeVisible();
});

test('no character of the font is wider than the grid assumes', async ({ gallery: page }) => {
  const printable = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at));
  const texts = [...printable, '−', '–', '·', '›'];
  const found = await page.evaluate(widthsOf, texts);
  expect(found.family).toContain('Inter');
  for (const [at, text] of texts.entries()) {
    for (const width of found.widths[at] ?? []) expect.soft(width, text).toBeLessThanOrEqual(widthBound(text));
  }
  expect(widthBound('漢')).toBe(Infinity);
});

/**
 * Runs in the page: the width of each text in ems, at the lowest and highest weight that a grid
 * uses.
 */
async function widthsOf(texts: readonly string[]): Promise<{ family: string; widths: number[][] }> {
  await document.fonts.ready;
  const family = getComputedStyle(document.body).fontFamily;
  const widths = texts.map((text) =>
    [400, 600].map((weight) => {
      const probe = document.createElement('span');
      probe.style.cssText = `position:absolute;white-space:pre;font:${weight} 100px ${family};font-variant-numeric:tabular-nums`;
      probe.textContent = text.repeat(20);
      document.body.append(probe);
      const { width } = probe.getBoundingClientRect();
      probe.remove();
      return width / 2_000;
    }),
  );
  return { family, widths };
}

/** Runs in the page: texts that are wider than their cell, in cells that do not cut them. */
function overflowingTexts(): string[] {
  const range = document.createRange();
  return [...document.querySelectorAll('.grid-row:not([style*="none"]) > .grid-cell')]
    .filter((cell) => getComputedStyle(cell).overflowX === 'visible')
    .filter((cell) => {
      range.selectNodeContents(cell);
      return range.getBoundingClientRect().right > cell.getBoundingClientRect().right + 0.5;
    })
    .map((cell) => cell.textContent);
}

for (const theme of ['dark', 'light'] as const) {
  test(`every button is readable in every state, ${theme}`, async ({ gallery: page }) => {
    test.setTimeout(180_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const name of ['trade', 'ticket-confirm', 'desk-killed', 'desk-armed', 'settings', 'panic']) {
      await openGallery(page, { case: name, theme });
      const cdp = await page.context().newCDPSession(page);
      await cdp.send('DOM.enable');
      await cdp.send('CSS.enable');
      const { root } = await cdp.send('DOM.getDocument');
      const { nodeIds } = await cdp.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: '.button, .panic' });
      expect(nodeIds.length, name).toBeGreaterThan(0);
      const force = (forcedPseudoClasses: string[]) =>
        Promise.all(nodeIds.map((nodeId) => cdp.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses })));
      for (const states of [[], ['hover'], ['hover', 'active'], ['focus', 'focus-visible']]) {
        await force(states);
        expect.soft(await page.evaluate(unreadableButtons), `${name} ${states.join(' ')}`).toEqual([]);
      }
      await page.evaluate(() => {
        for (const button of document.querySelectorAll<HTMLButtonElement>('.button, .panic')) button.disabled = true;
      });
      await force(['hover']);
      expect.soft(await page.evaluate(unreadableButtons), `${name} disabled`).toEqual([]);
      await cdp.detach();
    }
  });
}

test('Performance of a review bundle counts its periods from the day on which it was made', async ({
  gallery: page,
}) => {
  await openGallery(page, { case: 'bundle-performance' });
  await page.getByRole('combobox', { name: 'Period' }).selectOption('Last 12 months');
  await page.getByRole('button', { name: 'Selection…' }).click();
  await expect(page.getByRole('textbox', { name: 'From (ET)' })).toHaveValue('2025-02-27');
});

/** Runs in the page: buttons whose text has a contrast of less than 4.5:1. */
function unreadableButtons(): string[] {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (canvas === null) throw new Error('no canvas');
  type Color = readonly [number, number, number, number];
  const read = (color: string): Color => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0, a = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const blend = ([r, g, b, a]: Color, [r2, g2, b2]: Color): Color => [
    r * a + r2 * (1 - a),
    g * a + g2 * (1 - a),
    b * a + b2 * (1 - a),
    1,
  ];
  const backgroundOf = (element: Element | null): Color => {
    if (element === null) return [255, 255, 255, 1];
    const own = read(getComputedStyle(element).backgroundColor);
    return own[3] === 1 ? own : blend(own, backgroundOf(element.parentElement));
  };
  const luminance = ([r, g, b]: Color): number => {
    const [x = 0, y = 0, z = 0] = [r, g, b].map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const found: string[] = [];
  for (const button of document.querySelectorAll('.button, .panic')) {
    const background = backgroundOf(button);
    const text = blend(read(getComputedStyle(button).color), background);
    const [light = 0, dark = 0] = [luminance(text), luminance(background)].sort((a, b) => b - a);
    const ratio = (light + 0.05) / (dark + 0.05);
    const name = button.getAttribute('aria-label') ?? button.textContent?.trim() ?? '';
    if (ratio < 4.5) found.push(`${name} ${button.className.replace(/svelte-\w+/, '')}: ${ratio.toFixed(2)}`);
  }
  return [...new Set(found)];
}
