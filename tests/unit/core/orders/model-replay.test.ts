import { afterAll, describe, expect, it } from 'vitest';
import { transitions } from '#core/orders/journal/lifecycle.ts';
import { InProcess } from '#tests/conformance/in-process.ts';
import type { Variant } from '#tests/rules/model/orders.ts';
import { firstState } from '#tests/rules/model/state.ts';
import { NARROW_VARIANTS } from '#tests/rules/model/variants.ts';
import { recordProbe } from './record-probe.ts';
import { pictureOf } from './replay/compare.ts';
import { tracesOf, type Trace } from './replay/model-traces.ts';
import { ReplayDesk } from './replay/replay-desk.ts';
import { QUIET_PRICE, setPrice, replayStep } from '#tests/unit/core/orders/replay/replay-step.ts';

/**
 * How many states of each model are searched, in order of their distance from the first state. The
 * last test checks that the search reaches every modeled transition of the journal.
 */
const MAX_STATES = 6_000;
const laterOwnId = [
  'AMBIGUOUS own-id-match',
  'AMBIGUOUS match-disproved',
  'LANDED_PROBABLE own-id-match',
  'LANDED_PROBABLE match-disproved',
];

describe("traces of the model on the real desk with the practice service's rules (order-safety 6.5)", () => {
  const service = new InProcess();
  const reached = new Set<string>();
  const sum = { traces: 0, steps: 0 };

  it.each(NARROW_VARIANTS)(
    'replays every transition step by step: %s',
    { timeout: 120_000 },
    async (_name, variant) => {
      const traces = tracesOf(variant, MAX_STATES);
      for (const one of traces.reached) reached.add(one);
      for (const path of traces.paths) await replay(variant, path);
      expect(traces.paths.length).toBeGreaterThan(10);
    },
  );

  it('covers every transition of the journal', () => {
    // The replacement in two steps is not part of the model; replace-steps.test.ts covers it.
    const modeled = Object.entries(transitions).filter(
      ([type]) => !/^(cancel-first|released|replaced-traded)/.test(type),
    );
    const missing = modeled.flatMap(([type, transition]) => {
      if (transition === 'same') return [...reached].some((one) => one.endsWith(` ${type}`)) ? [] : [`any ${type}`];
      // The lists of the model have no lag and no orders from elsewhere. So none shows an order
      // after its refusal was proved, or after others were matched to it; desk-lost.test.ts covers
      // that.
      const from = transition.from.filter((state) => state !== 'REJECTED' && !laterOwnId.includes(`${state} ${type}`));
      return from.filter((state) => !reached.has(`journal ${state} ${type}`)).map((state) => `${state} ${type}`);
    });
    expect(missing).toEqual([]);
  });

  afterAll(() => {
    const serviceTransitionCount = [...reached].filter((one) => one.startsWith('service')).length;
    console.log(
      `replayed: ${sum.traces} traces, ${sum.steps} steps, ${reached.size - serviceTransitionCount} transitions of the journal, ${serviceTransitionCount} transitions of the service`,
    );
  });

  async function replay(variant: Variant, path: Trace): Promise<void> {
    service.reset();
    setSwitches(variant);
    setPrice(service, QUIET_PRICE);
    const desk = new ReplayDesk(service);
    desk.connection.isUnreadable = variant.unreadable;
    if (variant.rules.duplicateOwnId === 'refuse') recordProbe(desk.journal);
    await desk.start();
    let state = firstState(variant);
    const orderCount = state.rows.length;
    const done: string[] = [];
    try {
      for (const move of path) {
        done.push(move.label);
        await replayStep({ desk, service, state, move });
        state = move.next;
        const real = pictureOf(desk.rows(orderCount), desk.signals());
        expect(real, done.join(' → ')).toEqual(pictureOf(state.rows, [...state.service.signals.values()]));
        expect(desk.errors, done.join(' → ')).toEqual([]);
      }
    } catch (error) {
      if (error instanceof Error && !error.message.includes(' → '))
        error.message = `${done.join(' → ')}: ${error.message}`;
      throw error;
    } finally {
      desk.dispose();
    }
    sum.traces += 1;
    sum.steps += path.length;
  }

  function setSwitches({ rules, ownIdsInLists }: Variant): void {
    const { switches } = service.services;
    for (const [name, value] of Object.entries(rules)) switches.set(name, value);
    for (const name of ['ownIdsInLists', 'linksInLists']) switches.set(name, ownIdsInLists ? 'yes' : 'no');
  }
});
