import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { attributeBounds, type StrategyAttributes, type StrategyRequest } from '#contract/model/strategy-change.ts';
import { createNewSystem } from '#core/acts/strategy-acts.ts';
import { CoreOnPractice } from '#tests/fixtures/core-on-practice.ts';

let program: CoreOnPractice;
let ownId: string;
let person: string;

beforeEach(async () => {
  program = await CoreOnPractice.start();
  ownId = program.practice.world.systemids[0] ?? '';
  person = program.practice.world.personid;
  await program.call('sync.refresh', { systemId: null, datasets: [] });
  await program.call('sync.refresh', { systemId: ownId, datasets: ['details', 'margin'] });
});
afterEach(() => program.dispose());

const change = (attributes: StrategyAttributes, systemId = ownId): StrategyRequest => ({
  kind: 'change',
  systemId,
  attributes,
  complete: false,
});
const create = (name: string, longDescription = 'A first try'): Extract<StrategyRequest, { kind: 'create' }> => ({
  kind: 'create',
  strategy: {
    name,
    longDescription,
    startingCapital: 50_000,
    ownerPersonId: person,
    visible: null,
    creditSeconds: null,
  },
});
const clone = (name: string, attributes: StrategyAttributes): StrategyRequest => ({
  ...create(name),
  kind: 'clone',
  sourceId: ownId,
  attributes,
});

async function send(request: StrategyRequest, typed?: string) {
  const plan = await program.call('own-strategies.plan', { request });
  return program.outcome('own-strategies.send', {
    intentId: crypto.randomUUID(),
    planId: plan.planId,
    confirmed: plan.checks.map(({ code }) => code),
    ...(typed === undefined ? {} : { typed }),
  });
}

const details = async (systemId = ownId) => (await program.call('strategies.details', { systemId })).details;
const readDetails = (systemId = ownId) => program.sessions.inUse().sync.readAgain(systemId, ['details']);
const changes = async () => (await program.call('own-strategies.changes', {})).changes;
const unfinishedClones = async () => (await program.call('own-strategies.changes', {})).unfinished;
const strategiesNamed = async (name: string) => {
  await program.sessions.inUse().sync.readStrategies();
  return (await program.call('strategies.list', {})).strategies.filter((one) => one.name === name);
};
type Received = { readonly url: string; readonly body: string };
const received = async (command: string): Promise<Received[]> => {
  const { requests } = (await program.control('GET', 'requests')) as { requests: Received[] };
  return requests.filter(({ url }) => url.endsWith(`/${command}`));
};
const fault = (command: string, kind: string) => program.control('POST', 'faults', { command, kind, count: 1 });
/** Waits until the latest change or creation has this state. */
const waitForState = (state: string) =>
  expect.poll(async () => (await changes())[0]?.state, { timeout: 20_000 }).toBe(state);

describe('a change', () => {
  test('sends only what differs, and the details show it', async () => {
    const before = await details();
    const name = before?.name ?? '';
    const outcome = await send(change({ name, shortDescription: 'Only this', trialDays: 9 }));
    expect(outcome).toMatchObject({ ok: true, value: { state: 'DONE', systemId: ownId, unfinished: false } });
    const [request] = await received('changeSystemAttribute');
    expect(JSON.parse(request?.body ?? '{}')).toEqual({
      apikey: expect.any(String) as string,
      systemid: ownId,
      shortDescription: 'Only this',
      trialdays: 9,
    });
    await expect.poll(async () => (await details())?.shortDescription, { timeout: 15_000 }).toBe('Only this');
    expect(await details()).toMatchObject({ name, freeTrialDays: '9' });
  });

  test('is undone by sending the values that its row offers', async () => {
    const before = await details();
    await send(change({ name: 'Renamed', monthlyFee: 77 }));
    const [row] = await changes();
    expect(row).toMatchObject({ kind: 'change', systemId: ownId, state: 'DONE' });
    expect(row?.undo).toEqual({ name: before?.name, monthlyFee: Number(before?.monthlyFee) });
    await send(change(row?.undo ?? {}));
    await expect.poll(async () => (await details())?.name, { timeout: 15_000 }).toBe(before?.name);
  });

  test('whose answer is lost is proven by the details, and sent once', async () => {
    await fault('changeSystemAttribute', 'dropAfter');
    expect(await send(change({ name: 'After all' }))).toMatchObject({ value: { state: 'UNKNOWN' } });
    expect(await send(change({ name: 'Meanwhile' }))).toMatchObject({ failure: { code: 'busy' } });
    await waitForState('DONE');
    expect(await received('changeSystemAttribute')).toHaveLength(1);
  });

  test('whose request is lost remains unknown, and the details do not show it', async () => {
    await fault('changeSystemAttribute', 'dropBefore');
    expect(await send(change({ name: 'Never' }))).toMatchObject({ value: { state: 'UNKNOWN' } });
    await readDetails();
    expect((await details())?.name).not.toBe('Never');
    expect((await changes())[0]).toMatchObject({ state: 'UNKNOWN', undo: null });
  });

  test('that the platform refuses shows the words of the platform', async () => {
    await program.control('POST', 'switches', { omittedAttributes: 'refuse' });
    const refused = await send(change({ name: 'Refused' }));
    expect(refused).toMatchObject({ failure: { code: 'refused' } });
    expect(JSON.stringify(refused)).toContain('longDescription required');
    const longDescription = (await details())?.longDescription ?? '';
    const complete: StrategyRequest = {
      kind: 'change',
      systemId: ownId,
      // Like the form, the change contains the unchanged description too. `complete` adds the known
      // values of all other attributes.
      attributes: { name: 'Complete', longDescription, creditSeconds: 0, signalCredits: 0 },
      complete: true,
    };
    expect(await send(complete)).toMatchObject({ ok: true, value: { state: 'DONE' } });
  });

  test('that the platform confirms only in part has the state DIFFERS (acts A7)', async () => {
    await program.control('POST', 'switches', { emptyDescription: 'notGiven' });
    await send(change({ shortDescription: 'A text' }));
    expect(await send(change({ shortDescription: '', name: 'Half of it' }))).toMatchObject({
      value: { state: 'DIFFERS' },
    });
  });

  test('without a difference, or of a strategy that is not listed, is not sent', async () => {
    const name = (await details())?.name ?? '';
    expect(await program.outcome('own-strategies.plan', { request: change({ name }) })).toMatchObject({
      failure: { code: 'not-possible' },
    });
    expect(await program.outcome('own-strategies.plan', { request: change({ name }, '1') })).toMatchObject({
      failure: { code: 'unknown-strategy' },
    });
  });

  test('is outdated if the strategy was changed elsewhere after the plan was made', async () => {
    const plan = await program.call('own-strategies.plan', { request: change({ name: 'Mine' }) });
    const { baseUrl, world } = program.practice;
    const body = JSON.stringify({ apikey: world.apikey, systemid: ownId, name: 'Theirs' });
    await fetch(`${baseUrl}/world/apiv3/changeSystemAttribute`, { method: 'POST', body });
    await readDetails();
    const input = { intentId: crypto.randomUUID(), planId: plan.planId, confirmed: [] };
    expect(await program.outcome('own-strategies.send', input)).toMatchObject({ failure: { code: 'outdated' } });
    expect((await details())?.name).toBe('Theirs');
  });

  test('is stopped by the kill switch', async () => {
    const plan = await program.call('own-strategies.plan', { request: change({ name: 'Killed' }) });
    await program.call('risk.kill', { reason: 'test' });
    const input = { intentId: crypto.randomUUID(), planId: plan.planId, confirmed: [] };
    expect(await program.outcome('own-strategies.send', input)).toMatchObject({ failure: { code: 'killed' } });
    expect(await received('changeSystemAttribute')).toHaveLength(0);
  });

  test('is sent once for two presses of one intent', async () => {
    const plan = await program.call('own-strategies.plan', { request: change({ name: 'Once' }) });
    const input = { intentId: crypto.randomUUID(), planId: plan.planId, confirmed: [] };
    const [first, second] = await Promise.all([
      program.outcome('own-strategies.send', input),
      program.outcome('own-strategies.send', input),
    ]);
    expect([first.ok, second.ok].filter(Boolean)).toHaveLength(1);
    expect(await received('changeSystemAttribute')).toHaveLength(1);
  });

  test('whose answer was lost is proven after a restart, and sent once', async () => {
    await fault('changeSystemAttribute', 'dropAfter');
    await send(change({ name: 'Before the end' }));
    await program.stopCore();
    await program.startCore();
    await program.call('sync.refresh', { systemId: null, datasets: [] });
    await waitForState('DONE');
    expect(await received('changeSystemAttribute')).toHaveLength(1);
  });
});

describe('changes that need a confirmation of their own', () => {
  const checksOf = async (attributes: StrategyAttributes) =>
    (await program.call('own-strategies.plan', { request: change(attributes) })).checks.map(
      ({ level, code }) => `${level} ${code}`,
    );

  test('are confirmed one by one, and nothing is sent before all are confirmed', async () => {
    expect(await checksOf({ startingCapital: 123_000, monthlyFee: 3, signalCredits: 5 })).toEqual([
      'warn capital',
      'warn fee',
      'warn credits-signalCredits',
    ]);
    const plan = await program.call('own-strategies.plan', {
      request: change({ startingCapital: 123_000, monthlyFee: 3 }),
    });
    const input = { intentId: crypto.randomUUID(), planId: plan.planId, confirmed: ['fee'] };
    expect(await program.outcome('own-strategies.send', input)).toMatchObject({ failure: { code: 'unconfirmed' } });
    expect(await received('changeSystemAttribute')).toHaveLength(0);
  });

  test('a change of owner is confirmed by typing the name of the strategy', async () => {
    const request = change({ ownerPersonId: '999' });
    expect(await send(request)).toMatchObject({ failure: { code: 'not-typed' } });
    expect(await send(request, (await details())?.name)).toMatchObject({ failure: { code: 'refused' } });
  });

  test('a strategy with open positions cannot be ended', async () => {
    const request = change({ alive: false });
    const { checks } = await program.call('own-strategies.plan', { request });
    expect(checks[0]).toMatchObject({ level: 'block', code: 'not-flat', text: { positions: 3 } });
    expect(await send(request)).toMatchObject({ failure: { code: 'blocked' } });
  });

  test('a strategy with a working order and no position cannot be ended', async () => {
    const { baseUrl, world } = program.practice;
    await send(create('Not flat'));
    const systemId = (await strategiesNamed('Not flat'))[0]?.systemId ?? '';
    const signal = { action: 'BTO', quant: 5, symbol: 'KO', typeofsymbol: 'stock', limit: 1, duration: 'GTC' };
    const body = JSON.stringify({ apikey: world.apikey, systemid: systemId, signal });
    await fetch(`${baseUrl}/world/apiv3/submitSignal`, { method: 'POST', body });
    const request = change({ alive: false }, systemId);
    const { checks } = await program.call('own-strategies.plan', { request });
    expect(checks[0]).toMatchObject({ level: 'block', code: 'not-flat', text: { positions: 0, working: 1 } });
    expect(await send(request)).toMatchObject({ failure: { code: 'blocked' } });
  });

  test('a flat strategy can be ended, and the row of that change offers to undo it', async () => {
    await send(create('Short life'));
    const systemId = (await strategiesNamed('Short life'))[0]?.systemId ?? '';
    expect(await send(change({ alive: false }, systemId))).toMatchObject({ value: { state: 'DONE' } });
    await expect.poll(async () => (await details(systemId))?.alive, { timeout: 15_000 }).toBe(false);
    const [row] = await changes();
    expect(row?.undo).toEqual({ alive: true });
  });

  test('for an ended strategy, undo of its creation does nothing; undo of its end makes it alive', async () => {
    await send(create('Second life'));
    const systemId = (await strategiesNamed('Second life'))[0]?.systemId ?? '';
    await send(change({ alive: false }, systemId));
    const [end, creation] = await changes();
    expect(end).toMatchObject({ kind: 'change', undo: { alive: true } });
    expect(creation).toMatchObject({ kind: 'create', undo: { alive: false } });
    expect(
      await program.outcome('own-strategies.plan', { request: change(creation?.undo ?? {}, systemId) }),
    ).toMatchObject({ failure: { code: 'not-possible', message: { code: 'strategy.nothing-to-change' } } });
    const sent = async () =>
      (await received('changeSystemAttribute')).map(({ body }) => {
        const { isAlive, systemid } = JSON.parse(body) as { isAlive: unknown; systemid: string };
        return [systemid, isAlive];
      });
    expect(await sent()).toEqual([[systemId, 0]]);
    expect(await send(change(end?.undo ?? {}, systemId))).toMatchObject({ value: { state: 'DONE' } });
    expect(await sent()).toEqual([
      [systemId, 0],
      [systemId, 1],
    ]);
    await expect.poll(async () => (await details(systemId))?.alive, { timeout: 15_000 }).toBe(true);
    expect((await changes())[0]?.undo).toEqual({ alive: false });
  });
});

const letters = ['x', 'ж', '日', 'é', '𝔸', '👩'];

test('a name is measured in characters of any script, and a wrong length is blocked at its field', async () => {
  for (const letter of letters)
    for (const [size, isValid] of [
      [2, false],
      [3, true],
      [40, true],
      [41, false],
    ] as const) {
      const { checks } = await program.call('own-strategies.plan', { request: create(letter.repeat(size)) });
      const blocks = checks.filter(({ level }) => level === 'block').map(({ field }) => field);
      expect([letter, size, blocks]).toEqual([letter, size, isValid ? [] : ['name']]);
    }
  expect(await send(create('xy'))).toMatchObject({ failure: { code: 'blocked' } });
  expect(await received('createNewSystem')).toHaveLength(0);
});

/** The name of each attribute on the wire. */
const wireNames = {
  name: 'name',
  shortDescription: 'shortDescription',
  longDescription: 'longDescription',
  startingCapital: 'equitycurve_startingcapital',
  minimumPortfolio: 'minimum_portfolio_size_required',
  creditSeconds: 'creditSystemTimeInSeconds',
  signalCredits: 'freeSignalEntryCredits',
} as const;
const isText = (name: keyof typeof wireNames): boolean => name.startsWith('name') || name.endsWith('Description');

test.each(Object.keys(wireNames) as (keyof typeof wireNames)[])(
  'the bounds of %s are those of the platform',
  async (name) => {
    const { min, max } = attributeBounds[name];
    const { baseUrl, world } = program.practice;
    for (const size of [min - 1, min, max, max + 1].filter((one) => one >= (isText(name) ? 1 : 0))) {
      const value = isText(name) ? '日'.repeat(size) : size;
      const body = JSON.stringify({ apikey: world.apikey, systemid: ownId, [wireNames[name]]: value });
      const { checks } = await program.call('own-strategies.plan', { request: change({ [name]: value }) });
      const answer = await fetch(`${baseUrl}/world/apiv3/changeSystemAttribute`, { method: 'POST', body });
      const { ok } = (await answer.json()) as { ok: string };
      const isBlocked = checks.some(({ level }) => level === 'block');
      expect([name, size, isBlocked]).toEqual([name, size, Number(ok) === 0]);
      await readDetails();
    }
  },
);

describe('a creation', () => {
  test('makes one strategy, which is then in the list', async () => {
    expect(await send(create('Fresh start'))).toMatchObject({ ok: true, value: { state: 'DONE' } });
    expect(await strategiesNamed('Fresh start')).toHaveLength(1);
    const [row] = await changes();
    expect(row).toMatchObject({ kind: 'create', name: 'Fresh start', undo: { alive: false } });
  });

  test('whose answer is lost is found in the list by its name, and sent once', async () => {
    await fault('createNewSystem', 'dropAfter');
    expect(await send(create('Found again'))).toMatchObject({ value: { state: 'UNKNOWN', systemId: null } });
    expect(await send(create('Found again'))).toMatchObject({ failure: { code: 'busy' } });
    await waitForState('DONE');
    expect((await changes())[0]?.systemId).toBe((await strategiesNamed('Found again'))[0]?.systemId);
    expect(await received('createNewSystem')).toHaveLength(1);
  });

  test('with the name of an earlier creation given up as unknown needs a typed text (acts A5)', async () => {
    await fault('createNewSystem', 'dropBefore');
    await send(create('Perhaps'));
    const [row] = await changes();
    await program.call('acts.give-up', { intentId: row?.intentId ?? '' });
    expect(await send(create('Perhaps'))).toMatchObject({ failure: { code: 'not-typed' } });
    expect(await send(create('Perhaps'), 'second strategy')).toMatchObject({ value: { state: 'DONE' } });
    expect(await received('createNewSystem')).toHaveLength(2);
  });

  test('for an owner that the key may not act for is refused by the platform', async () => {
    const { strategy } = create('Not mine');
    const request: StrategyRequest = { kind: 'create', strategy: { ...strategy, ownerPersonId: '999' } };
    expect(await send(request)).toMatchObject({ failure: { code: 'refused' } });
  });
});

describe('a clone', () => {
  const changeAttributes = { shortDescription: 'As before', monthlyFee: 25, trialDays: 3 };

  test('is a creation and a change, which sets what a creation cannot set', async () => {
    const outcome = await send(clone('Twice as good', changeAttributes));
    expect(outcome).toMatchObject({ value: { state: 'DONE', unfinished: false } });
    const systemId = (await strategiesNamed('Twice as good'))[0]?.systemId ?? '';
    await readDetails(systemId);
    expect(await details(systemId)).toMatchObject({
      shortDescription: 'As before',
      monthlyFee: '25',
      freeTrialDays: '3',
    });
    expect((await changes()).map(({ kind }) => kind)).toEqual(['change', 'clone']);
    expect(await unfinishedClones()).toEqual([]);
  });

  test('that was interrupted between its two acts is shown after a restart, and continued', async () => {
    const { strategy } = create('Half a clone');
    const { strategies } = await program.call('strategies.list', {});
    const before = { systemIds: strategies.map((one) => one.systemId), newestCreatedAt: null };
    const wanted = { strategy, clone: { sourceId: ownId, attributes: changeAttributes } };
    await program.sessions
      .inUse()
      .acts.send(createNewSystem, { intentId: crypto.randomUUID(), targetId: person, before, wanted });
    await program.stopCore();
    await program.startCore();
    const [halfClone] = await unfinishedClones();
    expect(halfClone).toMatchObject({ name: 'Half a clone', sourceId: ownId, attributes: changeAttributes });
    const systemId = halfClone?.systemId ?? '';
    expect(await send(change(halfClone?.attributes ?? {}, systemId))).toMatchObject({ value: { state: 'DONE' } });
    expect(await unfinishedClones()).toEqual([]);
    await readDetails(systemId);
    expect(await details(systemId)).toMatchObject({ monthlyFee: '25' });
    expect(await received('createNewSystem')).toHaveLength(1);
  });

  test('whose creation has no answer is unfinished once the list of strategies proves the creation', async () => {
    await fault('createNewSystem', 'dropAfter');
    expect(await send(clone('Late clone', changeAttributes))).toMatchObject({
      value: { state: 'UNKNOWN', unfinished: false },
    });
    expect(await received('changeSystemAttribute')).toHaveLength(0);
    await waitForState('DONE');
    expect(await unfinishedClones()).toMatchObject([{ name: 'Late clone', attributes: changeAttributes }]);
  });
});
