import AxeBuilder from '@axe-core/playwright';
import { widthBound } from '#renderer/grid/text-room.ts';
import { galleryCases } from '#renderer/gallery/cases.ts';
import { inRepository } from './hosts.ts';
import { expect, test } from './program.ts';

/** Every panel in every state over fixed data. `STRATDESK_PICTURES=1` leaves the pictures in test-results/gallery. */
const pictures = process.env['STRATDESK_PICTURES'] === '1';

const looks = [
  ['dark', 'compact'],
  ['light', 'roomy'],
] as const;
/** In parts, so that they run side by side. */
const partSize = 12;
const parts = Array.from({ length: Math.ceil(galleryCases.length / partSize) }, (_, at) =>
  galleryCases.slice(at * partSize, (at + 1) * partSize),
);

for (const [theme, density, part, cases] of looks.flatMap((look) =>
  parts.map((cases, at) => [...look, at + 1, cases] as const),
)) {
  test(`the gallery, ${theme} and ${density}, part ${part}: every state renders, without an error or a broken rule`, async ({
    program,
  }) => {
    test.setTimeout(180_000);
    const page = await program.start();
    // A colour half way through its transition is no colour of the design.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const { name } of cases) {
      await page.goto(new URL(`/gallery.html?case=${name}&theme=${theme}&density=${density}`, page.url()).href);
      await expect(page.locator('html[data-ready]'), name).toHaveCount(1);
      // Only what is broken is told, and all in this page: it has no frames, for which axe would open another to join what each says.
      const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
      // Names, roles and order are the same in both looks; what the second can break of its own is contrast.
      const { violations } = await (theme === 'dark' ? axe : axe.withRules(['color-contrast'])).analyze();
      expect
        .soft(violations.map(({ id, nodes }) => `${name}: ${id} ${nodes.map(({ html }) => html).join(' | ')}`))
        .toEqual([]);
      const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(width, `${name} is wider than the window`).toBeLessThanOrEqual(0);
      expect.soft(await page.evaluate(uncutTexts), `${name}: texts that leave their cells`).toEqual([]);
      if (pictures) await page.screenshot({ path: inRepository(`test-results/gallery/${name}-${theme}.png`) });
    }
  });
}

test('no character of the font is wider than the grid takes it to be', async ({ program }) => {
  const page = await program.start();
  const printable = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at));
  const texts = [...printable, '−', '–', '·', '›'];
  const found = await page.evaluate(widthsOf, texts);
  expect(found.family).toContain('Inter');
  for (const [at, text] of texts.entries()) {
    for (const width of found.widths[at] ?? []) expect.soft(width, text).toBeLessThanOrEqual(widthBound(text));
  }
  expect(widthBound('漢')).toBe(Infinity);
});

/** Runs in the page: ems of each text at the least and the greatest weight that a grid uses. */
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

/** Runs in the page: what stands in cells that do not cut it off, and is wider than they are. */
function uncutTexts(): string[] {
  const range = document.createRange();
  return [...document.querySelectorAll('.grid-row:not([style*="none"]) > .grid-cell')]
    .filter((cell) => getComputedStyle(cell).overflowX === 'visible')
    .filter((cell) => {
      range.selectNodeContents(cell);
      return range.getBoundingClientRect().right > cell.getBoundingClientRect().right + 0.5;
    })
    .map((cell) => cell.textContent);
}
