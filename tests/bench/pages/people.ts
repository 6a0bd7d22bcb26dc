import type { PersonRow } from '#contract/model/person.ts';
import { done } from '#contract/outcome.ts';
import { maskedEmail } from '#renderer/format/masked-email.ts';
import { demoNow } from '#renderer/gallery/demo-clock.ts';
import { demoPeopleList, demoPerson } from '#renderer/gallery/demo-platform-people.ts';
import People from '#renderer/people/People.svelte';
import { peopleRow, type PeopleFilter, type PeopleRow } from '#renderer/people/people-rows.ts';
import { seededNumbers } from '#tests/fixtures/seeded-numbers.ts';
import { frame } from './frame.ts';
import { PanelStage, ROW_HEIGHT, type Timed } from './panel-stage.ts';

export type Found = { readonly count: string; readonly first: string | null };

/** The People page with a large number of people. The bridge answers from memory. */
export type PeopleBench = {
  /** Opens the page. */
  mount(): Promise<Timed>;
  /** What the list shows after a search or with a saved filter. Not part of the measured work. */
  find(by: { readonly text: string } | { readonly filter: PeopleFilter }): Found;
  /** Types a text into the filter of the list. */
  search(text: string, found: Found): Promise<Timed>;
  /** Chooses a saved filter. */
  show(filter: PeopleFilter, found: Found): Promise<Timed>;
  /** Presses the head of a column. */
  sort(column: string): Promise<Timed>;
  /** Scrolls `by` rows per frame, or through all rows in 300 frames if `by` is null. */
  scroll(by: number | null): Promise<{ readonly frames: readonly number[]; readonly lateShare: number }>;
};

declare global {
  interface Window {
    peopleBench?: PeopleBench;
  }
}

const COUNT = 10_000;
const DAY = 86_400;
const random = seededNumbers(5);
const randomBelow = (limit: number): number => Math.floor(random() * limit);
const pick = (words: readonly string[]): string => words[randomBelow(words.length)] ?? '';
const firstNames = ['Ada', 'Bruno', 'Claire', 'Dmitri', 'Esther', 'Frank', 'Grace', 'Hugo', 'Ines', 'Jonas'];
const lastNames = ['Brenner', 'Cole', 'Hollis', 'Ito', 'Keller', 'Marsh', 'Nolan', 'Ortega', 'Quinn', 'Sandoval'];

const randomList = <Item>(max: number, make: () => Item): Item[] => Array.from({ length: randomBelow(max + 1) }, make);

function person(at: number): PersonRow {
  const created = demoNow - randomBelow(3_000) * DAY;
  const isDeleted = random() < 0.05;
  const firstName = pick(firstNames);
  const lastName = `${pick(lastNames)} ${String(at)}`;
  return {
    personId: String(70_000 + at),
    firstName,
    lastName,
    screenName: `${firstName.toLowerCase()}${String(at)}`,
    email: `${firstName.toLowerCase()}.${String(at)}@example.com`,
    created: { text: 'created', at: created },
    deleted: isDeleted ? { text: 'deleted', at: demoNow - randomBelow(300) * DAY } : { text: '', at: null },
    licenses: randomList(3, () => ({
      endsAt: demoNow + randomBelow(300) * DAY,
      recurring: random() < 0.8,
      failedAttempts: random() < 0.05 ? '2' : '0',
    })),
    subscriptions: randomList(4, () => ({
      endedAt: random() < 0.3 ? demoNow - DAY : null,
      isLastPaymentFailed: random() < 0.02,
    })),
    strategies: randomList(2, () => ({
      alive: true,
      requiresCredits: random() < 0.3,
      signalCredits: random() < 0.1 ? '0' : '40',
      timeCreditUntil: null,
    })),
    unreadable: random() < 0.01 ? 1 : 0,
    isDeletionUnknown: false,
    listed: random() < 0.99,
  };
}

const people = Array.from({ length: COUNT }, (_, at) => person(at));
const [personWithDetails] = demoPeopleList('full').people;
const stage = await PanelStage.make(
  {
    'people.list': () => done({ readAt: demoNow, failure: null, revision: 1, people }),
    'people.get': () => demoPerson(personWithDetails?.personId ?? ''),
  },
  'People',
);

const rows = people.map((one) => peopleRow(one, demoNow));
/** All names, in the order in which the list is opened. */
const byName = rows.map(({ name }) => name).sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
const places = new Map(byName.map((name, place) => [name, place]));

/** True if each term is in one of the texts that are searched. */
function matches({ name, screenName, email, id }: PeopleRow, text: string): boolean {
  const texts = [name, screenName, maskedEmail(email), id].map((one) => one.toLowerCase());
  return text
    .toLowerCase()
    .split(' ')
    .every((term) => texts.some((one) => one.includes(term)));
}

const waitForPaint = async (): Promise<void> => {
  for (let i = 0; i < 6; i += 1) await frame();
};

/** True if the name of the first person found and the number of people are painted. */
const isShown = ({ count, first }: Found, seen: string): boolean =>
  seen === first && stage.element('.grid-foot').textContent.trim().startsWith(count);

window.peopleBench = {
  mount: () =>
    stage.timed(
      () => stage.mount(People, () => ({ onaction: () => undefined })),
      (first) => first === byName[0],
    ),
  find(by) {
    const found = rows.filter((row) => ('text' in by ? matches(row, by.text) : row.filters.includes(by.filter)));
    const names = new Set(found.map(({ name }) => name));
    return {
      count: found.length.toLocaleString('en-US'),
      first: byName.find((name) => names.has(name)) ?? null,
    };
  },
  search: (text, found) =>
    stage.timed(
      () => stage.enter('input[aria-label="Filter people"]', text, 'input'),
      (seen) => isShown(found, seen),
    ),
  show: (filter, found) =>
    stage.timed(
      () => stage.enter('select[aria-label="Show"]', filter, 'change'),
      (seen) => isShown(found, seen),
    ),
  sort(column) {
    const before = stage.paintedText(0);
    return stage.timed(
      () => stage.element(`.grid-head-cell[data-column="${column}"]`).click(),
      (first) => first !== before,
    );
  },
  async scroll(by) {
    const grid = stage.table;
    grid.scrollTop = 0;
    await waitForPaint();
    const maxScroll = grid.scrollHeight - grid.clientHeight;
    const count = by === null ? 300 : 240;
    const step = by === null ? maxScroll / count : by * ROW_HEIGHT;
    const rowsInView = stage.rowsInView;
    const frames: number[] = [];
    let lateFrames = 0;
    let before = await frame();
    for (let at = 1; at <= count; at += 1) {
      grid.scrollTop = Math.min(maxScroll, at * step);
      const time = await frame();
      frames.push(time - before);
      before = time;
      const wanted = (grid.scrollTop / maxScroll) * (COUNT - rowsInView) + rowsInView / 2;
      const seen = places.get(stage.paintedText(0.5));
      if (seen === undefined || Math.abs(seen - wanted) > 2) lateFrames += 1;
    }
    grid.scrollTop = 0;
    await waitForPaint();
    return { frames, lateShare: lateFrames / count };
  },
};
