import type { Page } from '@playwright/test';
import { galleryCases } from '#renderer/gallery/cases.ts';
import { enteredFields } from '../api-coverage/entered.ts';
import type { Shown } from '../api-coverage/place.ts';
import { shownFields } from '../api-coverage/shown.ts';
import { expect, test } from './program.ts';

type Place = Shown & { readonly field: string; readonly isInput: boolean };

type Tables = Readonly<Record<string, Readonly<Record<string, Shown | string>> | undefined>>;

const placesOf = (tables: Tables, isInput: boolean): Place[] =>
  Object.entries(tables).flatMap(([of, fields]) =>
    Object.entries(fields ?? {}).flatMap(([name, place]) =>
      typeof place === 'string' ? [] : [{ ...place, field: `${of}: ${name}`, isInput }],
    ),
  );

const places = [...placesOf(shownFields, false), ...placesOf(enteredFields, true)];

test('every member that docs/spec/coverage.md counts is found under its label', async ({ program }) => {
  test.setTimeout(180_000);
  const page = await program.start();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // Wide, so that no column of a grid is outside the window.
  await page.setViewportSize({ width: 2560, height: 1600 });
  for (const [name, some] of Map.groupBy(places, (place) => place.case)) {
    expect(galleryCases.map((one) => one.name)).toContain(name);
    await page.goto(new URL(`/gallery.html?case=${name}`, page.url()).href);
    await expect(page.locator('html[data-ready]'), name).toHaveCount(1);
    for (const { field, label, value, isInput } of some) {
      const found = () => page.evaluate(textsOf, [label, isInput] as const);
      await expect.soft.poll(found, `${field}: "${label}" in ${name}`).toContainEqual(expect.stringContaining(value));
    }
  }
  expect(places.length).toBeGreaterThan(150);
});

test('a value under another label is not found', async ({ program }) => {
  const page = await program.start();
  await page.goto(new URL('/gallery.html?case=strategies-subscribers', page.url()).href);
  await expect(page.locator('html[data-ready]')).toHaveCount(1);
  expect(await textsUnder(page, 'Country')).not.toContain('AT');
  expect(await textsUnder(page, 'No such label')).toEqual([]);
});

const textsUnder = (page: Page, label: string): Promise<string[]> => page.evaluate(textsOf, [label, false] as const);

/**
 * Runs in the page: the texts under a label, which is the name of an input or of a group; else also
 * a term or the head of a column.
 */
function textsOf([label, isInput]: readonly [string, boolean]): string[] {
  const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];
  const textOf = (element: Element | null | undefined): string => element?.textContent.trim() ?? '';
  // A term may have a help button after its name.
  const nameOf = (element: Element): string =>
    [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .map((node) => node.textContent)
      .join('')
      .trim();
  const terms = all('dt')
    .filter((term) => nameOf(term) === label)
    .map((term) => textOf(term.nextElementSibling));
  const cells = all('table, [role="grid"], [role="treegrid"]').flatMap((table) => {
    const heads = [...table.querySelectorAll('thead th, [role="columnheader"]')];
    const column = heads.findIndex((head) => textOf(head) === label);
    if (column < 0) return [];
    return [...table.querySelectorAll('tbody tr, [role="row"]')].map((row) =>
      textOf([...row.querySelectorAll('td, tbody th, [role="gridcell"], [role="rowheader"]')][column]),
    );
  });
  const inputs = all('input, select, textarea, [role="switch"], [role="combobox"], [role="radiogroup"]')
    .filter((input) => {
      const labels = 'labels' in input ? [...((input as HTMLInputElement).labels ?? [])] : [];
      const named = (input.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id));
      const names = [input.getAttribute('aria-label'), ...[...labels, ...named].map(textOf)];
      return names.includes(label);
    })
    .map((input) => ('value' in input ? String(input.value) : textOf(input)));
  const groups = all('[aria-label], fieldset')
    .filter((group) => (group.getAttribute('aria-label') ?? textOf(group.querySelector('legend'))) === label)
    .map(textOf);
  return isInput ? [...inputs, ...groups] : [...terms, ...cells, ...inputs, ...groups];
}
