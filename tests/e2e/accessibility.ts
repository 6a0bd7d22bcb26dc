// What axe finds on a page of the program.
import axe from 'axe-core';
import { expect, test, type Page } from '@playwright/test';

declare global {
  interface Window {
    /** Defined by the source of axe, once it ran in the page. */
    axe?: typeof axe;
  }
}

/**
 * The violations on the page, each with its elements. An open dialog or menu is checked alone: the
 * page below it is inert, and is checked separately while nothing is open.
 * @param rules the ids of the only rules to check; all if it is missing
 */
export async function violationsOf(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(axe.source);
  return page.evaluate(run, rules);
}

/**
 * Expects no violation on the page. The Electron stand-in is not checked, because its page is the
 * same as that of the browser host.
 */
export async function expectNoViolation(page: Page): Promise<void> {
  if (test.info().project.name === 'electron-stand-in') return;
  expect.soft(await violationsOf(page)).toEqual([]);
}

/** Runs in the page. */
async function run(rules: readonly string[] | undefined): Promise<string[]> {
  // A color within a transition is not a color of the design.
  const finite = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(finite.map(({ finished }) => finished));
  const overlays = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"], [role="menu"]')].filter(
    (one) => one.checkVisibility(),
  );
  const found = await window.axe?.run(overlays.length > 0 ? { include: overlays } : document, {
    resultTypes: ['violations'],
    // Preloading would read the style sheets again, for a rule about the rotation of phones.
    preload: false,
    ...(rules && { runOnly: [...rules] }),
  });
  if (found === undefined) throw new Error('axe is not in the page');
  return found.violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' | ')}`);
}
