import { afterAll, describe, expect, it } from 'vitest';
import type { Bug } from './model/moves.ts';
import type { Variant } from './model/orders.ts';
import { replay } from './model/replay.ts';
import { closure, type Closure } from './model/search.ts';
import { BASE, NARROW, variant, type Named } from './model/variants.ts';

/** Every combination of what the model can vary; hours, not seconds: STRATDESK_MODEL=wide. */
function wide(): Named[] {
  const found: Named[] = [['an equal second order, doubled', variant({ duplicate: true, ownIdsInLists: false })]];
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

function closed(of: Variant): Closure {
  const found = closure(of);
  sum.states += found.states;
  sum.transitions += found.transitions;
  if (found.broken) throw new Error([found.broken.what, ...found.broken.trace].join('\n  '));
  return found;
}

describe('[States/Signal] exhaustive search of the small model (order-safety 6.5)', () => {
  afterAll(() =>
    console.log(`model: ${sum.states} states, ${sum.transitions} transitions, ${isWide ? 'wide' : 'narrow'}`),
  );

  it.each(isWide ? wide() : NARROW)(
    'every promise holds in every reachable state: %s',
    { timeout: 600_000 },
    (name, of) => {
      const { states, transitions, samples, bothChildrenFilled } = closed(of);
      console.log(`${name}: ${states} states, ${transitions} transitions`);
      expect(states).toBeGreaterThan(1_000);
      // I8: only children that were asked not to be a group may both fill, and they really may.
      expect(bothChildrenFilled).toBe(of.forceNoOca);
      // J9: the journal's events, told again from nothing, give the same rows.
      expect(samples.length).toBeGreaterThan(0);
      for (const trace of samples.slice(0, 20)) replay(of, trace);
    },
  );

  const BUGS: readonly (readonly [Bug, RegExp])[] = [
    ['resends by itself', /^J3: /],
    ['the second try closes the first', /^P1: .*NOT_SENT/],
    ['believes an absence early', /^J4: .*before T_late/],
    ['forgets the journal in a crash', /^J9: /],
    ['siblings live on', /^I[27]: /],
  ];

  it.each(BUGS)('a mistake sown on purpose is found with the shortest way to it: %s', (bug, promise) => {
    const { broken } = closure(bug === 'siblings live on' ? variant({ replaces: 'stop' }) : BASE, bug);
    expect(broken?.what).toMatch(promise);
    expect(broken?.trace.length).toBeLessThan(20);
    console.log(`${bug}: ${broken?.what ?? ''}\n  ${broken?.trace.join('\n  ') ?? ''}`);
  });
});
