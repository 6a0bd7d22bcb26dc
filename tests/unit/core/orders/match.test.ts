import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import { findOrder, serviceIdsOf } from '#core/orders/reconcile/match.ts';
import { record, startWall, ticket } from './order-fixtures.ts';

const sentAt = startWall / 1000;
const window = { from: sentAt - 120, to: sentAt + 120 };
const row = { ownId: '177246180000001', ticket: ticket(), preExistingMatches: [] };
const search = (records: readonly CachedSignal[], claimed: readonly string[] = []) => ({
  row,
  records,
  claimed: new Set(claimed),
  window,
});

describe('finding an order in the lists (order-safety 4.3)', () => {
  it('matches by own id first, regardless of the other members', () => {
    const ownRecord = record('155', { ownId: row.ownId, quantity: '7' });
    expect(findOrder(search([record('154'), ownRecord]))).toEqual({
      rule: 'own-id',
      record: ownRecord,
      duplicates: [],
    });
  });

  it('keeps the ids that only one of two lists shows of a record', () => {
    const ended = record('155', { status: 'traded' });
    const named = record('155', { ownId: row.ownId });
    for (const lists of [
      [named, ended],
      [ended, named],
    ])
      expect(findOrder(search([...lists, record('154')]))).toMatchObject({
        rule: 'own-id',
        record: { serviceId: '155', status: 'traded' },
      });
    expect(findOrder(search([record('155', { ownId: '177246180000099' }), ended]))).toEqual({ rule: 'none' });
    expect(findOrder(search([record('155', { parentId: '150' }), ended]))).toEqual({ rule: 'none' });
  });

  it('reports that the service accepted the order twice', () => {
    const twice = [record('156', { ownId: row.ownId }), record('155', { ownId: row.ownId })];
    expect(findOrder(search(twice))).toMatchObject({
      rule: 'own-id',
      record: { serviceId: '155' },
      duplicates: ['156'],
    });
  });

  it('matches a single equal record in the window, comparing decimals as numbers', () => {
    expect(findOrder(search([record('155', { limit: '150.1' })]))).toMatchObject({ rule: 'fingerprint' });
  });

  it('matches an option whose strike is listed without its trailing zeros', () => {
    const option = {
      ...search([record('155', { symbol: 'AAPL2617D260' })]),
      row: { ...row, ticket: ticket({ symbol: 'AAPL2617D260.00' }) },
    };
    expect(findOrder(option)).toMatchObject({ rule: 'fingerprint', record: { serviceId: '155' } });
  });

  it('matches a lost replacement that kept the parent of the order that it replaces', () => {
    const replacing = ticket({ replaces: { serviceId: '150', leaveOcaIntact: true } });
    const found = findOrder({ ...search([record('155', { parentId: '154' })]), row: { ...row, ticket: replacing } });
    expect(found).toMatchObject({ rule: 'fingerprint', record: { serviceId: '155' } });
  });

  it.each<[string, Partial<CachedSignal>]>([
    ['another price', { limit: '150.11' }],
    ['another kind', { kind: 'stop', limit: null, stop: '150.10' }],
    ['another quantity', { quantity: '99' }],
    ['another symbol', { symbol: 'AAPLX' }],
    ['another action', { action: 'BTC' }],
    ['another duration', { duration: 'DAY' }],
    ['another strategy', { systemId: '1' }],
    ['posted before', { postedAt: sentAt - 121 }],
    ['posted after', { postedAt: sentAt + 121 }],
    ['with another own id', { ownId: '177246180000002' }],
    ['that waits for another order', { parentId: '154' }],
  ])('does not match a record: %s', (_, changes) => {
    expect(findOrder(search([record('155', changes)]))).toEqual({ rule: 'none' });
  });

  it('skips a record of another row and one listed before the send', () => {
    expect(findOrder(search([record('155')], ['155']))).toEqual({ rule: 'none' });
    const known = { ...search([record('155')]), row: { ...row, preExistingMatches: ['155'] } };
    expect(findOrder(known)).toEqual({ rule: 'none' });
  });

  it('leaves two equal records, or one without a time, to the user', () => {
    expect(findOrder(search([record('156'), record('155')]))).toEqual({ rule: 'many', candidates: ['155', '156'] });
    expect(findOrder(search([record('155', { postedAt: null })]))).toEqual({ rule: 'many', candidates: ['155'] });
  });

  it('counts a record once if both lists show it', () => {
    const traded = record('155', { status: 'traded', statusText: 'traded' });
    expect(findOrder(search([record('155'), traded]))).toMatchObject({
      rule: 'fingerprint',
      record: { status: 'traded' },
    });
  });

  it('takes the id of a bracket leg if exactly one record fits the leg', () => {
    const target = record('156', { action: 'STC', limit: '160', ocaId: '9' });
    const stop = record('157', { action: 'STC', kind: 'stop', limit: null, stop: '145.50', ocaId: '9' });
    const ids = serviceIdsOf(search([record('155'), target, stop]), record('155'));
    expect(ids).toEqual({ signal: '155', target: '156', stop: '157', ocaGroup: '9', parent: null });
    const twoStops = serviceIdsOf(search([record('155'), stop, { ...stop, serviceId: '158' }]), record('155'));
    expect(twoStops.stop).toBeNull();
  });

  it.each<[string, Partial<CachedSignal>]>([
    ['with the own id of another order', { ownId: '177246180000002' }],
    ['that waits for another order', { parentId: '154' }],
  ])('does not take a record for a leg: %s', (_, changes) => {
    const stop = record('157', { action: 'STC', kind: 'stop', limit: null, stop: '145.50' });
    const stopIn = (one: CachedSignal): string | null => serviceIdsOf(search([record('155'), one]), record('155')).stop;
    expect([stopIn({ ...stop, ...changes }), stopIn({ ...stop, parentId: '155' })]).toEqual([null, '157']);
  });

  it('does not depend on the order of the records', () => {
    const drawn = fc.record({
      serviceId: fc.integer({ min: 150, max: 160 }).map(String),
      ownId: fc.constantFrom(null, null, null, row.ownId),
      quantity: fc.constantFrom('100', '100', '7'),
      status: fc.constantFrom('working' as const, 'traded' as const),
      postedAt: fc.constantFrom(sentAt, sentAt + 1, sentAt - 500),
    });
    fc.assert(
      fc.property(fc.uniqueArray(drawn, { maxLength: 8, selector: (one) => one.serviceId }), fc.nat(), (list, turn) => {
        const records = list.map(({ serviceId, ...changes }) => record(serviceId, changes));
        const at = records.length === 0 ? 0 : turn % records.length;
        const rotated = [...records.slice(at), ...records.slice(0, at)].reverse();
        expect(findOrder(search(rotated))).toEqual(findOrder(search(records)));
      }),
      { numRuns: 10_000 },
    );
  });
});
