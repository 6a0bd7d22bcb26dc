import { expect, type Page } from '@playwright/test';

/** Opens the gallery with these parts of its address, once its state is shown. */
export async function openGallery(
  page: Page,
  query: Readonly<Record<string, string>> | URLSearchParams,
): Promise<void> {
  const parts = new URLSearchParams(query).toString();
  const address = new URL(`/gallery.html?${parts}`, page.url());
  if (new URL(page.url()).pathname === address.pathname) {
    // What the last case showed below the pointer is no part of this case.
    await page.mouse.move(0, 0);
    await page.evaluate(navigate, address.href);
  } else {
    await page.goto(address.href);
  }
  await expect(page.locator('html[data-ready]'), parts).toHaveCount(1);
}

/** Runs in the page, which shows another case without being loaded again. */
function navigate(href: string): void {
  window.history.pushState('case', '', href);
  window.dispatchEvent(new PopStateEvent('popstate', { state: 'case' }));
}
