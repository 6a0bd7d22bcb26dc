import type { Act, ActStep } from '#contract/model/act.ts';
import { demoNow } from './demo-clock.ts';
import { demoStrategies } from './demo-strategies.ts';

const at = (secondsAgo: number): number => (demoNow - secondsAgo) * 1_000;

const act = (number: number, secondsAgo: number, more: Partial<Act>, ...steps: readonly ActStep[]): Act => ({
  intentId: `00000000-0000-4000-8000-00000000000${number}`,
  mode: 'PRACTICE',
  command: 'setDesiredPositions',
  target: { kind: 'system', id: demoStrategies[0]?.systemId ?? '' },
  before: null,
  wanted: '{"kind":"flat"}',
  shown: null,
  state: steps.at(-1)?.state ?? 'SENDING',
  createdAt: at(secondsAgo),
  sentAt: at(secondsAgo),
  changedAt: steps.at(-1)?.at ?? at(secondsAgo),
  answer: [],
  steps: [{ state: 'SENDING', at: at(secondsAgo), evidence: 'sent' }, ...steps],
  ...more,
});

const targetListJson = JSON.stringify({
  kind: 'list',
  positions: [
    { symbol: 'AAPL', instrument: 'stock', quantity: '200' },
    { symbol: '@ESM6', instrument: 'future', quantity: '-2' },
    { symbol: 'EURUSD', instrument: 'forex', quantity: '5' },
  ],
});

/** A change in each state that a trader meets. */
export const demoChanges: readonly Act[] = [
  act(
    1,
    40,
    { wanted: targetListJson, before: '{"kind":"flat"}' },
    {
      state: 'UNKNOWN',
      at: at(9),
      evidence: 'no-answer',
      text: 'The connection was cut before an answer came.',
    },
  ),
  act(2, 700, {}, { state: 'DONE', at: at(699), evidence: 'answered' }),
  act(
    3,
    5_400,
    { wanted: targetListJson, answer: ['Unable to setDesiredPositions', 'Symbol EURUSD: market closed'] },
    {
      state: 'REFUSED',
      at: at(5_399),
      evidence: 'refused',
    },
  ),
  act(
    4,
    90_000,
    { wanted: '{"kind":"stop"}' },
    { state: 'UNKNOWN', at: at(89_995), evidence: 'program-ended' },
    { state: 'DONE', at: at(89_960), evidence: 'read-back' },
  ),
  act(
    5,
    180_000,
    { wanted: targetListJson },
    { state: 'UNKNOWN', at: at(179_990), evidence: 'unreadable-answer' },
    { state: 'ABSENT', at: at(179_870), evidence: 'not-shown' },
  ),
];
