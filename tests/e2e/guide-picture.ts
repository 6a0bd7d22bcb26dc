import type { Page } from '@playwright/test';
import { inRepository } from './hosts.ts';

/** Saves a picture of the page for the guide in docs/images, if STRATDESK_PICTURES is 1. */
export async function takeGuidePicture(page: Page, name: string): Promise<void> {
  if (process.env['STRATDESK_PICTURES'] !== '1') return;
  await page.screenshot({ path: inRepository(`docs/images/${name}.png`) });
}
