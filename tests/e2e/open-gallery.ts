import { expect, type Page } from '@playwright/test';

/** Shows the gallery at the address with this query, and waits until it is ready. */
export async function openGallery(
  page: Page,
  query: Readonly<Record<string, string>> | URLSearchParams,
): Promise<void> {
  const search = new URLSearchParams(query).toString();
  // Otherwise an element below the pointer would show its hover state.
  await page.mouse.move(0, 0);
  await page.evaluate(navigate, new URL(`/gallery.html?${search}`, page.url()).href);
  await expect(page.locator('html[data-ready]'), search).toHaveCount(1);
}

/** Runs in the page. The page then shows another case without being loaded again. */
function navigate(href: string): void {
  window.history.pushState('case', '', href);
  window.dispatchEvent(new PopStateEvent('popstate', { state: 'case' }));
}
