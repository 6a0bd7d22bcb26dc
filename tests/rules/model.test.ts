import { afterAll, describe, expect, it } from 'vitest';
import type { Bug } from './model/moves.ts';
import type { Variant } from './model/orders.ts';
import { replay } from './model/replay.ts';
import { searchStates, type SearchResult } from './model/search.ts';
import { BASE, NARROW_VARIANTS, variant, type NamedVariant } from './model/variants.ts';

/**
 * All combinations of the values of five settings, and three models with an equal second order. The
 * search takes half an hour and runs only with STRATDESK_MODEL=wide.
 */
function wideModels(): NamedVariant[] {
  const equal = { duplicate: true, ownIdsInLists: false };
  const found: NamedVariant[] = [
    ['an equal second order, doubled', variant(equal)],
    ['an equal second order, records that cannot be read', variant({ ...equal, unreadable: true, doubling: false })],
    ['an equal second order, the day ends', variant({ ...equal, dayEnds: true, doubling: false })],
  ];
  for (const duplicateOwnId of ['refuse', 'accept', 'replay'] as const)
    for (const parentEnds of ['cancelChild', 'expireChild', 'keepChild'] as const)
      for (const replaces of ['entry', 'stop'] as const)
        for (const ownIdsInLists of [true, false])
          for (const leaveOcaIntact of [true, false]) {
            const change = { replaces, ownIdsInLists, leaveOcaIntact, dayEnds: true };
            const name = `${duplicateOwnId} ${parentEnds} ${replaces} ownIds=${ownIdsInLists} leave=${leaveOcaIntact}`;
            found.push([name, variant(change, { duplicateOwnId, parentEnds })]);
          }
  return found;
}

const isWide = process.env['STRATDESK_MODEL'] === 'wide';
const sum = { states: 0, transitions: 0 };

function searchAll(model: Variant): SearchResult {
  const found = searchStates(model);
  sum.states += found.states;
  sum.transitions += found.transitions;
  if (found.violation) throw new Error([found.violation.what, ...found.violation.trace].join('\n  '));
  return found;
}

describe('[States/Signal] exhaustive search of the small model (order-safety 6.5)', () => {
  afterAll(() =>
    console.log(`model: ${sum.states} states, ${sum.transitions} transitions, ${isWide ? 'wide' : 'narrow'}`),
  );

  it.each(isWide ? wideModels() : NARROW_VARIANTS)(
    'every invariant holds in every reachable state: %s',
    { timeout: 600_000 },
    (name, model) => {
      const { states, transitions, samples, bothChildrenFilled } = searchAll(model);
      console.log(`${name}: ${states} states, ${transitions} transitions`);
      expect(states).toBeGreaterThan(1_000);
      // I8: both children may fill only if the order was sent with forceNoOca, and then the search
      // reaches that state.
      expect(bothChildrenFilled).toBe(model.forceNoOca);
      // J9: the events of the journal, replayed on an empty journal, give the same rows.
      expect(samples.length).toBeGreaterThan(0);
      for (const trace of samples.slice(0, 20)) replay(model, trace);
    },
  );

  const BUGS: readonly (readonly [Bug, RegExp])[] = [
    ['resends by itself', /^J3: /],
    ['takes an unsent resend for an unsent order', /^P1: .*NOT_SENT/],
    ['decides absence before T_late', /^J4: .*before T_late/],
    ['loses journal events in a crash', /^J9: /],
    ['siblings stay working', /^I[27]: /],
  ];

  it.each(BUGS)('the search finds an injected bug with a short trace: %s', (bug, violatedInvariant) => {
    const { violation } = searchStates(bug === 'siblings stay working' ? variant({ replaces: 'stop' }) : BASE, bug);
    expect(violation?.what).toMatch(violatedInvariant);
    expect(violation?.trace.length).toBeLessThan(20);
    console.log(`${bug}: ${violation?.what ?? ''}\n  ${violation?.trace.join('\n  ') ?? ''}`);
  });
});
