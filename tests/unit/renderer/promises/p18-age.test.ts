// P18: what is shown says how old it is, says so in time when it is too old, and is never called live.
import { globSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freshnessOf } from '#renderer/messages/freshness.ts';
import { ClockStore } from '#renderer/stores/clock-store.svelte.ts';
import { promiseFigure } from '#tests/fixtures/promise-figure.ts';
import { seededRandom } from '#tests/unit/core/orders/order-fixtures.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a panel turns stale within a second of its limit, whenever it was read and the window was opened (P18)', () => {
  const random = seededRandom(18);
  const runs = 1_000;
  let latest = -Infinity;
  let earliest = Infinity;
  for (let run = 0; run < runs; run++) {
    const opened = 1_772_461_800_000 + Math.floor(random.fraction() * 1_000);
    vi.setSystemTime(opened);
    const clock = new ClockStore(() => Date.now());
    vi.advanceTimersByTime(Math.floor(random.fraction() * 3_000));
    const readAt = Date.now();
    const staleAfterSeconds = 1 + Math.floor(random.fraction() * 90);
    const state = { readAt: Math.floor(readAt / 1_000), staleAfterSeconds, failure: null, reading: false };
    const limit = readAt + staleAfterSeconds * 1_000;
    vi.advanceTimersByTime(limit - Date.now() - 1_000);
    while (freshnessOf('signals', state, clock.now).level !== 'stale') vi.advanceTimersByTime(5);
    latest = Math.max(latest, Date.now() - limit);
    earliest = Math.min(earliest, Date.now() - limit);
    clock.dispose();
  }
  promiseFigure('P18', `latest stale label after its limit, of ${runs}, ms`, latest);
  promiseFigure('P18', 'earliest, ms', earliest);
  expect(latest).toBeLessThanOrEqual(1_000);
  expect(earliest).toBeGreaterThanOrEqual(-1_000);
});

const components = globSync('src-renderer/**/*.svelte').filter((path) => !path.startsWith('src-renderer/gallery'));
/** The cache shows no text: its strings are SQL. */
const words = globSync('src-main/core/**/*.ts').filter((path) => !path.startsWith('src-main/core/cache'));
const sources = [...components, ...globSync('src-renderer/**/*.ts'), ...words];
const read = (path: string): string => readFileSync(path, 'utf8');

/** What is on the computer itself and has no age: the log of this program's own requests. */
const own = ['src-renderer/views/ActivityView.svelte'];

test('every panel with data of the platform shows how old it is (P18)', () => {
  const panels = components.flatMap((path) => {
    const tags = [...read(path).matchAll(/<Panel\b[^>]*>/g)];
    return tags.map(([tag]) => ({ path, hasAge: tag.includes('freshness') }));
  });
  const shown = panels.filter(({ path }) => !own.includes(path));
  const without = shown.filter(({ hasAge }) => !hasAge).map(({ path }) => path);
  promiseFigure(
    'P18',
    'panels with data of the platform that show its age',
    `${shown.length - without.length} of ${shown.length}`,
  );
  expect(shown.length).toBeGreaterThan(4);
  expect(without).toEqual([]);
});

/** Tables whose emptiness is the program's own: what it asked, what it draws, and what was read when the table came. */
const ownTables = ['views/ActivityView', 'chart/EquityTable', 'orders/practice/PracticeMarket', 'trades/TradeDetails'];

test('a table of the platform that is empty says so only of what was read (P18)', () => {
  const tables = components
    .filter((path) => /<Grid\b/.test(read(path)) && !ownTables.some((own) => path.includes(own)))
    .map((path) => ({ path, asks: read(path).includes('absenceText(') }));
  const without = tables.filter(({ asks }) => !asks).map(({ path }) => path);
  promiseFigure(
    'P18',
    'tables that tell nothing there from nothing read',
    `${tables.length - without.length} of ${tables.length}`,
  );
  expect(tables.length).toBeGreaterThan(3);
  expect(without).toEqual([]);
});

/** Texts a user may read: quoted texts of more than one word, and what stands between tags. */
function* texts(path: string): Generator<string> {
  const source = read(path)
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*$|<!--[\s\S]*?-->/gm, '');
  for (const [quoted] of source.matchAll(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g)) if (/\s/.test(quoted)) yield quoted;
  if (!path.endsWith('.svelte')) return;
  const markup = source.replace(/<script[\s\S]*?<\/script>/g, '');
  for (const [, between = ''] of markup.matchAll(/>([^<>{}]+)</g)) yield between;
}

/** "no live feed" says that there is none. */
const claims = (text: string): boolean => /\b(live|real-?time|streaming)\b/i.test(text.replace(/no live feed/g, ''));

test('nothing that is shown is called live (P18)', () => {
  const found = sources.flatMap((path) => [...texts(path)].filter(claims).map((text) => `${path}: ${text}`));
  promiseFigure('P18', `claims to be live in the texts of ${sources.length} files`, found.length);
  expect(found).toEqual([]);
  expect(claims('Live quotes')).toBe(true);
});
