import type { Instrument } from '#contract/model/scalars.ts';
import { matchingSymbols } from '#renderer/orders/ticket/symbol-choices.ts';
import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Signal } from '#contract/model/signal.ts';
import type { Check } from '#contract/model/ticket.ts';
import { alarmsOf } from '#renderer/app/alarms.ts';
import { demoSignals, demoTrouble } from '#renderer/gallery/demo-signals.ts';
import { demoTicket } from '#renderer/gallery/demo-preview.ts';
import { candidateRows } from '#renderer/orders/blotter/candidate-rows.ts';
import { instrumentLine } from '#renderer/orders/ticket/instrument-line.ts';
import { previewStates } from '#renderer/orders/confirm/preview-lines.ts';
import { isSizeTyped } from '#renderer/orders/confirm/typed-size.ts';
import { riskSize } from '#renderer/orders/ticket/risk-size.ts';
import { groupChoices, idOf, siblingsOf, conditionChoices, waitValue } from '#renderer/orders/ticket/ticket-choices.ts';
import { ticketEffect } from '#renderer/orders/ticket/ticket-effect.ts';
import { replacingDraft, ticketDraft } from '#renderer/orders/ticket/ticket-loads.ts';
import { standardTemplate, type BracketTemplate } from '#renderer/stores/bracket-template.ts';
import { readTicket } from '#renderer/stores/read-ticket.ts';
import { emptyDraft } from '#renderer/stores/ticket-draft.ts';
import { noFacts } from '#renderer/stores/ticket-facts.ts';

const signal = (rowId: string): Signal => {
  const found = [...demoSignals, ...demoTrouble].find((one) => one.rowId === rowId);
  if (found === undefined) throw new Error(`no ${rowId}`);
  return found;
};

describe('size from risk', () => {
  const input = {
    unit: 'percent',
    amount: '1',
    equity: '107127',
    entry: '182.50',
    stop: '178.85',
    pointValue: '1',
    instrument: 'stock',
    tick: '0.01',
    buy: true,
  } as const;

  test('is risk / (distance × point value), rounded down, with its formula', () => {
    expect(riskSize(input)).toEqual({
      state: 'sized',
      quantity: '293',
      money: '1071.27',
      perUnit: '3.65',
      formula: '$1,071.27 ÷ (|182.50 − 178.85| × $1) = 293.49, rounded down',
    });
    const future = {
      ...input,
      unit: 'money',
      amount: '2000',
      entry: '6791.25',
      stop: '6799.00',
      pointValue: '50',
      instrument: 'future',
      tick: '0.25',
      buy: false,
    } as const;
    expect(riskSize(future)).toMatchObject({ quantity: '5', perUnit: '387.5' });
    expect(riskSize({ ...input, unit: 'money', amount: '3' })).toMatchObject({ quantity: '0' });
  });

  test('needs a typed stop if the template moves the stop with the quantity', () => {
    const money: BracketTemplate = { ...standardTemplate, stop: { unit: 'money', amount: '200' } };
    const draft = { ...emptyDraft, symbol: 'AAPL', limit: '182.50', profitTarget: '190' };
    const share = { name: null, tick: '0.01', price: null, pointValue: '1', invented: false };
    const facts = { ...noFacts, instrument: () => share, template: () => money };
    const stopOf = (quantity: string) => readTicket({ ...draft, quantity }, '1', facts).templatePrices.stopLoss;
    // The size for a risk of $100 at the stop of 100 shares would move the stop to 4.00 and risk $200.
    expect([stopOf('100'), stopOf('50')]).toEqual(['180.50', '178.50']);
    const size = riskSize({ ...input, unit: 'money', amount: '100', stop: '180.50', stopFollowsQuantity: true });
    const text = 'The stop loss of the bracket template depends on the quantity. Type a stop loss.';
    expect(size).toEqual({ state: 'missing', text });
  });

  test('has a formula with separators, the price digits of the instrument and the currency', () => {
    const formula = (changes: Partial<Parameters<typeof riskSize>[0]>): string => {
      const size = riskSize({ ...input, unit: 'money', amount: '20921.1', ...changes });
      return size.state === 'sized' ? size.formula : size.text;
    };
    expect(formula({ entry: '2000', stop: '1990.5' })).toBe(
      '$20,921.10 ÷ (|2,000.00 − 1,990.50| × $1) = 2,202.22, rounded down',
    );
    const pair = { entry: '1.14', stop: '1.1395', pointValue: '10000', instrument: 'forex', tick: null } as const;
    expect(formula(pair)).toBe('$20,921.10 ÷ (|1.14000 − 1.13950| × $10,000) = 4,184.22, rounded down');
    const future = {
      entry: '6791.25',
      stop: '6799',
      pointValue: '50',
      instrument: 'future',
      tick: '0.25',
      buy: false,
    } as const;
    expect(formula(future)).toBe('$20,921.10 ÷ (|6,791.25 − 6,799.00| × $50) = 53.98, rounded down');
    // 99.997 units are not rounded up before they are rounded down.
    expect(formula({ amount: '299.99', entry: '5', stop: '2' })).toContain('= 99.99, rounded down');
    const penny = { entry: '0.5', stop: '0.4995', tick: null } as const;
    expect(formula(penny)).toContain('|0.5000 − 0.4995|');
  });

  test.each([
    ['entry', /entry price/],
    ['stop', /stop loss/],
    ['pointValue', /point value/],
    ['amount', /Type the risk/],
    ['equity', /never read/],
  ] as const)('names the missing value when there is no %s', (name, text) => {
    const size = riskSize({ ...input, [name]: null });
    expect(size.state === 'missing' ? size.text : '').toMatch(text);
  });

  test('is not computed from a negative equity or from a stop on the wrong side', () => {
    const text = (changes: Partial<Parameters<typeof riskSize>[0]>): string => {
      const size = riskSize({ ...input, ...changes });
      return size.state === 'missing' ? size.text : size.quantity;
    };
    expect(text({ equity: '-4380' })).toBe('The equity of this strategy is not above zero.');
    expect(text({ stop: '190' })).toBe('The stop loss is not below the entry price.');
    expect(text({ buy: false })).toBe('The stop loss is not above the entry price.');
  });

  test('is the largest size that risks no more than the amount', () => {
    const price = fc.integer({ min: 100, max: 900_000 }).map((cents) => (cents / 100).toFixed(2));
    fc.assert(
      fc.property(price, price, fc.integer({ min: 1, max: 1_000_000 }), (entry, stop, money) => {
        fc.pre(entry !== stop);
        const size = riskSize({
          ...input,
          unit: 'money',
          amount: String(money),
          entry,
          stop,
          buy: Number(entry) > Number(stop),
        });
        if (size.state !== 'sized') throw new Error('all is known');
        const lost = new Big(size.quantity).times(size.perUnit);
        expect(lost.lte(money)).toBe(true);
        expect(lost.plus(size.perUnit).gt(money)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('the links of the ticket', () => {
  test('offer as conditions only signals that can still fill', () => {
    const values = conditionChoices(demoSignals, { how: 'none' }).map(({ value }) => idOf(value));
    expect(values).toContain('148220802');
    expect(values).not.toContain('148220801');
    expect(waitValue({ how: 'signal', id: '148220802', label: '' })).toBe('s:148220802');
  });

  test('show a chosen condition that has ended, and say so', () => {
    const chosen = { how: 'signal', id: '148220801', label: 'BTO 100 AAPL' } as const;
    const [ended] = conditionChoices(demoSignals, chosen).filter(({ value }) => value === waitValue(chosen));
    expect(ended?.label).toBe('BTO 100 AAPL (no longer working)');
  });

  test('call a chosen condition ended only if the list shows its end, by either of its two ids', () => {
    const labelOf = (signals: readonly Signal[], id: string) =>
      conditionChoices(signals, { how: 'signal', id, label: 'order' }).find(({ value }) => value === `s:${id}`)?.label;
    expect(labelOf([], '148220802')).toBe('order');
    expect(labelOf(demoSignals, '7')).toBe('order');
    const [working] = demoSignals.filter(({ serviceId }) => serviceId === '148220802');
    if (working === undefined) throw new Error('no working order');
    expect(labelOf([{ ...working, ownId: '9001' }], '9001')).toBe('order');
    expect(labelOf([{ ...working, ownId: '9001', state: 'canceled' }], '9001')).toBe('order (no longer working)');
  });

  test('name a group by its open orders, and still offer a reserved group without orders', () => {
    const labels = groupChoices(demoSignals, { how: 'group', id: '5', label: 'a new group' }).map(({ label }) => label);
    expect(labels).toContain('With STC 100 AAPL LMT 189.00 GTC, STC 100 AAPL STP 178.20 GTC');
    expect(labels).toContain('a new group (5)');
  });

  test('list the other open orders of the OCA group of a replaced order', () => {
    expect(siblingsOf(demoSignals, '148220803').map(({ rowId }) => rowId)).toEqual(['s802']);
    expect(siblingsOf(demoSignals, '148220801')).toEqual([]);
    const unnamed = demoSignals.map((one) => ({ ...one, ocaGroupId: null, bracketOf: one.ocaGroupId ?? one.rowId }));
    expect(siblingsOf(unnamed, '148220803').map(({ rowId }) => rowId)).toEqual(['s802']);
  });
});

test('describes contract, point value and order value in one line', () => {
  const base = {
    name: 'E-mini S&P 500, March 2026',
    pointValue: '50',
    invented: false,
    quantity: '2',
    price: '6791.25',
  };
  expect(instrumentLine({ ...base, symbol: '@ESH6', instrument: 'future' })).toBe(
    'E-mini S&P 500, March 2026 · $50 a point · notional $679,125',
  );
  expect(instrumentLine({ ...base, symbol: 'EURUSD', instrument: 'forex', name: null })).toBe(
    '10,000 units a mini-lot · 20,000 EUR',
  );
  expect(
    instrumentLine({ ...base, symbol: 'SPY2620C680', instrument: 'option', pointValue: '100', price: '7.80' }),
  ).toBe('SPY 2026-03-20 680 call · $100 a point · premium $1,560');
  expect(instrumentLine({ ...base, symbol: 'SPY 680 CALL', instrument: 'option' })).toMatch(/^Not an option symbol/);
});

test('says once that the practice service invented a price', () => {
  const tna = {
    symbol: 'TNA',
    instrument: 'stock',
    pointValue: '1',
    invented: true,
    quantity: null,
    price: null,
  } as const;
  expect(instrumentLine({ ...tna, name: null })).toBe('invented price');
  expect(instrumentLine({ ...tna, name: 'TNA, invented price' })).toBe('TNA, invented price');
});

test('shows short positions as negative in the effect of an order', () => {
  expect(ticketEffect('STC', '200', 'AAPL', { side: 'long', quantity: '200' }, true)).toBe('200 → 0 AAPL');
  expect(ticketEffect('BTC', '10', 'CAT', { side: 'short', quantity: '60' }, true)).toBe('−60 → −50 CAT');
  expect(ticketEffect('BTO', null, 'CAT', null, true)).toBe('No position in CAT');
  expect(ticketEffect('BTO', '10', 'CAT', null, true)).toBe('0 → 10 CAT');
  expect(ticketEffect('BTO', '10', 'CAT', null, false)).toBe('Position in CAT not known');
});

test('shows canceled orders both before and after the request, and new orders only after it', () => {
  const node = { parentId: null, text: '', basis: 'documented', ocaGroup: null } as const;
  const nodes = (['new', 'waits', 'canceled', 'unchanged'] as const).map((effect) => ({
    ...node,
    id: effect,
    effect,
  }));
  const { before, after } = previewStates(nodes);
  expect(before.map(({ id }) => id)).toEqual(['canceled', 'unchanged']);
  expect(after).toHaveLength(4);
});

test('marks only the differences between candidates', () => {
  const duplicate = { ...signal('s701'), serviceId: '9', rowId: 's9', state: 'working' as const };
  const candidates = [
    { serviceId: '148219701', text: 'a' },
    { serviceId: '9', text: 'b' },
    { serviceId: '10', text: 'not in the list' },
  ];
  const [first, second, third] = candidateRows(candidates.slice(0, 2), [...demoSignals, duplicate], String);
  expect(first?.facts.filter(({ differs }) => differs).map(({ name, value }) => `${name} ${value}`)).toEqual([
    'state Filled',
  ]);
  expect(second?.facts.find(({ name }) => name === 'state')).toMatchObject({ value: 'Working', differs: true });
  expect(third).toBeUndefined();
  expect(candidateRows(candidates, demoSignals, String)[2]).toMatchObject({ text: 'not in the list', facts: [] });
  // Nothing is known of the candidate that is not listed, so the listed one does not differ.
  const [listed] = candidateRows(candidates.slice(1), [duplicate], String);
  expect(listed?.facts.filter(({ differs }) => differs)).toEqual([]);
});

test('lists alarms of orders until they are acknowledged, and alarms of other strategies', () => {
  const notice = { id: 'n', level: 'danger', title: 'No answer', text: 't', at: 1, rowId: 'x', systemId: '2' } as const;
  const alarms = alarmsOf(
    demoTrouble,
    [notice, { ...notice, id: 'm', systemId: '91000001', rowId: 'j23' }],
    '91000001',
  );
  expect(alarms.map(({ order, title }) => `${order?.rowId} ${title}`)).toEqual([
    'j23 Exposed: STC 100 AAPL',
    'j24 Check this order: BTO 60 MSFT',
    'x No answer',
  ]);
  const acknowledged = demoTrouble.map((one) => ({ ...one, journal: one.journal && { ...one.journal, choices: [] } }));
  expect(alarmsOf(acknowledged, [], '91000001')).toEqual([]);
});

test('shows every alarm of an order whose strategy is not shown', () => {
  const notice = {
    level: 'danger',
    title: 'Cancel not confirmed',
    text: 't',
    at: 1,
    rowId: 'x',
    systemId: '2',
  } as const;
  const alarms = alarmsOf(
    [],
    [
      { ...notice, id: 'order-x' },
      { ...notice, id: 'cancel-1' },
    ],
    '91000001',
  );
  expect(alarms).toMatchObject([
    { id: 'order-x', order: { rowId: 'x' } },
    { id: 'cancel-1', order: { rowId: 'x' } },
  ]);
});
test('shows no alarm for a notice of the chosen strategy before its orders are read', () => {
  const notice = { id: 'n', level: 'danger', title: 'No answer', text: 't', at: 1, rowId: 'x' } as const;
  const notices = [
    { ...notice, systemId: '91000001' },
    { ...notice, id: 'm', systemId: '2' },
  ];
  expect(alarmsOf(null, notices, '91000001')).toMatchObject([{ id: 'm' }]);
  expect(alarmsOf([], notices, '91000001')).toHaveLength(2);
});
test('shows an alarm for an exit that did not do all, in every strategy', () => {
  const title = { code: 'exit.incomplete', summary: 'Flatten 1 position' } as const;
  const notice = { id: 'n', level: 'danger', title, text: 't', at: 1, rowId: null, systemId: '2' } as const;
  const alarm = { id: 'n', order: null, title: 'Not all was done: Flatten 1 position', text: 't' };
  for (const systemId of ['2', '91000001']) expect(alarmsOf(null, [notice], systemId)).toEqual([alarm]);
});
test('shows an alarm of another live connection with the connection name, and no practice alarm', () => {
  const notice = {
    id: 'n',
    level: 'danger',
    title: 'No answer',
    text: 't',
    at: 1,
    rowId: null,
    systemId: '2',
  } as const;
  const live = { ...notice, connection: { name: 'Main', mode: 'LIVE' } } as const;
  const practice = { ...notice, id: 'p', connection: { name: 'Practice', mode: 'PRACTICE' } } as const;
  const withoutStrategy = { ...live, id: 'f', systemId: null };
  const info = { ...live, id: 'i', level: 'good' } as const;
  expect(alarmsOf([], [live, practice, withoutStrategy, info], '91000001')).toEqual([
    { id: 'n', order: null, title: 'Main: No answer', text: 't' },
  ]);
});

describe('a ticket put back into the form', () => {
  const fullTicket = {
    ...demoTicket,
    parent: { ...demoTicket, price: { kind: 'stop', stop: '470.5' } },
    ocaGroupId: '177246612700003',
    parkUntil: 1_772_500_000,
    keepBothAlive: true,
  } as const;
  const { action, quantity, symbol, instrument, price, duration } = fullTicket.parent;
  const parent = { action, quantity, symbol, instrument, price, duration };

  test.each([
    ['plain', demoTicket],
    ['without a bracket', { ...demoTicket, profitTarget: null, stopLoss: null }],
    ['a stop alone', { ...demoTicket, profitTarget: null }],
    [
      'a closing market order',
      { ...demoTicket, action: 'STC', price: { kind: 'market' }, profitTarget: null, stopLoss: null },
    ],
    ['everything', { ...fullTicket, parent }],
    ['conditional', { ...demoTicket, conditionalUpon: '148220811' }],
    ['a replacement', { ...demoTicket, replaces: { serviceId: '148220811', leaveOcaIntact: false } }],
  ] as const)('is read as the same ticket: %s', (_name, ticket) => {
    expect(readTicket(ticketDraft(ticket), ticket.systemId).ticket).toEqual(ticket);
  });
});

test('adds no bracket to the replacement of a working stop', () => {
  expect(replacingDraft(signal('s803'), demoSignals).bracket).toBe(false);
});

describe('suggested symbols', () => {
  const all = [
    { symbol: 'GLD', name: 'SPDR Gold Shares', instrument: 'stock' },
    { symbol: 'TSLA', name: 'Tesla Inc.', instrument: 'stock' },
    { symbol: 'ES', name: 'Eversource Energy', instrument: 'stock' },
    { symbol: '@ESH6', name: 'E-mini S&P 500, March 2026', instrument: 'future' },
    { symbol: '@ESZ5', name: 'E-mini S&P 500, December 2025', instrument: 'future' },
    { symbol: 'AAPL2620B240', name: 'AAPL 20 Feb 2026 240 call', instrument: 'option' },
    { symbol: 'AAPL2620C240', name: 'AAPL 20 Mar 2026 240 call', instrument: 'option' },
  ] as const;
  const found = (typed: string, type: Instrument) =>
    matchingSymbols(all, typed, type, '2026-03-02 10').map(({ symbol }) => symbol);

  test('are ranked by root in the chosen type, then start of the symbol, then start of a name word', () => {
    expect(found('ES', 'future')).toEqual(['@ESH6', 'ES']);
    expect(found('ES', 'stock')).toEqual(['ES', '@ESH6']);
    expect(found('gold', 'stock')).toEqual(['GLD']);
    expect(found('LA', 'stock')).toEqual([]);
  });

  test('never include an expired contract', () => {
    expect(found('AAPL', 'option')).toEqual(['AAPL2620C240']);
    expect(found('', 'future')).not.toContain('@ESZ5');
  });
});

test('the size that confirms a large order can be typed in full-width digits, as a quantity can', () => {
  const checks: Check[] = [{ code: 'over-cap', level: 'warn', text: '', field: 'quantity', textToType: '1500' }];
  for (const typed of ['1500', '1,500', ' １５００ ', '１，５００'])
    expect(isSizeTyped(checks, typed), typed).toBe(true);
  for (const typed of ['', '150', '１５０']) expect(isSizeTyped(checks, typed), typed).toBe(false);
});
