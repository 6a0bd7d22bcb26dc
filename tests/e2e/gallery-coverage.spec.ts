import type { Page } from '@playwright/test';
import { galleryCases } from '#renderer/gallery/cases.ts';
import { requestEntries } from '../api-coverage/entered.ts';
import type { Labeled, Placed, RequestEntry, ResponseEntry } from '../api-coverage/place.ts';
import { responseEntries } from '../api-coverage/shown.ts';
import { openGallery } from './open-gallery.ts';
import { expect, test } from './gallery-page.ts';

type CountedField = (Labeled | Placed) & { readonly field: string; readonly isInput: boolean };

type Tables = Readonly<Record<string, Readonly<Record<string, RequestEntry | ResponseEntry>> | undefined>>;

const countedFieldsOf = (tables: Tables, isInput: boolean): CountedField[] =>
  Object.entries(tables).flatMap(([tableName, fields]) =>
    Object.entries(fields ?? {}).flatMap(([name, entry]) =>
      entry.kind === 'label' || entry.kind === 'place' ? [{ ...entry, field: `${tableName}: ${name}`, isInput }] : [],
    ),
  );

const countedFields = [...countedFieldsOf(responseEntries, false), ...countedFieldsOf(requestEntries, true)];

test('every member that docs/spec/coverage.md counts is found under its label or at its place', async ({
  gallery: page,
}) => {
  test.setTimeout(180_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // Wide, so that no column of a grid is outside the window.
  await page.setViewportSize({ width: 2560, height: 1600 });
  for (const [name, fieldsOfCase] of Map.groupBy(countedFields, (field) => field.galleryCase)) {
    expect(galleryCases.map((one) => one.name)).toContain(name);
    await openGallery(page, { case: name });
    for (const one of fieldsOfCase) await expectShown(page, one);
  }
  expect(countedFields.length).toBeGreaterThan(150);
});

async function expectShown(page: Page, one: CountedField): Promise<void> {
  if (one.kind === 'place' && one.hover !== undefined) await page.locator(one.hover).hover();
  const found = (): Promise<string[]> =>
    one.kind === 'label'
      ? page.evaluate(textsOf, [one.label, one.isInput] as const)
      : page.locator(one.selector).filter({ visible: true }).allTextContents();
  const where = `${one.field}: "${one.kind === 'label' ? one.label : one.selector}" in ${one.galleryCase}`;
  await expect.soft.poll(found, where).toContainEqual(expect.stringContaining(one.value));
}

test('a value under another label is not found', async ({ gallery: page }) => {
  await openGallery(page, { case: 'strategies-subscribers' });
  expect(await textsUnder(page, 'Country')).not.toContain('AT');
  expect(await textsUnder(page, 'No such label')).toEqual([]);
});

const textsUnder = (page: Page, label: string): Promise<string[]> => page.evaluate(textsOf, [label, false] as const);

/**
 * Runs in the page: the texts under a label. The label is the name of an input or of a group.
 * Unless `isInput`, it can also be a term or a column header.
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
