import type { PersonPlan, PersonRequest } from '#contract/model/own-person.ts';
import type {
  StrategyChange,
  StrategyPlan,
  StrategyRequest,
  UnfinishedClone,
} from '#contract/model/strategy-change.ts';
import { demoNow } from './demo-clock.ts';

export const demoStrategyChanges: readonly StrategyChange[] = [
  {
    intentId: '3f0c4a52-1d7e-4c3b-9a55-0f6f3b8f1a01',
    kind: 'change',
    systemId: '91000001',
    name: 'Harbor Trend & Income',
    state: 'DONE',
    at: demoNow - 5_400,
    rows: [
      { field: 'monthlyFee', before: '49', after: '59' },
      { field: 'trialDays', before: '7', after: '14' },
    ],
    undo: { monthlyFee: 49, trialDays: 7 },
  },
];

export const demoUnfinishedClones: readonly UnfinishedClone[] = [
  {
    intentId: '3f0c4a52-1d7e-4c3b-9a55-0f6f3b8f1a02',
    sourceId: '91000001',
    sourceName: 'Harbor Trend & Income',
    systemId: '91000002',
    name: 'Clone',
    at: demoNow - 600,
    attributes: { monthlyFee: 59, trialDays: 14 },
  },
];

/** A plan with warnings. */
export function demoStrategyPlan(request: StrategyRequest): StrategyPlan {
  const change: StrategyPlan['acts'][number] = {
    command: 'changeSystemAttribute',
    rows: [
      { field: 'name', before: 'Harbor Trend & Income', after: 'Harbor Trend' },
      {
        field: 'shortDescription',
        before: 'Follows large US stocks for days to weeks.',
        after: 'Follows large US stocks and ETFs for weeks.',
      },
      { field: 'startingCapital', before: '50000', after: '60000' },
      { field: 'creditSeconds', before: null, after: '34128000' },
    ],
  };
  const create: StrategyPlan['acts'][number] = {
    command: 'createNewSystem',
    rows: [
      { field: 'name', before: null, after: 'Harbor Trend 2' },
      { field: 'startingCapital', before: null, after: '50000' },
      { field: 'ownerPersonId', before: null, after: '7001' },
    ],
  };
  const acts = request.kind === 'change' ? [change] : request.kind === 'clone' ? [create, change] : [create];
  return {
    planId: 'demo',
    digest: '9f2c0d41aa37be10',
    request,
    at: demoNow,
    name: 'Harbor Trend & Income',
    acts,
    repeated: [],
    checks:
      request.kind === 'change'
        ? [
            {
              code: 'capital',
              level: 'warn',
              text: { code: 'strategy.capital-moves-curve', before: '50000', after: '60000' },
              field: 'startingCapital',
            },
            { code: 'credits-creditSeconds', level: 'warn', text: { code: 'strategy.credits-count' }, field: null },
          ]
        : [{ code: 'record', level: 'warn', text: { code: 'strategy.record' }, field: null }],
    requests: acts.length,
    readAt: demoNow - 20,
  };
}

export const demoPersonPlan = (request: PersonRequest): PersonPlan => ({
  planId: 'demo',
  digest: '5b1e20c77fa0d9e4',
  request,
  at: demoNow,
  checks: [
    { code: 'not-read', level: 'warn', text: { code: 'person.not-read' }, field: null },
    ...(request.password
      ? [{ code: 'password-set', level: 'warn', text: { code: 'person.password-set' }, field: null } as const]
      : []),
  ],
  requests: 1,
});
