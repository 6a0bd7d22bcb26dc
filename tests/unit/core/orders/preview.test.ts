import { words } from '#renderer/messages/words.ts';
import { describe, expect, it } from 'vitest';
import type { Ticket } from '#contract/model/ticket.ts';
import type { Position } from '#contract/model/trade.ts';
import { blotterRows } from '#core/orders/blotter/blotter.ts';
import type { CheckFacts } from '#core/orders/checks/checks.ts';
import { previewOf } from '#core/orders/preview/preview.ts';
import { defaultCaps } from '#core/orders/risk/risk-checks.ts';
import { record, startWall, systemId, ticket } from './order-fixtures.ts';

const noBracket = { profitTarget: null, stopLoss: null } as const;
const long = (quantity: string): Position => ({
  id: 'AAPL',
  systemId,
  symbol: 'AAPL',
  description: '',
  instrument: 'stock',
  side: 'long',
  quantity,
  averagePrice: null,
  profit: null,
  pointValue: '1',
  openedAt: null,
  protectedQuantity: '0',
  unprotected: true,
  tradeIds: [],
});
/** A target and a stop in one group, and a separate order. */
const listedOrders = blotterRows({
  rows: [],
  cancels: [],
  records: [
    record('200', { action: 'STC', limit: '160', ocaId: '77' }),
    record('201', { action: 'STC', kind: 'stop', limit: null, stop: '145', ocaId: '77' }),
    record('202', { symbol: 'MSFT' }),
  ],
});

const noUsage = () => ({ count: 0, quantity: '0', value: '0', unpriced: 0 });
const preview = (changes: Partial<Ticket> = {}, facts: Partial<CheckFacts> = {}, pointValue: string | null = null) =>
  previewOf(
    {
      ticket: ticket(changes),
      signals: [],
      positions: [],
      exposure: null,
      contradicted: new Set(),
      rows: [],
      now: startWall,
      serviceNow: startWall,
      age: 1,
      staleAfterSeconds: 30,
      ...facts,
    },
    () => pointValue,
    {
      caps: { ...defaultCaps, perOrder: { quantity: '1000000', value: '100000000' } },
      used: { day: noUsage, minute: noUsage },
    },
  );
const codes = (...input: Parameters<typeof preview>) =>
  preview(...input).checks.map(({ level, code }) => `${level} ${code}`);

describe('the preview of an order', () => {
  it('does not depend on other orders when the ticket names none', () => {
    const actions = ['BTO', 'STC', 'SSHORT', 'BTC'] as const;
    const prices = [{ kind: 'market' }, { kind: 'limit', limit: '160' }, { kind: 'stop', stop: '145' }] as const;
    const brackets = [
      noBracket,
      { profitTarget: '170', stopLoss: '140' },
      { profitTarget: '140', stopLoss: '170' },
    ] as const;
    const symbols = ['AAPL', 'MSFT'];
    for (const action of actions)
      for (const price of prices)
        for (const bracket of brackets)
          for (const symbol of symbols) {
            const order = { action, price, symbol, ...bracket };
            expect(preview(order, { signals: listedOrders })).toEqual(preview(order));
          }
  });

  it('shows the order, its two children and their group as the rules define them', () => {
    const { summary, nodes } = preview();
    expect(summary).toEqual({ code: 'preview.summary', action: 'BTO', before: '0', after: '100', symbol: 'AAPL' });
    const [order, target, stop] = nodes;
    expect(order).toMatchObject({
      text: { code: 'preview.order', role: 'order', action: 'BTO', kind: 'limit', price: '150.10', duration: 'GTC' },
      effect: 'new',
      basis: 'documented',
    });
    expect(target).toMatchObject({
      parentId: order?.id,
      effect: 'waits',
      text: { code: 'preview.order', role: 'target', action: 'STC', kind: 'limit', price: '160.00', duration: null },
    });
    expect(stop).toMatchObject({ parentId: order?.id, effect: 'waits', ocaGroup: target?.ocaGroup });
    expect(target?.ocaGroup).not.toBeNull();
    expect(preview({ keepBothAlive: true }).nodes.every(({ ocaGroup }) => ocaGroup === null)).toBe(true);
  });

  it('shows the position before and after, down to zero and from zero to short', () => {
    const closed = preview({ action: 'STC', quantity: '200', ...noBracket }, { positions: [long('200')] });
    expect(words(closed.summary)).toBe('Sell to close: 200 → 0 AAPL');
    expect(preview({ action: 'STO', ...noBracket }, { positions: [] }).summary).toMatchObject({
      before: '0',
      after: '-100',
    });
  });

  it('shows the parent that is entered with the order with its own terms', () => {
    const { instrument, duration } = ticket();
    const price = { kind: 'limit', limit: '99' } as const;
    const parent = { action: 'BTO', quantity: '7', symbol: 'MSFT', instrument, duration, price } as const;
    const { nodes } = preview({
      ...{ action: 'STC', quantity: '5', price: { kind: 'stop', stop: '140' } },
      ...noBracket,
      parent,
    });
    expect(nodes.map(({ text }) => text)).toEqual([
      expect.objectContaining({ action: 'STC', quantity: '5', symbol: 'AAPL', kind: 'stop', price: '140' }),
      expect.objectContaining({ action: 'BTO', quantity: '7', symbol: 'MSFT', kind: 'limit', price: '99' }),
    ]);
    expect(nodes[0]?.parentId).toBe(nodes[1]?.id);
  });

  it('blocks a fractional quantity of an entry, in the order or in its parent', () => {
    const { action, symbol, instrument, duration, price } = ticket();
    const parent = { action, symbol, instrument, duration, price, quantity: '1.5' };
    const blocked: unknown = expect.objectContaining({ code: 'whole-quantity', level: 'block' });
    expect(preview({ quantity: '1.5' }).checks).toContainEqual(blocked);
    expect(preview({ action: 'STC', ...noBracket, quantity: '1', parent }).checks).toContainEqual(blocked);
    expect(preview({ action: 'STC', ...noBracket, quantity: '1.5' }).checks).not.toContainEqual(blocked);
  });

  it('shows each canceled order once if its service id is not known', () => {
    const unnamed = listedOrders.map((one) => ({ ...one, serviceId: null, ownId: `9${one.serviceId ?? ''}` }));
    const replaces = { serviceId: '9201', leaveOcaIntact: false };
    const { nodes } = preview({ action: 'STC', ...noBracket, replaces }, { signals: unnamed });
    expect(nodes.filter(({ effect }) => effect === 'canceled')).toHaveLength(2);
    expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
  });

  it('shows which siblings are canceled with a replaced order and which remain', () => {
    const replacePreview = (leaveOcaIntact: boolean) =>
      preview(
        {
          action: 'STC',
          price: { kind: 'stop', stop: '146' },
          replaces: { serviceId: '201', leaveOcaIntact },
          ...noBracket,
        },
        { signals: listedOrders },
      );
    const effects = (leaveOcaIntact: boolean) =>
      Object.fromEntries(
        replacePreview(leaveOcaIntact)
          .nodes.slice(1)
          .map(({ id, effect }) => [id, effect]),
      );
    expect(effects(true)).toEqual({ s201: 'canceled', s200: 'unchanged' });
    expect(effects(false)).toEqual({ s201: 'canceled', s200: 'canceled' });
    expect(replacePreview(true).nodes[0]).toMatchObject({ ocaGroup: '77', basis: 'assumed' });
  });

  it('computes exact risk and reward when the point value is known', () => {
    expect(preview()).toMatchObject({ risk: '460.00', reward: '990.00' });
    const future = { symbol: '@ESH6', instrument: 'future', quantity: '2' } as const;
    expect(preview(future)).toMatchObject({ risk: null, reward: null });
    expect(preview(future, {}, '50')).toMatchObject({ risk: '460.00', reward: '990.00' });
    expect(preview({ price: { kind: 'market' } })).toMatchObject({ risk: null, reward: null });
  });

  it('shows that the order waits for its parent, and blocks a parent that has ended', () => {
    const conditionalPreview = (signals: CheckFacts['signals']) =>
      preview({ conditionalUpon: '202', ...noBracket }, { signals });
    expect(conditionalPreview(listedOrders).nodes[0]).toMatchObject({ effect: 'waits', parentId: 's202' });
    const ended = blotterRows({ rows: [], cancels: [], records: [record('202', { status: 'expired', expiredAt: 1 })] });
    expect(conditionalPreview(ended).checks).toContainEqual(
      expect.objectContaining({ level: 'block', code: 'rule-parentEnded' }),
    );
    expect(conditionalPreview([]).checks).toContainEqual(
      expect.objectContaining({ level: 'warn', code: 'rule-unknownParent' }),
    );
  });
});

describe('the checks of an order', () => {
  it.each<[string, Parameters<typeof preview>, string]>([
    ['a target not above a buy', [{ profitTarget: '150.10' }], 'block target-side'],
    ['a stop above a buy', [{ stopLoss: '150.11' }], 'block stop-side'],
    ['a target above a sale', [{ action: 'SSHORT', profitTarget: '151', stopLoss: '155' }], 'block target-side'],
    [
      'a market order with a target below its stop loss',
      [{ price: { kind: 'market' }, profitTarget: '100', stopLoss: '110' }],
      'block target-side',
    ],
    ['a bracket on an exit', [{ action: 'STC' }], 'block bracket-on-exit'],
    ['ungrouped target and stop', [{ keepBothAlive: true }], 'warn both-alive'],
    ['a stop that ends with the day', [{ duration: 'DAY' as const }], 'note protection-ends'],
    ['no stop at all', [noBracket], 'note naked-entry'],
    ['a target without a stop', [{ stopLoss: null }], 'note naked-entry'],
    ['a market order', [{ price: { kind: 'market' } }], 'note market'],
    [
      'closing more than the position',
      [{ action: 'STC', ...noBracket }, { positions: [long('50')] }],
      'warn closing-more',
    ],
    ['closing nothing', [{ action: 'STC', ...noBracket }], 'warn nothing-to-close'],
    [
      'a sale against a long position',
      [{ action: 'STO', ...noBracket }, { positions: [long('50')] }],
      'warn against-position',
    ],
    ['old data', [{}, { age: 31 }], 'warn stale'],
    ['data never read', [{}, { age: null }], 'warn stale'],
    [
      'a day order in a GTC group',
      [{ ocaGroupId: '77', duration: 'DAY' }, { signals: listedOrders }],
      'block mixed-durations',
    ],
    ['too high a quantity', [{ quantity: '1000001' }], 'block cap-quantity'],
    ['too high a value', [{ quantity: '999999', price: { kind: 'limit', limit: '150.1' } }], 'block cap-value'],
  ])('report %s', (_, input, expected) => {
    expect(codes(...input)).toContain(expected);
  });

  it('are empty for a plain bracket and for a plain exit', () => {
    expect(codes()).toEqual([]);
    expect(codes({ action: 'STC', ...noBracket }, { positions: [long('100')] })).toEqual([]);
  });
});
