import type { Page } from '@playwright/test';
import { expect } from './program.ts';
import { goTo } from './ticket.ts';

/**
 * Adds a live connection in the settings, and puts it in use. From then on the screen shows its
 * data.
 */
export async function connect(
  page: Page,
  name: string,
  { baseUrl, apikey, platformid }: { readonly baseUrl: string; readonly apikey: string; readonly platformid?: string },
): Promise<void> {
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Add connection' }).click();
  if (platformid !== undefined) {
    await page.getByRole('radio', { name: 'Private platform' }).click();
    await page.getByLabel('Platform id', { exact: true }).fill(platformid);
  }
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Address', { exact: true }).fill(baseUrl);
  await page.getByLabel(/^API key/).fill(apikey);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: `Use ${name}` }).click();
  await expect(page.getByRole('status', { name: 'Mode' })).toHaveText('LIVE');
}
