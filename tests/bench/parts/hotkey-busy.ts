import { openBareSteps, type BareSteps } from '../desk/bare-steps.ts';
import { cancelGroups, type CanceledGroups } from '../desk/cancel-groups.ts';
import { withDeskWindow, type DeskWindow } from '../desk/desk-window.ts';
import { waitForManySignals, enterSymbol } from '../desk/key-symbol.ts';
import { arm, waitForSubmitted, pressOrder, sendingKey } from '../desk/pressed-order.ts';
import { createWorkingWorld, type WorkingWorld } from '../desk/working-world.ts';
import { figureText, quantile, type Part, type PartResult } from '../measure.ts';

const LIMIT = 2.4;
const CHANGES_PER_SECOND = 1_000;
const GROUP_SIZE = 50;
/**
 * Each turn begins with a new practice world, because within about twenty presses the load cancels
 * all OCA groups of a world.
 */
const TURNS = 4;
/** If the program has requested no past signals for this long, it has read all of them. */
const QUIET_MS = 1_500;
/** Time between two presses. Under load, the window reads its signals at the same interval. */
const PRESS_EVERY_MS = 250;

/**
 * The same key as in `hotkey`, while a thousand signals per second change in the blotter of the
 * same window.
 */
export const part: Part = {
  about:
    'time from a key press in the browser until the order is on the wire, while 1,000 signals per second change in the blotter',
  run: async ({ quick }) => {
    const seconds = quick ? 3 : 5;
    const found: Found = { presses: [], toProgram: [], inProgram: [], bareSums: [], changeRates: [] };
    for (let turn = 0; turn < (quick ? 1 : TURNS); turn += 1) await pressUnderLoad(found, seconds);
    return report(found);
  },
};

type Found = Readonly<Record<'presses' | 'toProgram' | 'inProgram' | 'bareSums' | 'changeRates', number[]>>;

/** Measures on a new practice world, with the orders that the load cancels in this many seconds. */
async function pressUnderLoad(found: Found, seconds: number): Promise<void> {
  let world: WorkingWorld | null = null;
  const prepare = async (folder: string): Promise<string> => {
    world = await createWorkingWorld(folder, CHANGES_PER_SECOND * seconds, GROUP_SIZE);
    return world.systemId;
  };
  await withDeskWindow({ prepare, views: { hotkeys: sendingKey } }, async (desk) => {
    if (world === null) throw new Error('no world was made');
    await waitForManySignals(desk.page, CHANGES_PER_SECOND * seconds);
    // A first start reads the signals of past years. This must end before the load starts.
    await desk.wire.waitForQuiet(QUIET_MS, ({ path }) => path.endsWith('retrieveSignalsAll'));
    const bare = await openBareSteps(desk.browser, desk.dataDir);
    try {
      await arm(desk.page);
      const until = performance.now() + seconds * 1000;
      const canceled: CanceledGroups = { count: 0 };
      const load = cancelGroups(desk, world, { until, cancelsPerSecond: CHANGES_PER_SECOND / GROUP_SIZE }, canceled);
      await pressRepeatedly(desk, bare, until, found);
      await load;
      found.changeRates.push((canceled.count * GROUP_SIZE) / seconds);
    } finally {
      await bare.close();
    }
  });
}

/** Repeatedly measures an order and each step that it cannot do without, under the same load. */
async function pressRepeatedly(desk: DeskWindow, bare: BareSteps, until: number, found: Found): Promise<void> {
  for (let round = 1; performance.now() < until; round += 1) {
    const next = performance.now() + PRESS_EVERY_MS;
    const symbol = await enterSymbol(desk.page, round);
    desk.wire.take();
    const { pressed, atProgram, sent } = await pressOrder(desk);
    found.presses.push(sent - pressed);
    found.toProgram.push(atProgram - pressed);
    found.inProgram.push(sent - atProgram);
    await waitForSubmitted(desk.page, symbol);
    found.bareSums.push((await bare.socket()) + bare.commit() + (await bare.post()));
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())));
  }
}

function report({ presses, toProgram, inProgram, bareSums, changeRates }: Found): PartResult {
  const leastRate = Math.min(...changeRates);
  const row = (name: string, values: readonly number[]): string[] => [
    name,
    ...[0, 0.5, 0.95, 0.99].map((share) => figureText(quantile(values, share))),
  ];
  return {
    tables: [
      {
        title: `${String(presses.length)} orders beside ${figureText(leastRate)} changes per second (milliseconds)`,
        head: ['', 'least', 'p50', 'p95', 'p99'],
        rows: [
          row('key press to the wire', presses),
          row('  of that: key press to the program', toProgram),
          row('  of that: in the program (checks, journal, queue)', inProgram),
          row('the sum of a bare WebSocket round trip, one FULL commit and a bare node:http POST', bareSums),
        ],
      },
    ],
    figures: [
      {
        name: 'key press to the wire beside 1,000 changes per second p95, to the sum of the bare steps',
        value: quantile(presses, 0.95) / quantile(bareSums, 0.95),
        limit: LIMIT,
        must: 'stay under',
      },
      { name: 'signals changed per second', value: leastRate, limit: CHANGES_PER_SECOND * 0.98, must: 'reach' },
    ],
    notes: [
      'Everything is measured under the same load. The bare steps share only the machine with the load, not the program.',
    ],
  };
}
