import { openBareSteps, type BareSteps } from '../desk/bare-steps.ts';
import { withDeskWindow, type DeskWindow } from '../desk/desk-window.ts';
import { waitForSignals, enterSymbol } from '../desk/key-symbol.ts';
import { arm, pressOrder, sendingKey } from '../desk/pressed-order.ts';
import { figureText, quantile, type Part, type PartResult } from '../measure.ts';
import { seededNumbers } from '#tests/fixtures/seeded-numbers.ts';
import { shuffled } from '../rounds.ts';

const LIMIT = 2;
/** An order is done when there has been no traffic for this long. */
const QUIET_MS = 120;

/**
 * The time from the press of a key in the browser until the first bytes of the request for its
 * order are on the wire. The key is set to *Send at once*.
 */
export const part: Part = {
  about:
    'a key press in the browser to the first bytes of the order on the wire, against the steps that it cannot do without',
  run: ({ quick }) =>
    withDeskWindow({ views: { hotkeys: sendingKey } }, async (desk) => {
      const bare = await openBareSteps(desk.browser, desk.dataDir);
      try {
        return await measure(desk, bare, quick ? 25 : 64);
      } finally {
        await bare.close();
      }
    }),
};

const KEY_PRESS = 'key press to the wire';
const TO_PROGRAM = '  of that: key press to the program';
const IN_PROGRAM = '  of that: in the program (checks, journal)';
const TO_SERVICE = 'the wire to the practice service';
const SOCKET = 'a bare WebSocket round trip';
const COMMIT = 'one FULL commit';
const POST = 'a bare node:http POST';
const SUM = 'the sum of these three';

type Found = Map<string, number[]>;

async function measure(desk: DeskWindow, bare: BareSteps, rounds: number): Promise<PartResult> {
  await waitForSignals(desk.page);
  await arm(desk.page);
  const found: Found = new Map();
  const random = seededNumbers(5);
  const warmUp = Math.ceil(rounds / 10);
  for (let round = -warmUp; round < rounds; round += 1) {
    const figures = await oneRound(desk, bare, round + warmUp, random);
    if (round >= 0) for (const [name, value] of figures) found.set(name, [...(found.get(name) ?? []), value]);
  }
  return report(found, rounds);
}

/** Measures each step once, in random order, each after a pause. */
async function oneRound(
  desk: DeskWindow,
  bare: BareSteps,
  round: number,
  random: () => number,
): Promise<Map<string, number>> {
  const figures = new Map<string, number>();
  const ways: Record<string, () => Promise<unknown>> = {
    [SOCKET]: async () => figures.set(SOCKET, await bare.socket()),
    [COMMIT]: async () => figures.set(COMMIT, await Promise.resolve(bare.commit())),
    [POST]: async () => figures.set(POST, await bare.post()),
    [KEY_PRESS]: () => press(desk, round, figures),
  };
  for (const [, way] of shuffled(Object.entries(ways), random)) {
    await desk.wire.waitForQuiet(QUIET_MS);
    await way();
  }
  figures.set(
    SUM,
    [SOCKET, COMMIT, POST].reduce((sum, name) => sum + (figures.get(name) ?? NaN), 0),
  );
  return figures;
}

/** Uses another symbol each time, because an order that equals a working one would not be sent. */
async function press(desk: DeskWindow, round: number, figures: Map<string, number>): Promise<void> {
  await enterSymbol(desk.page, round);
  await desk.wire.waitForQuiet(QUIET_MS);
  const { pressed, atProgram, sent, atService } = await pressOrder(desk);
  figures.set(KEY_PRESS, sent - pressed);
  figures.set(TO_PROGRAM, atProgram - pressed);
  figures.set(IN_PROGRAM, sent - atProgram);
  figures.set(TO_SERVICE, atService - sent);
}

function report(found: Found, rounds: number): PartResult {
  const quantileOf = (name: string, share: number): number => quantile(found.get(name) ?? [], share);
  const names = [KEY_PRESS, TO_PROGRAM, IN_PROGRAM, TO_SERVICE, SOCKET, COMMIT, POST, SUM];
  return {
    tables: [
      {
        title: `${String(rounds)} orders, one after another with silence between (milliseconds)`,
        head: ['', 'least', 'p50', 'p95', 'p99'],
        rows: names.map((name) => [name, ...[0, 0.5, 0.95, 0.99].map((share) => figureText(quantileOf(name, share)))]),
      },
    ],
    figures: [
      {
        name: 'key press to the wire p50, to the sum',
        value: quantileOf(KEY_PRESS, 0.5) / quantileOf(SUM, 0.5),
        limit: LIMIT,
        must: 'stay under',
      },
    ],
    notes: [],
  };
}
