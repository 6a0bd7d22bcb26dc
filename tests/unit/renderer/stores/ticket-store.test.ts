import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readTicket } from '#renderer/stores/read-ticket.ts';
import { emptyDraft, parseDraft, type TicketDraft } from '#renderer/stores/ticket-draft.ts';
import { demoDefaults } from '#renderer/gallery/demo-options.ts';
import { demoStrategyState } from '#renderer/gallery/demo-status.ts';
import { fakeApp } from './fake-app.ts';

const typed = { quantity: '100', symbol: 'AAPL', limit: '182.50', profitTarget: '189', stopLoss: '178.20' } as const;
let fake: ReturnType<typeof fakeApp>;

beforeEach(async () => {
  vi.useFakeTimers({ now: 1_772_466_127_000 });
  fake = fakeApp();
  await fake.settle();
});
afterEach(() => {
  fake.dispose();
  vi.useRealTimers();
});

describe('reading a draft', () => {
  test('keeps prices and quantities exactly as typed', () => {
    const { ticket } = readTicket({ ...emptyDraft, ...typed, symbol: ' aapl ' }, '91000001');
    expect(ticket).toEqual({
      systemId: '91000001',
      action: 'BTO',
      quantity: '100',
      symbol: 'AAPL',
      instrument: 'stock',
      price: { kind: 'limit', limit: '182.50' },
      duration: 'DAY',
      profitTarget: '189',
      stopLoss: '178.20',
      conditionalUpon: null,
      replaces: null,
      ocaGroupId: null,
      keepBothAlive: false,
    });
  });

  test('refuses a limit or stop order without its price, and never makes it a market order', () => {
    for (const kind of ['limit', 'stop'] as const) {
      const read = readTicket({ ...emptyDraft, ...typed, kind, limit: '', stop: '' }, '91000001');
      expect(read.ticket).toBeNull();
      expect(read.missing.has(kind)).toBe(true);
    }
  });

  test('leaves the bracket out of a closing order', () => {
    const { ticket } = readTicket({ ...emptyDraft, ...typed, action: 'STC' }, '91000001');
    expect(ticket).toMatchObject({ profitTarget: null, stopLoss: null });
  });

  test('reports a wrong bracket price and prevents sending', () => {
    const read = readTicket({ ...emptyDraft, ...typed, stopLoss: '1e2' }, '91000001');
    expect(read.ticket).toBeNull();
    expect(read.errors.get('stopLoss')).toMatch(/exponent/);
  });

  test('uses the defaults for a damaged draft, and for members that are not valid', () => {
    expect(parseDraft('{')).toEqual(emptyDraft);
    expect(parseDraft('[1]')).toEqual(emptyDraft);
    expect(parseDraft('{"action":"XXX","quantity":7,"symbol":"MSFT"}')).toEqual({ ...emptyDraft, symbol: 'MSFT' });
  });

  test('does not restore a link to another order', () => {
    const stored = JSON.stringify({ ...emptyDraft, replaces: { serviceId: '1', label: 'x', leaveOcaIntact: true } });
    expect(parseDraft(stored).replaces).toBeNull();
  });
});

test('the point value of a future without a position is that of its earlier trades', async () => {
  fake.app.ticket.change({ ...typed, symbol: '@ESM6', instrument: 'future' });
  expect(fake.app.ticket.instrument.pointValue).toBeNull();
  fake.answer('positions.point-values', () => ({ ok: true, value: { values: { '@ESH6': '50' } } }));
  fake.emit('strategy.changed', demoStrategyState('91000001', demoDefaults, 2));
  await fake.settle();
  expect(fake.app.positions.of('@ESM6')).toBeNull();
  expect(fake.app.ticket.instrument.pointValue).toBe('50');
});

describe('one press, one order', () => {
  test('sends nothing on a second press during a send', async () => {
    const { ticket } = fake.app;
    ticket.change(typed);
    let answer: (value: unknown) => void = () => undefined;
    fake.answer('orders.submit', () => new Promise((resolve) => (answer = resolve)));
    const first = ticket.submit([]);
    expect(await ticket.submit([])).toBeNull();
    answer({ ok: true, value: { rowId: 'r', ownId: '1' } });
    expect(await first).toMatchObject({ ok: true });
    expect(fake.calls('orders.submit')).toHaveLength(1);
  });

  test('has a new intent id after a success', async () => {
    const { ticket } = fake.app;
    ticket.change(typed);
    const first = ticket.intentId;
    await ticket.submit(['size']);
    expect(fake.calls('orders.submit')[0]).toMatchObject({ intentId: first, confirmed: ['size'] });
    expect(ticket.intentId).not.toBe(first);
    expect(ticket.lastEntered).toMatchObject({ ownId: '177246612700001' });
  });

  test('keeps the intent id of an unchanged ticket after an answer that proves nothing', async () => {
    const { ticket } = fake.app;
    ticket.change(typed);
    const first = ticket.intentId;
    fake.answer('orders.submit', () => ({ ok: false, failure: { code: 'disconnected', message: 'lost' } }));
    await ticket.submit([]);
    await ticket.submit([]);
    ticket.change({ quantity: '200' });
    await ticket.submit([]);
    const intents = fake.calls('orders.submit').map((input) => (input as { intentId: string }).intentId);
    expect(intents[0]).toBe(first);
    expect(intents[1]).toBe(first);
    expect(intents[2]).not.toBe(first);
  });

  test('keeps the intent id after a refusal, because nothing was written', async () => {
    const { ticket } = fake.app;
    ticket.change(typed);
    const first = ticket.intentId;
    fake.answer('orders.submit', () => ({ ok: false, failure: { code: 'blocked', message: 'cap' } }));
    await ticket.submit([]);
    ticket.change({ quantity: '50' });
    expect(ticket.intentId).toBe(first);
  });
});

describe('preview', () => {
  test('is requested once after a pause in typing', async () => {
    const { ticket } = fake.app;
    for (const quantity of ['1', '10', '100']) {
      ticket.change({ ...typed, quantity });
      await fake.settle(50);
    }
    expect(fake.calls('orders.preview')).toHaveLength(0);
    await fake.settle(250);
    expect(fake.calls('orders.preview')).toHaveLength(1);
    expect(ticket.preview?.summary).toBe('Buy to open: 100 → 200 AAPL');
    expect(ticket.isPreviewCurrent).toBe(true);
    ticket.change({ quantity: '150' });
    expect(ticket.isPreviewCurrent).toBe(false);
  });

  test('is requested again if positions or orders change before its answer', async () => {
    const { ticket } = fake.app;
    ticket.change(typed);
    const gates: ((value: unknown) => void)[] = [];
    fake.answer('orders.preview', () => new Promise((resolve) => gates.push(resolve)));
    await fake.settle(250);
    expect(gates).toHaveLength(1);
    const facts = demoStrategyState('91000001', demoDefaults);
    fake.emit('strategy.changed', { ...facts, ordersRevision: facts.ordersRevision + 1 });
    await fake.settle(250);
    expect(gates).toHaveLength(2);
    for (const [at, answer] of gates.entries())
      answer({ ok: true, value: { summary: `${at}`, nodes: [], checks: [], risk: null, reward: null } });
    await fake.settle(250);
    expect(ticket.preview?.summary).toBe('1');
    expect(gates).toHaveLength(2);
  });

  test('ignores the answer for an earlier state of positions and orders if it arrives last', async () => {
    const { ticket } = fake.app;
    ticket.change(typed);
    const gates: ((value: unknown) => void)[] = [];
    fake.answer('orders.preview', () => new Promise((resolve) => gates.push(resolve)));
    await fake.settle(250);
    const facts = demoStrategyState('91000001', demoDefaults);
    fake.emit('strategy.changed', { ...facts, ordersRevision: facts.ordersRevision + 1 });
    await fake.settle(250);
    const [earlier, later] = gates;
    later?.({ ok: true, value: { summary: 'later', nodes: [], checks: [], risk: null, reward: null } });
    await fake.settle(0);
    earlier?.({ ok: true, value: { summary: 'earlier', nodes: [], checks: [], risk: null, reward: null } });
    await fake.settle(250);
    expect(ticket.preview?.summary).toBe('later');
    expect(gates).toHaveLength(2);
  });

  test('ignores an answer for an earlier version of the ticket', async () => {
    const { ticket } = fake.app;
    ticket.change(typed);
    let answer: (value: unknown) => void = () => undefined;
    fake.answer('orders.preview', () => new Promise((resolve) => (answer = resolve)));
    const asked = ticket.previewNow();
    ticket.change({ quantity: '999' });
    answer({ ok: true, value: { summary: 'old', nodes: [], checks: [], risk: null, reward: null } });
    expect(await asked).toBeNull();
    expect(ticket.preview).toBeNull();
  });
});

test('finds the position of a symbol that is typed in full-width letters', async () => {
  const { positions, ticket } = fake.app;
  await fake.settle();
  ticket.change({ symbol: '\uff21\uff21\uff30\uff2c', quantity: '100', action: 'STC', limit: '182.50' });
  expect(ticket.read.ticket?.symbol).toBe('AAPL');
  expect(positions.of(ticket.draft.symbol)).not.toBeNull();
});

test('clears prices, bracket, links and the replaced order when another symbol is chosen', () => {
  const { ticket } = fake.app;
  ticket.change({ ...typed, kind: 'limit', duration: 'GTC', group: { how: 'id', id: '7' } });
  ticket.change({ replaces: { serviceId: '1', label: 'BTO', leaveOcaIntact: true } });
  ticket.change({ symbol: 'MSFT' });
  expect(ticket.draft).toEqual({ ...emptyDraft, kind: 'limit', duration: 'GTC', symbol: 'MSFT', quantity: '100' });
  ticket.change({ symbol: '', limit: '400' });
  ticket.change({ symbol: 'M' });
  ticket.change({ symbol: 'MS' });
  ticket.change({ symbol: 'M' });
  expect(ticket.draft.limit).toBe('400');
  ticket.change({ symbol: '' });
  ticket.change({ symbol: 'M' });
  expect(ticket.draft.limit).toBe('400');
  ticket.change({ symbol: 'MSFT' });
  ticket.change({ symbol: '' });
  ticket.change({ quantity: '7' });
  ticket.change({ symbol: 'TSLA' });
  expect(ticket.draft.limit).toBe('');
});

test('a price that is typed into the emptied ticket is for the next symbol', () => {
  const { ticket } = fake.app;
  ticket.change({ symbol: 'MSFT' });
  ticket.change({ symbol: '' });
  ticket.change({ limit: '180' });
  ticket.change({ symbol: 'T' });
  expect(ticket.draft.limit).toBe('180');
  ticket.change({ symbol: 'AAPL' });
  expect(ticket.draft.limit).toBe('');
});

test('a price that was typed first is for the symbol whose field was left', () => {
  const { ticket } = fake.app;
  ticket.change({ limit: '180' });
  for (const symbol of ['AAPL', 'A', 'AMD']) ticket.change({ symbol });
  ticket.finishSymbol();
  expect(ticket.draft.limit).toBe('180');
  ticket.change({ symbol: 'AM' });
  expect(ticket.draft.limit).toBe('');
});

test('keeps a price that was typed first when a suggestion is chosen for the typed text', () => {
  const { ticket } = fake.app;
  ticket.change({ limit: '5600' });
  // The suggestions for `ES` contain `@ESH6`, which does not begin with the text.
  for (const symbol of ['E', 'ES']) ticket.change({ symbol });
  ticket.chooseSymbol('@ESH6', 'future');
  expect(ticket.draft).toMatchObject({ symbol: '@ESH6', instrument: 'future', limit: '5600' });
  ticket.chooseSymbol('AAPL', 'stock');
  expect(ticket.draft).toMatchObject({ symbol: 'AAPL', limit: '' });
});

test('keeps a price that was typed first for the first chosen symbol only', () => {
  const { ticket } = fake.app;
  ticket.change({ limit: '18', instrument: 'option' });
  ticket.chooseSymbol('T');
  expect(ticket.draft).toMatchObject({ instrument: 'option', limit: '18' });
  ticket.chooseSymbol('TSLA', 'stock');
  expect(ticket.draft).toMatchObject({ instrument: 'stock', limit: '' });
});

test('turns the stop of the template off if it is cleared, and not if it was blank before', () => {
  const { ticket } = fake.app;
  ticket.change({ symbol: 'AAPL', quantity: '100' });
  // An arrow key in a blank field sets it to blank again, because there is no price to step from.
  ticket.change({ stopLoss: '' });
  ticket.change({ profitTarget: '' });
  expect(ticket.draft).toMatchObject({ noStop: false, noTarget: false });
  ticket.change({ limit: '182.50' });
  expect(ticket.read.ticket?.stopLoss).toBe(ticket.read.templatePrices.stopLoss);
  ticket.change({ stopLoss: '' });
  expect(ticket.draft).toMatchObject({ noStop: true, noTarget: false });
  ticket.change({ stopLoss: '' });
  expect(ticket.read.ticket?.stopLoss).toBeNull();
});

test('has a draft for each strategy', async () => {
  fake.app.ticket.change(typed);
  fake.app.strategy.choose('91000002');
  await fake.settle(1_000);
  expect(fake.app.ticket.draft).toEqual(emptyDraft);
  fake.app.ticket.change({ symbol: 'MSFT' });
  fake.app.strategy.choose('91000001');
  await fake.settle(1_000);
  expect(fake.app.ticket.draft).toMatchObject(typed);
});

test('keeps the links of a draft while another strategy is shown', async () => {
  const { strategy, ticket } = fake.app;
  ticket.load({ ...typed, replaces: { serviceId: '1', label: 'BTO', leaveOcaIntact: true } });
  ticket.change({ waits: { how: 'signal', id: '7', label: 'BTO' } });
  const { draft } = ticket;
  strategy.choose('91000002');
  await fake.settle(1_000);
  strategy.choose('91000001');
  await fake.settle(1_000);
  expect(ticket.draft).toEqual(draft);
});

test.each<Partial<TicketDraft>>([
  { replaces: { serviceId: '1', label: 'BTO', leaveOcaIntact: true } },
  { edits: { rowId: 'j11', label: 'BTO' } },
  { waits: { how: 'signal', id: '7', label: 'BTO' } },
  { group: { how: 'group', id: '7', label: 'BTO' } },
])('does not restore a draft with %o as a complete order without it', async (link) => {
  const views = { 'ticket.draft 91000001': JSON.stringify({ ...emptyDraft, ...typed, ...link }) };
  const newWindow = fakeApp({ preferences: { views } });
  await newWindow.settle();
  expect(newWindow.app.ticket.draft).toEqual({ ...emptyDraft, ...typed, quantity: '' });
  newWindow.dispose();
});

test('saves the draft and restores it in a new window', async () => {
  fake.app.ticket.change(typed);
  await fake.settle(1_000);
  const written = fake.calls('preferences.set').at(-1) as { views: Record<string, string> };
  expect(JSON.parse(written.views['ticket.draft 91000001'] ?? '')).toMatchObject(typed);
  const newWindow = fakeApp({ preferences: { views: written.views } });
  await newWindow.settle();
  expect(newWindow.app.ticket.draft).toMatchObject(typed);
  newWindow.dispose();
});
