import type { Page } from '@playwright/test';
import { inRepository } from './hosts.ts';

/** Pictures for the guide: `STRATDESK_PICTURES=1` writes them to docs/images. */
export async function guidePicture(page: Page, name: string): Promise<void> {
  if (process.env['STRATDESK_PICTURES'] !== '1') return;
  await page.screenshot({ path: inRepository(`docs/images/${name}.png`) });
}
