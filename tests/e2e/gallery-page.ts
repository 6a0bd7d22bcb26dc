import type { Page } from '@playwright/test';
import { Program, expect, test as base } from './program.ts';

/**
 * The page of the gallery. Its data are fixed and its bridge is a fake. One program for each worker
 * serves the page and does nothing else.
 */
export const test = base.extend<{ gallery: Page }, { galleryAddress: string }>({
  galleryAddress: [
    async ({ browser }, use) => {
      const program = new Program('browser', browser);
      const page = await program.start();
      await use(new URL('/gallery.html', page.url()).href);
      await program.dispose();
    },
    { scope: 'worker' },
  ],
  gallery: async ({ galleryAddress, browser, viewport }, use) => {
    const context = await browser.newContext({ viewport });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.goto(galleryAddress);
    await use(page);
    await context.close();
    expect(errors, 'errors thrown in the window').toEqual([]);
  },
});

export { expect };
