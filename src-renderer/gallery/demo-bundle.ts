import type { BundleFacts, BundleState } from '#contract/model/bundle.ts';
import { done } from '#contract/outcome.ts';
import { demoNow } from './demo-clock.ts';
import type { DemoOptions } from './demo-options.ts';
import { demoStrategies } from './demo-strategies.ts';

const facts: BundleFacts = {
  program: '0.1.0',
  madeAt: demoNow - 3 * 86_400,
  mode: 'LIVE',
  connection: 'Main account',
  strategies: demoStrategies.slice(0, 2).map(({ systemId, name }, at) => ({
    systemId,
    name,
    readAt: demoNow - 3 * 86_400 - 640 * (at + 1),
  })),
  notes: 14,
  pictures: 3,
  moments: 212,
};

export const demoBundleState = ({ bundle }: DemoOptions): BundleState => ({
  work: bundle === 'making' ? { kind: 'making', name: facts.strategies[1]?.name ?? null, done: 1, steps: 3 } : null,
  open: bundle === 'open' ? facts : null,
});

const demoBundleId = '00000000-0000-4000-8000-00000000b001';

export const demoBundle = {
  'bundle.make': () => done({ bundleId: demoBundleId, bytes: 2_412_544, parts: 1, facts }),
  'bundle.cancel': () => done({}),
  'bundle.part': () => done({ data: '' }),
  'bundle.discard': () => done({}),
  'bundle.receive': () => done({}),
  'bundle.open': () => done(facts),
  'bundle.close': () => done({}),
} as const;
