import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { inRepository } from './hosts.ts';
import { openGallery } from './open-gallery.ts';
import { panelStates, type PanelState } from './panel-state.ts';
import { panelCases, type PanelCase, type PanelName } from './panel-states.ts';
import { expect, test } from './gallery-page.ts';

/** `STRATDESK_PICTURES=1` writes the pictures to test-results/panels. */
const pictures = process.env['STRATDESK_PICTURES'] === '1';
/** The reasons of failures in the data of the gallery, and how long a failure has lasted. */
const unreachable = 'connection refused';
const failingFor = 'failing for 21 min';
const unreadable = 'EIO, input/output error';
/** Claims that would be false, because the platform sends no events and no quotes. */
const falseClaims = /\breal-?time\b|\bstreaming\b|\blive (data|prices|quotes|feed)\b/i;

type Content = {
  /** Texts and values of fields. */
  readonly text: string;
  /** The tooltips. */
  readonly hints: string;
  /** True if an age or rows are marked as old. */
  readonly marked: boolean;
  /** Texts that are cut and have no tooltip, and figures and symbols that are cut. */
  readonly cut: readonly string[];
};

const names = Object.keys(panelCases) as PanelName[];
const parts = [0, 1].map((part) => names.filter((_, at) => at % 2 === part));

for (const [part, partNames] of parts.entries()) {
  test(`every panel shows in every state what a trader must see, part ${part + 1}`, async ({ gallery: page }) => {
    test.setTimeout(240_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const name of partNames) {
      for (const state of panelStates) {
        if ('impossibleBecause' in panelCases[name].states[state]) continue;
        await open(page, panelCases[name], state);
        await check(page, name, state);
        if (pictures) await takePictures(page, `${name.replace(' ', '-')}-${state}`);
      }
    }
  });
}

async function open(page: Page, { route, tab, press = [], dataset, flags = [] }: PanelCase, state: PanelState) {
  const query = new URLSearchParams({ route, [dataset ?? 'data']: state });
  if (tab !== undefined) query.set('tab', tab);
  for (const flag of flags) query.set(flag, '1');
  for (const button of press) query.append('press', button);
  await page.setViewportSize({ width: 1440, height: 900 });
  await openGallery(page, query);
}

async function check(page: Page, name: PanelName, state: PanelState): Promise<void> {
  const root = page.locator(panelCases[name].root);
  await expect(root, `${name}, ${state}`).toBeVisible();
  const read = (): Promise<Content> => root.evaluate(shownIn);
  const missing = ({ text, hints }: Content): readonly string[] =>
    expectedTexts(name, state).filter((one) => !text.includes(one) && !hints.includes(one));
  const shown = await readUntil(read, (last) => missing(last).length === 0);
  const summary = `${name}, ${state}: ${shown.text.replace(/\s+/g, ' ').slice(0, 300)}`;
  expect.soft(missing(shown), `${summary}: missing`).toEqual([]);
  const untrue = untrueTexts(name, state).filter((one) => shown.text.includes(one));
  expect.soft(untrue, `${summary}: not true`).toEqual([]);
  // An entry with `because` has its own texts instead of what every panel shows.
  const isOld = state === 'stale' || state === 'offline';
  if (isOld && !('because' in panelCases[name].states[state]))
    expect.soft(shown.marked, `${summary}: marked as old`).toBe(true);
  expect.soft(shown.text, `${summary}: nothing is called live`).not.toMatch(falseClaims);
  expect.soft(shown.cut, `${name}, ${state}: cut texts`).toEqual([]);
  if (state === 'failed') await checkRetry(page, name);
  if (state !== 'full' && state !== 'long') return;
  await page.setViewportSize({ width: 1024, height: 700 });
  expect.soft((await read()).cut, `${name}, ${state}: cut texts at 1024`).toEqual([]);
}

/** Checks that the button of a failed table reads the table again. */
async function checkRetry(page: Page, name: PanelName): Promise<void> {
  const button = page.locator(panelCases[name].root).getByRole('button', { name: 'Try again' });
  if ((await button.count()) === 0) return;
  const countCalls = () =>
    page.evaluate(() => performance.getEntriesByType('mark').filter((one) => one.name.startsWith('bridge ')).length);
  const before = await countCalls();
  await button.click();
  expect.soft(await countCalls(), `${name}: Try again reads`).toBeGreaterThan(before);
}

/**
 * The first content that is as expected, or the content after two seconds. The checks of the caller
 * report what is missing.
 */
async function readUntil(read: () => Promise<Content>, isExpected: (shown: Content) => boolean): Promise<Content> {
  const end = Date.now() + 2_000;
  for (;;) {
    const shown = await read();
    if (isExpected(shown) || Date.now() >= end) return shown;
    await sleep(50);
  }
}

/**
 * The texts that `panelCases` names for the state, the rows of an earlier reading, and the reason
 * with its time.
 */
function expectedTexts(name: PanelName, state: PanelState): readonly string[] {
  const { states } = panelCases[name];
  const entry = states[state];
  if ('because' in entry) return entry.sees;
  const rows = textsOf(states.full);
  const reasons: Partial<Record<PanelState, readonly string[]>> = {
    stale: [...rows, ' ago'],
    offline: [...rows, unreachable, failingFor],
    'never-read': [unreachable, failingFor],
    failed: [unreadable],
    'refresh-failed': [...rows, unreadable],
  };
  return [...textsOf(entry), ...(reasons[state] ?? [])];
}

/** A list may be called empty only after it was read, and loading only while it is being read. */
function untrueTexts(name: PanelName, state: PanelState): readonly string[] {
  const { empty, loading, full } = panelCases[name].states;
  const isUnread = state === 'loading' || state === 'never-read' || state === 'failed';
  const texts = [...(isUnread ? textsOf(empty) : []), ...(state === 'loading' ? [] : textsOf(loading))];
  return texts.filter((one) => !textsOf(full).includes(one) && !expectedTexts(name, state).includes(one));
}

function textsOf(entry: PanelCase['states'][PanelState]): readonly string[] {
  if ('impossibleBecause' in entry) return [];
  return 'because' in entry ? entry.sees : entry;
}

async function takePictures(page: Page, name: string): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    for (const width of [1440, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(async (to) => {
        document.documentElement.dataset['theme'] = to;
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      }, theme);
      await page.screenshot({ path: inRepository(`test-results/panels/${name}-${theme}-${width}.png`) });
    }
  }
}

/** Runs in the page. */
function shownIn(root: HTMLElement | SVGElement): Content {
  if (!(root instanceof HTMLElement)) throw new Error('a panel is an element of HTML');
  const fields = [...root.querySelectorAll<HTMLInputElement>('input, textarea')].map(
    ({ value, placeholder }) => value || placeholder,
  );
  const hints = [root, ...root.querySelectorAll('[title]')].map((one) => one.getAttribute('title') ?? '');
  const cut: string[] = [];
  const range = document.createRange();
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  // The page's own tooltip would empty the title attributes.
  const stop = (event: Event): void => event.stopPropagation();
  root.addEventListener('pointerover', stop);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const words = (node.textContent ?? '').trim();
    const holder = node.parentElement;
    if (words === '' || holder === null || !isShown(holder)) continue;
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width > 1 && box.height > 1 && isCut(holder, box, words)) cut.push(words.slice(0, 120));
  }
  root.removeEventListener('pointerover', stop);
  return {
    text: [root.innerText, ...fields].join('\n'),
    hints: hints.join('\n'),
    marked: root.querySelector('.old-data, .age.stale, .age.failed, .fact.warn, .fact.danger') !== null,
    cut,
  };

  function isShown(element: Element): boolean {
    const { width } = element.getBoundingClientRect();
    return width > 1 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  }

  /**
   * True if an element without a scrollbar cuts the text, and the text is a figure or a symbol or
   * has no tooltip.
   */
  function isCut(holder: Element, box: DOMRect, words: string): boolean {
    for (let one: Element | null = holder; one !== null && one !== document.body; one = one.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(one);
      const frame = one.getBoundingClientRect();
      if (overflowX === 'auto' || overflowX === 'scroll') return false;
      const across = (overflowX === 'hidden' || overflowX === 'clip') && box.right > frame.right + 1.5;
      const below = (overflowY === 'hidden' || overflowY === 'clip') && box.bottom > frame.bottom + 3;
      if (!across && !below) continue;
      if (/^[-−+$]*[\d.,]+( ?%)?$|^@?[A-Z]{1,6}\d\S*$/.test(words)) return true;
      // A grid sets the tooltip of a cell when the pointer enters it.
      holder.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
      return (one.closest('[title]')?.getAttribute('title') ?? '') === '';
    }
    return false;
  }
}
