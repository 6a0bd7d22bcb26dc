import type { Page } from '@playwright/test';
import { galleryCases } from '#renderer/gallery/cases.ts';
import { openGallery } from './open-gallery.ts';
import { expect, test } from './gallery-page.ts';

/** The dialogs over the page, and the elements in them that can be pressed. */
const overlay = '[role="dialog"], [role="alertdialog"], [role="menu"]';
const pressable = 'button, [role="menuitem"], [role="radio"], [role="switch"], [role="checkbox"]';
/**
 * Labels of buttons whose only effect may be that their dialog closes. Other buttons must do more.
 * The last label changes nothing, because the ticket has this option symbol already.
 */
const closingLabels =
  /^(Close|Back|Cancel|Keep orders|Drop|Done|Do not test|Keep it stopped|Keep it|Keep them|Run in the background|Not now|Show|Close message|Use SPY2620C680)$/;
/** Forms that show the settings in force. If such a form is applied unchanged, it only closes. */
const unchangedForms = new Set(['performance-select', 'review-filter']);

type PageState = { overlays: readonly string[]; page: string; calls: number };

const cases = galleryCases.filter(({ prepare, press }) => prepare !== undefined || press !== undefined);
const parts = [0, 1, 2].map((part) => cases.filter((_, at) => at % 3 === part));

for (const [part, partCases] of parts.entries()) {
  test(`every button of every sheet, menu and dialog has an effect, part ${part + 1}`, async ({ gallery: page }) => {
    test.setTimeout(240_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    let pressed = 0;
    let fileChooserCount = 0;
    const knownButtons = new Set<string>();
    page.on('filechooser', () => (fileChooserCount += 1));
    for (const { name } of partCases) {
      await openGallery(page, { case: name });
      let isUntouched = true;
      for (const [at, button] of (await page.evaluate(buttonsOf, [overlay, pressable] as const)).entries()) {
        // Each button is pressed once in a test, even if several cases open its dialog or a list
        // repeats it.
        if (button === null || knownButtons.has(button.key)) continue;
        const { key, label } = button;
        knownButtons.add(key);
        pressed += 1;
        if (!isUntouched) await openGallery(page, { case: name });
        isUntouched = false;
        const mayOnlyClose = closingLabels.test(label) || (label === 'Apply' && unchangedForms.has(name));
        const isEffective = await hasEffect(page, at, mayOnlyClose, () => fileChooserCount);
        expect.soft(isEffective, `${name}: "${label}" does something`).toBe(true);
      }
    }
    expect(pressed).toBeGreaterThan(20);
  });
}

/** Presses the button, and checks for an effect within a second. */
async function hasEffect(
  page: Page,
  at: number,
  mayOnlyClose: boolean,
  countFileChoosers: () => number,
): Promise<boolean> {
  const fileChoosersBefore = countFileChoosers();
  const before = await page.evaluate(seenOf, overlay);
  const isButton = await page.evaluate(press, [overlay, pressable, at] as const);
  const isCloser = isButton && mayOnlyClose;
  const hasWorked = (after: PageState): boolean => {
    if (isCloser && after.overlays.length < before.overlays.length) return true;
    const isNew = after.overlays.some((one) => !before.overlays.includes(one));
    return isNew || after.page !== before.page || after.calls > before.calls;
  };
  for (let attempt = 0; attempt < 20; attempt++) {
    if (hasWorked(await page.evaluate(seenOf, overlay)) || countFileChoosers() > fileChoosersBefore) return true;
    await page.waitForTimeout(50);
  }
  return false;
}

/**
 * Runs in the page: the elements that can be pressed, with their names. Null for an element that is
 * disabled, hidden or already chosen. `key` also contains the heading of the dialog, or the names
 * of its buttons if it has no heading.
 */
function buttonsOf([overlaySelector, pressableSelector]: readonly [string, string]): ({
  key: string;
  label: string;
} | null)[] {
  const labelOf = (element: HTMLElement): string => (element.getAttribute('aria-label') ?? element.textContent).trim();
  return [...document.querySelectorAll<HTMLElement>(overlaySelector)].flatMap((one) => {
    const buttons = [...one.querySelectorAll<HTMLElement>(pressableSelector)];
    const dialog = one.querySelector('h2')?.textContent ?? buttons.map(labelOf).join('|');
    return buttons.map((button) => {
      const isOff = button.matches(
        ':disabled, [aria-disabled="true"], [data-disabled], [role="radio"][aria-checked="true"]',
      );
      return isOff || !button.checkVisibility()
        ? null
        : { key: `${dialog}|${labelOf(button)}`, label: labelOf(button) };
    });
  });
}

/**
 * Runs in the page: presses the element. Returns false for a radio, which must do more than close
 * its dialog, even if its label is a closing label.
 */
function press([overlaySelector, pressableSelector, at]: readonly [string, string, number]): boolean {
  const buttons = [...document.querySelectorAll<HTMLElement>(overlaySelector)].flatMap((one) => [
    ...one.querySelectorAll<HTMLElement>(pressableSelector),
  ]);
  const button = buttons[at];
  button?.focus();
  // Items of a menu act on the pointer's release.
  button?.dispatchEvent(new PointerEvent('pointerup', { bubbles: true, pointerType: 'mouse' }));
  button?.click();
  return button?.getAttribute('role') !== 'radio';
}

/**
 * Runs in the page: the content of dialogs and page, with input and selection, and the number of
 * calls to the program.
 */
function seenOf(overlaySelector: string): PageState {
  const stateOf = (root: Element): string => {
    const fields = [...root.querySelectorAll<HTMLInputElement>('input, select, textarea')].map(({ value }) => value);
    const chosen = [...root.querySelectorAll('[aria-pressed], [aria-checked], [aria-expanded], [aria-invalid]')].map(
      (one) => ['pressed', 'checked', 'expanded', 'invalid'].map((name) => one.getAttribute(`aria-${name}`)).join(),
    );
    return [root.textContent, ...fields, ...chosen].join('|');
  };
  const app = document.getElementById('app');
  return {
    overlays: [...document.querySelectorAll(overlaySelector)].map(stateOf),
    page: `${location.hash} ${app === null ? '' : stateOf(app)}`,
    calls: performance.getEntriesByType('mark').filter(({ name }) => name.startsWith('bridge ')).length,
  };
}
