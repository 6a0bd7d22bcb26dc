import { expect, type Page } from '@playwright/test';

/** Opens the gallery with these parts of its address, once its state is shown. */
export async function openGallery(
  page: Page,
  query: Readonly<Record<string, string>> | URLSearchParams,
): Promise<void> {
  const parts = new URLSearchParams(query).toString();
  await page.goto(new URL(`/gallery.html?${parts}`, page.url()).href);
  await expect(page.locator('html[data-ready]'), parts).toHaveCount(1);
}
