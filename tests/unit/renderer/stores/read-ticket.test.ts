import { describe, expect, test } from 'vitest';
import { standardTemplate, type BracketDistance } from '#renderer/stores/bracket-template.ts';
import { readTicket, type TypedField } from '#renderer/stores/read-ticket.ts';
import { emptyBasicDraft, emptyDraft, parseDraft, type TicketDraft } from '#renderer/stores/ticket-draft.ts';
import type { TicketFacts } from '#renderer/stores/ticket-facts.ts';

const now = 1_772_461_800;
const facts: TicketFacts = {
  instrument: () => ({ name: 'Apple Inc.', tick: '0.01', price: '184.00', pointValue: '1', invented: false }),
  basePrice: () => '184.00',
  template: () => standardTemplate,
  now: () => now,
  idUse: (id) => (id === '148220801' ? 'signal' : id === '148220804' ? 'group' : null),
};
const draft: TicketDraft = { ...emptyDraft, quantity: '100', symbol: 'AAPL', limit: '182.50' };
const read = (changes: Partial<TicketDraft>, known: TicketFacts = facts) =>
  readTicket({ ...draft, ...changes }, '91000001', known);

describe('the bracket of an entry', () => {
  test('takes its prices from the template, and is sent with them', () => {
    expect(read({}).templatePrices).toEqual({ profitTarget: '189.80', stopLoss: '178.85' });
    expect(read({}).ticket).toMatchObject({ profitTarget: '189.80', stopLoss: '178.85' });
  });

  test('keeps a typed leg, and leaves out a cleared one', () => {
    expect(read({ stopLoss: '180' }).ticket).toMatchObject({ profitTarget: '189.80', stopLoss: '180' });
    expect(read({ noTarget: true }).ticket).toMatchObject({ profitTarget: null, stopLoss: '178.85' });
  });

  test('can be left out only if Bracket is turned off', () => {
    const unbracketed = read({ noTarget: true, noStop: true });
    expect(unbracketed.ticket).toBeNull();
    expect(unbracketed.missing.get('stopLoss')).toMatch(/turn Bracket off/);
    expect(read({ bracket: false }).ticket).toMatchObject({ profitTarget: null, stopLoss: null });
  });

  test('uses the last known price for a market order; without that price, a stop must be typed', () => {
    expect(read({ kind: 'market' }).ticket).toMatchObject({ price: { kind: 'market' }, stopLoss: '180.32' });
    const unknown = read({ kind: 'market' }, { ...facts, basePrice: () => null });
    expect(unknown.ticket).toBeNull();
    expect(unknown.missing.has('stopLoss')).toBe(true);
  });

  describe.each([
    ['in ticks, without a known tick', { unit: 'ticks', amount: '20' }],
    ['in money, without a known point value', { unit: 'money', amount: '500' }],
    ['below zero', { unit: 'percent', amount: '100' }],
  ] as const)('whose template has a leg with no price: %s', (_name, distance: BracketDistance) => {
    const percent: BracketDistance = { unit: 'percent', amount: '1' };
    const factsWithoutInstrument = (stop: BracketDistance | null, target: BracketDistance | null): TicketFacts => ({
      ...facts,
      instrument: () => ({ name: null, tick: null, price: null, pointValue: null, invented: false }),
      template: () => ({ ...standardTemplate, stop, target }),
    });

    test('is not sent without its stop', () => {
      const found = read({}, factsWithoutInstrument(distance, percent));
      expect(found.templatePrices).toEqual({ profitTarget: '184.33', stopLoss: null });
      expect(found.ticket).toBeNull();
      expect(found.missing.get('stopLoss')).toMatch(/no stop price/);
      expect(read({ profitTarget: '190' }, factsWithoutInstrument(distance, percent)).ticket).toBeNull();
    });

    test('does not prevent sending when the stop is typed or cleared, or when the bracket is off', () => {
      expect(read({ stopLoss: '180' }, factsWithoutInstrument(distance, percent)).ticket?.stopLoss).toBe('180');
      expect(read({ noStop: true }, factsWithoutInstrument(distance, percent)).ticket?.stopLoss).toBeNull();
      expect(read({ bracket: false }, factsWithoutInstrument(distance, percent)).ticket?.stopLoss).toBeNull();
    });

    test('is not sent without its target, unless the stop was typed', () => {
      const short = { action: 'SSHORT' } as const;
      const found = read(short, factsWithoutInstrument(percent, distance));
      expect(found.ticket).toBeNull();
      expect(found.missing.get('profitTarget')).toMatch(/no target price/);
      expect(
        read({ ...short, stopLoss: '185' }, factsWithoutInstrument(percent, distance)).ticket?.profitTarget,
      ).toBeNull();
      expect(
        read({ ...short, noTarget: true }, factsWithoutInstrument(percent, distance)).ticket?.profitTarget,
      ).toBeNull();
    });
  });

  test('needs no stop if its template has none', () => {
    const percent = { unit: 'percent', amount: '1' } as const;
    const targetOnly = { ...facts, template: () => ({ ...standardTemplate, stop: null, target: percent }) };
    expect(read({}, targetOnly).ticket).toMatchObject({ profitTarget: '184.33', stopLoss: null });
  });

  test('is left out of a closing order', () => {
    expect(read({ action: 'STC' }).ticket).toMatchObject({ profitTarget: null, stopLoss: null });
  });
});

describe('links and timing', () => {
  test('become `conditionalUpon`, `ocaGroupId`, `parkUntil` and `parent` of the ticket', () => {
    expect(read({ waits: { how: 'signal', id: '148220801', label: '' } }).ticket?.conditionalUpon).toBe('148220801');
    expect(read({ waits: { how: 'id', id: ' 77 ' } }).ticket?.conditionalUpon).toBe('77');
    expect(read({ group: { how: 'group', id: '148220804', label: '' } }).ticket?.ocaGroupId).toBe('148220804');
    expect(read({ parkUntil: '15:30' }).ticket?.parkUntil).toBe(now + 6 * 3600);
    const parent = { ...emptyBasicDraft, symbol: 'SPY', quantity: '10', limit: '677' };
    expect(read({ waits: { how: 'parent', parent } }).ticket).toMatchObject({
      conditionalUpon: null,
      parent: { action: 'BTO', symbol: 'SPY', quantity: '10', price: { kind: 'limit', limit: '677' } },
    });
  });

  test('are restored after a restart if they were typed, but not links to listed orders', () => {
    const restored = (changes: Partial<TicketDraft>): TicketDraft =>
      parseDraft(JSON.stringify({ ...draft, ...changes }));
    expect(restored({ waits: { how: 'signal', id: '1', label: 'x' } }).waits).toEqual({ how: 'none' });
    expect(restored({ group: { how: 'group', id: '1', label: 'x' } }).group).toEqual({ how: 'none' });
    const parent = { ...emptyBasicDraft, symbol: 'SPY' };
    expect(
      restored({ waits: { how: 'parent', parent }, parkUntil: '15:30', bracket: false, noStop: true }),
    ).toMatchObject({
      waits: { how: 'parent', parent },
      parkUntil: '15:30',
      bracket: false,
      noStop: true,
    });
  });
});

describe('invalid input is an error of its field, and prevents sending', () => {
  const cases: readonly (readonly [string, Partial<TicketDraft>, TypedField, RegExp])[] = [
    ['a thousands mark that may be a decimal', { limit: '1,234' }, 'limit', /two ways/],
    ['an exponent', { limit: '1e2' }, 'limit', /exponent/],
    ['a negative price', { limit: '-5' }, 'limit', /above zero/],
    ['a price of zero', { limit: '0.00' }, 'limit', /above zero/],
    ['more decimals than the tick', { limit: '182.505' }, 'limit', /steps of 0.01/],
    ['a stop off the tick', { stopLoss: '178.205' }, 'stopLoss', /steps of 0.01/],
    ['words', { quantity: 'ten' }, 'quantity', /Not a number/],
    ['a fraction of a share', { quantity: '1.5' }, 'quantity', /Whole units/],
    ['zero shares', { quantity: '0' }, 'quantity', /At least 1/],
    ['a negative quantity', { quantity: '-100' }, 'quantity', /above zero/],
    ['a symbol with blanks', { symbol: 'AA PL' }, 'symbol', /Letters, digits/],
    ['a time that is over', { parkUntil: '09:00' }, 'parkUntil', /over/],
    ['an id above 2^53', { waits: { how: 'id', id: '9007199254740993' } }, 'waits', /9007199254740991/],
    ['a group id above 2^53', { group: { how: 'id', id: '9007199254740993' } }, 'group', /9007199254740991/],
    ['a group id that is a signal', { group: { how: 'id', id: '148220801' } }, 'group', /already used by an order/],
    [
      'a parent price with an exponent',
      { waits: { how: 'parent', parent: { ...emptyBasicDraft, symbol: 'SPY', quantity: '1', limit: '1e2' } } },
      'parent.limit',
      /exponent/,
    ],
  ];

  test.each(cases)('%s', (_name, changes, field, reason) => {
    const found = read(changes);
    expect(found.ticket).toBeNull();
    expect(found.errors.get(field)).toMatch(reason);
  });
});

test('the quantity of an exit may have a fraction, because a position can have one', () => {
  const exit = { action: 'STC', kind: 'stop', stop: '178' } as const;
  expect(read({ ...exit, quantity: '10.5' }).ticket).toMatchObject({ action: 'STC', quantity: '10.5' });
  expect(read({ ...exit, quantity: '10.5' }).readAsTexts.get('quantity')).toBe('Read as 10.5, with a fraction');
  expect(read({ ...exit, quantity: '10.50' }).ticket?.quantity).toBe('10.5');
  // `1.500` may be meant as 1500.
  for (const quantity of ['1.500', '1,5', '0.0']) expect(read({ ...exit, quantity }).ticket).toBeNull();
});

describe('a typed number', () => {
  test('is read without its blanks, and the value that was read is shown', () => {
    const found = read({ quantity: ' 1 200 ', limit: '182,5' });
    expect(found.ticket).toMatchObject({ quantity: '1200', price: { limit: '182.5' } });
    expect(found.readAsTexts.get('quantity')).toBe('Read as 1200');
    expect(found.readAsTexts.get('limit')).toBe('Read as 182.5');
  });
});
