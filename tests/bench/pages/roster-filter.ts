import '@fontsource-variable/inter/wght.css';
import '#renderer/ui/tokens.css';
import '#renderer/ui/base.css';
import { flushSync, mount } from 'svelte';
import type { RosterEntry } from '#contract/model/people.ts';
import Grid from '#renderer/grid/Grid.svelte';
import { ArraySource } from '#renderer/grid/array-source.ts';
import { GridController } from '#renderer/grid/grid-controller.svelte.ts';
import { rosterColumns, rosterRow, type RosterRow } from '#renderer/strategies/roster-columns.ts';
import { seededNumbers } from '#tests/fixtures/seeded-numbers.ts';
import { frame } from './frame.ts';

/** The roster with a large number of strategies, as its panel shows it. */
export type RosterBench = {
  /** Frames and milliseconds from the text of the filter to its painted rows. */
  filter(text: string): Promise<{ readonly frames: number; readonly paintedMs: number; readonly matching: number }>;
};

declare global {
  interface Window {
    rosterBench?: RosterBench;
  }
}

const COUNT = 5_000;
const random = seededNumbers(5);
const pick = (words: readonly string[]): string => words[Math.floor(random() * words.length)] ?? '';
const heads = ['Harbor', 'Granite', 'Copper', 'River', 'Quiet', 'Northern', 'Amber', 'Cedar'];
const tails = ['Trend', 'Pairs', 'Carry', 'Breakout', 'Income', 'Momentum', 'Futures', 'Swing'];

const entry = (at: number): RosterEntry => ({
  systemId: String(136_000_000 + at * 7),
  name: `${pick(heads)} ${pick(tails)} ${String(at)}`,
  owner: `${pick(heads).toLowerCase()}desk${String(at % 900)}`,
  createdText: `20${String(10 + (at % 15))}-03-1${String(at % 9)}`,
  monthlyFee: String(19 + (at % 40) * 10),
  freeTrialDays: String(at % 30),
  minimumPortfolio: String(1_000 * (1 + (at % 50))),
  startingCapital: '50000',
  alive: at % 3 !== 0,
  inactiveSince: at % 3 === 0 ? 1_769_000_000 - at * 1_000 : null,
  instruments: at % 2 === 0 ? ['stocks', 'stocks short'] : ['futures', 'options'],
  listed: true,
  ownerPersonId: null,
});

const source = new ArraySource<RosterRow>();
const controller = new GridController<RosterRow>();
const marks = { watched: [], compared: [] };

document.documentElement.dataset['theme'] = 'dark';
const ROW_HEIGHT = 24;
document.body.style.cssText = `margin:0;overflow:hidden;--grid-row-height:${String(ROW_HEIGHT)}px;--row-h:${String(ROW_HEIGHT)}px`;
const host = document.createElement('div');
host.style.cssText = 'width:1400px;height:760px;display:grid';
document.body.append(host);
await document.fonts.load('13px "Inter Variable"');
source.update(Array.from({ length: COUNT }, (_, at) => rosterRow(entry(at), marks)));
const columns = rosterColumns('ET');
const sort = { column: 'name', descending: false };
mount(Grid, { target: host, props: { label: 'Roster', columns, source, controller, sort } });
flushSync();

window.rosterBench = {
  async filter(text) {
    await frame();
    const begin = performance.now();
    controller.setText(text);
    const { matchingCount } = source;
    let frames = 0;
    do {
      await frame();
      frames += 1;
    } while (!isShown() && frames < 100);
    return { frames, paintedMs: performance.now() - begin, matching: matchingCount };
  },
};

/** True if the first cell below the head has the name of the first strategy that matches. */
function isShown(): boolean {
  const first = document.elementFromPoint(40, 1.5 * ROW_HEIGHT + 2)?.textContent ?? '';
  const [wanted] = source.viewRows();
  return wanted === undefined || first.trim() === wanted.name;
}
