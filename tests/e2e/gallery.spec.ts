import AxeBuilder from '@axe-core/playwright';
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
      if (pictures) await page.screenshot({ path: inRepository(`test-results/gallery/${name}-${theme}.png`) });
    }
  });
}
