import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TargetLine, TargetRequest } from '#contract/model/target-plan.ts';
import { CoreOnPractice } from '#tests/fixtures/core-on-practice.ts';

let program: CoreOnPractice;
let systemId: string;

beforeEach(async () => {
  program = await CoreOnPractice.start();
  systemId = program.practice.world.systemids[0] ?? '';
  await program.call('sync.watch', { systemId, datasets: ['tradesOpen', 'signalsWorking'] });
  await program.call('sync.refresh', { systemId: null, datasets: [] });
  await program.call('sync.refresh', { systemId, datasets: ['details', 'margin', 'tradesOpen', 'signalsWorking'] });
});
afterEach(() => program.dispose());

const stock = (symbol: string, quantity: string): TargetLine => ({ symbol, instrument: 'stock', quantity });
const plan = (...lines: TargetLine[]) => program.call('desired.plan', { request: { kind: 'list', systemId, lines } });
const codes = (checks: readonly { code: string }[]): string[] => checks.map(({ code }) => code);
const warnings = (checks: readonly { code: string; level: string }[]): string[] =>
  checks.filter(({ level }) => level === 'warn').map(({ code }) => code);
const send = (planId: string, confirmed: string[]) =>
  program.outcome('desired.send', { intentId: crypto.randomUUID(), planId, confirmed });

/**
 * Plans and sends with every warning confirmed. Plans again if the first reading of a dataset
 * changed the data after the plan was made.
 */
async function sendNow(request: TargetRequest) {
  for (let attempt = 0; ; attempt++) {
    const shown = await program.call('desired.plan', { request });
    const outcome = await send(shown.planId, warnings(shown.checks));
    if (outcome.ok || outcome.failure.code !== 'outdated' || attempt === 5) return outcome;
  }
}

async function sentLists(): Promise<unknown[]> {
  const { requests } = (await program.control('GET', 'requests')) as { requests: { url: string; body: string }[] };
  return requests
    .filter(({ url }) => url.endsWith('/setDesiredPositions'))
    .map(({ body }) => (JSON.parse(body) as { positions: unknown }).positions);
}

/** Sends a command like another program that uses the same key. */
async function sendElsewhere(command: string, members: object): Promise<void> {
  const { baseUrl, world } = program.practice;
  const answer = await fetch(`${baseUrl}/world/apiv3/${command}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ apikey: world.apikey, systemid: systemId, ...members }),
  });
  expect(await answer.json()).toMatchObject({ ok: '1' });
}

test('a plan names positions that the list leaves out, and each warning needs a confirmation', async () => {
  const held = await program.call('positions.list', { systemId });
  expect(held.length).toBeGreaterThan(0);
  const shown = await plan(stock('KO', '12'));
  expect(shown.rows.find(({ symbol }) => symbol === 'KO')).toMatchObject({
    target: '12',
    isListed: true,
    orders: [{ action: 'BTO', quantity: '12' }],
  });
  const closed = shown.rows.filter(({ isListed }) => !isListed).map(({ symbol, mark: sign }) => [symbol, sign]);
  expect(closed.sort()).toEqual(
    held
      .filter(({ symbol }) => symbol !== 'KO')
      .map(({ symbol }) => [symbol, '−'])
      .sort(),
  );
  const needed = warnings(shown.checks);
  expect(needed).toContain('left-out');
  for (const code of needed)
    expect(
      await send(
        shown.planId,
        needed.filter((one) => one !== code),
      ),
    ).toMatchObject({
      failure: { code: 'unconfirmed' },
    });
  expect(await sentLists()).toEqual([]);
  const request = { kind: 'list' as const, systemId, lines: [stock('KO', '12')] };
  expect(await sendNow(request)).toEqual({ ok: true, value: { state: 'DONE' } });
  expect(await sentLists()).toEqual([[{ symbol: 'KO', typeofsymbol: 'stock', quant: '12' }]]);
});

test('an invalid list is blocked with the reason, and no confirmation can send it', async () => {
  const option = (symbol: string): TargetLine => ({ symbol, instrument: 'option', quantity: '1' });
  const bad: [TargetLine[], string][] = [
    [[], 'empty'],
    [Array.from({ length: 501 }, (_, at) => stock(`A${at}`, '1')), 'too-many'],
    [[stock('KO', '1'), stock('ko ', '2')], 'duplicate'],
    [[option('AAPL2918L260'), option('AAPL2918L260.00')], 'duplicate'],
    [[stock('KO', '1'), stock('flat', '0')], 'special'],
    [[stock('stop', '0')], 'special'],
    [[stock('KO', '1.5')], 'fraction'],
    [[stock('KO', '1e3')], 'not-a-number'],
    [[stock('', '1')], 'no-symbol'],
    [[stock('K O', '1')], 'bad-symbol'],
    [[stock('KO', '12345678901')], 'too-large'],
    [[option('AAPL2002A260')], 'ended'],
  ];
  for (const [lines, code] of bad) {
    const shown = await plan(...lines);
    expect([code, codes(shown.checks.filter(({ level }) => level === 'block'))]).toEqual([code, [code]]);
    expect(await send(shown.planId, codes(shown.checks))).toMatchObject({ failure: { code: 'blocked' } });
  }
  expect(await sentLists()).toEqual([]);
});

test('a plan is refused as outdated when a position changed after it', async () => {
  const shown = await plan(stock('KO', '12'));
  const [position] = await program.call('positions.list', { systemId });
  const signal = {
    action: position?.side === 'long' ? 'STC' : 'BTC',
    quant: Number(position?.quantity),
    symbol: position?.symbol,
    typeofsymbol: position?.instrument,
    duration: 'DAY',
  };
  await sendElsewhere('submitSignal', { signal });
  await program.call('practice.advance', { seconds: 5 });
  const isHeld = async () => {
    await program.call('sync.refresh', { systemId, datasets: ['tradesOpen', 'signalsWorking'] });
    return (await program.call('positions.list', { systemId })).some(({ symbol }) => symbol === position?.symbol);
  };
  await expect.poll(isHeld, { timeout: 20_000 }).toBe(false);
  expect(await send(shown.planId, warnings(shown.checks))).toMatchObject({ failure: { code: 'outdated' } });
  expect(await sentLists()).toEqual([]);
});

test('a list in which everything is zero is sent as flat, after its own confirmation', async () => {
  const held = await program.call('positions.list', { systemId });
  const shown = await plan(
    ...held.map(({ symbol, instrument }) => ({ symbol, instrument: instrument ?? 'stock', quantity: '0' })),
  );
  expect(shown.sends).toBe('flat');
  expect(warnings(shown.checks)).toContain('holds-nothing');
  expect(warnings(shown.checks)).not.toContain('left-out');
  expect(await sendNow(shown.request)).toEqual({ ok: true, value: { state: 'DONE' } });
  expect(await sentLists()).toEqual([[{ symbol: 'flat', typeofsymbol: 'flat', quant: '0' }]]);
});

test('the kill switch blocks a list, but never the target `flat`', async () => {
  const list = await plan(stock('KO', '12'));
  await program.call('risk.kill', { reason: 'drill' });
  expect(await send(list.planId, warnings(list.checks))).toMatchObject({ ok: false });
  expect(codes((await plan(stock('KO', '12'))).checks)).toContain('killed');
  expect(await sendNow({ kind: 'flat', systemId })).toMatchObject({ ok: true });
  expect(await sentLists()).toEqual([[{ symbol: 'flat', typeofsymbol: 'flat', quant: '0' }]]);
});

test('a draft survives a restart, and a second window does not overwrite it', async () => {
  const lines = [stock('KO', '12'), stock('PEP', '1.5')];
  expect(await program.call('desired.save-draft', { systemId, lines, revision: 0 })).toEqual({ revision: 1 });
  expect(await program.outcome('desired.save-draft', { systemId, lines: [], revision: 0 })).toMatchObject({
    failure: { code: 'conflict' },
  });
  await program.call('desired.save-list', { systemId, name: ' Core ', lines });
  await program.stopCore();
  await program.startCore();
  const { draft, lists } = await program.call('desired.drafts', { systemId });
  expect(draft).toMatchObject({ lines, revision: 1 });
  expect(lists).toMatchObject([{ name: 'Core', lines }]);
  // A draft also keeps weights and how the quantities were computed from them.
  const sizing = {
    base: 'typed',
    typedBase: '50000',
    band: 'none',
    bandPercent: '1',
    leastTrade: '0',
    options: 'premium',
  } as const;
  const weighted = [{ ...stock('KO', '12'), weight: '2.5', price: '60' }];
  await program.call('desired.save-draft', { systemId, lines: weighted, sizing, revision: 1 });
  expect((await program.call('desired.drafts', { systemId })).draft).toMatchObject({ lines: weighted, sizing });
  const { rows } = await program.call('desired.plan', { request: { kind: 'list', systemId, lines: weighted } });
  expect(rows.find(({ symbol }) => symbol === 'KO')).toMatchObject({ price: { source: 'typed' }, value: '720' });
  await program.call('desired.remove-list', { systemId, name: 'Core' });
  expect((await program.call('desired.drafts', { systemId })).lists).toEqual([]);
  expect(await program.outcome('desired.save-list', { systemId, name: '  ', lines })).toMatchObject({
    failure: { code: 'no-name' },
  });
});

test('the history has every list that was sent, the newest first', async () => {
  expect(await sendNow({ kind: 'list', systemId, lines: [stock('KO', '12')] })).toMatchObject({ ok: true });
  expect(await sendNow({ kind: 'flat', systemId })).toMatchObject({ ok: true });
  expect((await program.call('desired.history', { systemId })).sent).toMatchObject([
    { target: { kind: 'flat' }, state: 'DONE' },
    { target: { kind: 'list', positions: [{ symbol: 'KO', quantity: '12' }] }, state: 'DONE' },
  ]);
});

test('a list that another program set is shown beside the sent one, and can be taken over', async () => {
  expect(await sendNow({ kind: 'list', systemId, lines: [stock('KO', '12')] })).toMatchObject({ ok: true });
  const positions = [{ symbol: 'PEP', typeofsymbol: 'stock', quant: '5' }];
  await sendElsewhere('setDesiredPositions', { positions });
  const theirs = { kind: 'list' as const, positions: [{ symbol: 'PEP', instrument: 'stock' as const, quantity: '5' }] };
  const ours = { kind: 'list', positions: [{ symbol: 'KO', quantity: '12' }] };
  const state = () => program.call('desired.get', { systemId, fresh: true });
  await expect.poll(state).toMatchObject({ mode: 'contradicted', contradicted: { sent: ours, held: theirs } });

  const takeOver = (list: typeof theirs | null) =>
    program.outcome('desired.take-over', { intentId: crypto.randomUUID(), systemId, held: list });
  expect(await takeOver(null)).toMatchObject({ failure: { code: 'outdated' } });
  expect(await takeOver(theirs)).toMatchObject({ value: { mode: 'maintaining', contradicted: null } });
  expect(await sentLists()).toHaveLength(2);
  await program.stopCore();
  await program.startCore();
  expect(await state()).toMatchObject({ mode: 'maintaining', confirmed: { target: theirs, source: 'read-back' } });

  // Our own list can be sent again, by a plan with confirmations like any other.
  expect(await sendNow({ kind: 'list', systemId, lines: [stock('KO', '12')] })).toMatchObject({ ok: true });
  expect(await state()).toMatchObject({ mode: 'maintaining', contradicted: null, confirmed: { target: ours } });
});
