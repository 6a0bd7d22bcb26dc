import { expect, it } from 'vitest';
import { ChangeFactsReader, type ChangeFactsDeps } from '#core/changes/change-facts.ts';

/** Unix seconds. */
const now = 1_800_000_000;
const change = {
  id: '00000000-0000-4000-8000-000000000001',
  op: 'strategy.change',
  personId: '101',
  fields: { systemid: '7', monthlyfee: '60' },
} as const;

/** Details of which only the fee is known. */
const detailsOf = (monthlyFee: string): object =>
  new Proxy({}, { get: (_, member) => (member === 'monthlyFee' ? monthlyFee : null) });

/** The fee that a change is compared with. The cached details are `age` seconds old. */
async function comparedFee({ age, canReadAgain }: { readonly age: number; readonly canReadAgain: boolean }) {
  let details = detailsOf('50');
  const deps = {
    clock: { now: () => now * 1000 },
    people: { freshPeople: () => Promise.resolve({ ok: true, readAt: now, people: [] }) },
    cache: {
      strategies: () => [{ systemId: '7' }],
      details: () => details,
      datasets: () => ({ details: { readAt: now - age } }),
    },
    sync: {
      readAgain: () => {
        if (canReadAgain) details = detailsOf('90');
        return Promise.resolve(canReadAgain);
      },
    },
    serviceClockOffsetMs: () => 0,
  };
  const reading = await new ChangeFactsReader(deps as unknown as ChangeFactsDeps).read([change], 60_000);
  return reading.ok ? reading.facts.strategies.get('7')?.monthlyfee : 'not read';
}

it('a change of a strategy is compared with details that are recent or were read again', async () => {
  expect(await comparedFee({ age: 10, canReadAgain: false })).toBe('50');
  expect(await comparedFee({ age: 600, canReadAgain: true })).toBe('90');
});

it('no value is known of a strategy whose old details cannot be read again', async () => {
  expect(await comparedFee({ age: 600, canReadAgain: false })).toBeUndefined();
});

/** The number of open positions that a plan knows. Their last reading is `age` seconds old. */
async function knownPositions(age: number, failure: string | null): Promise<number | null> {
  const deps = {
    clock: { now: () => now * 1000 },
    people: { freshPeople: () => Promise.resolve({ ok: true, readAt: now, people: [] }) },
    cache: { positions: () => [{}], datasets: () => ({ tradesOpen: { readAt: now - age, failure } }) },
    serviceClockOffsetMs: () => 0,
  };
  const reading = await new ChangeFactsReader(deps as unknown as ChangeFactsDeps).read([], 60_000);
  return reading.ok ? reading.facts.positions('7') : null;
}

it('open positions that were read long ago or in part are not known', async () => {
  expect(await knownPositions(10, null)).toBe(1);
  expect(await knownPositions(86_400, null)).toBeNull();
  expect(await knownPositions(10, 'One record cannot be read.')).toBeNull();
});
