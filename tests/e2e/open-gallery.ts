import { expect, type Page } from '@playwright/test';

/** Shows the state that these parts of the address of the gallery name. */
export async function openGallery(
  page: Page,
  query: Readonly<Record<string, string>> | URLSearchParams,
): Promise<void> {
  const parts = new URLSearchParams(query).toString();
  // What the last case showed below the pointer is no part of this case.
  await page.mouse.move(0, 0);
  await page.evaluate(navigate, new URL(`/gallery.html?${parts}`, page.url()).href);
  await expect(page.locator('html[data-ready]'), parts).toHaveCount(1);
}

/** Runs in the page, which shows another case without being loaded again. */
function navigate(href: string): void {
  window.history.pushState('case', '', href);
  window.dispatchEvent(new PopStateEvent('popstate', { state: 'case' }));
}
