// Plans that change the other exits of a position: Cancel excess, Keep overnight and Close.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import { words } from '#renderer/messages/words.ts';
import { intent, record, startWall, systemId } from '../order-fixtures.ts';
import { ExitRig, longPosition, market, positionRequest } from './exit-rig.ts';

const trim = { kind: 'trim', systemId, positionId: 'p1' } as const;
const keepOvernight = { kind: 'keep-overnight', systemId, positionId: 'p1' } as const;
const exit = (id: string, changes: Partial<CachedSignal> = {}): CachedSignal =>
  record(id, { action: 'STC', limit: '170', ...changes });
const stop = (id: string, changes: Partial<CachedSignal> = {}): CachedSignal =>
  exit(id, { kind: 'stop', limit: null, stop: '145', ...changes });

let rig: ExitRig;
beforeEach(async () => {
  rig = await ExitRig.start();
  rig.platform.signals.clear();
  rig.positions = [{ ...longPosition, quantity: '100' }];
});
afterEach(() => rig.dispose());

const executeTrim = () => rig.exits.execute(intent(1), rig.planOf(trim).planId, []);
/** Keeps the stops overnight, with every warning confirmed. */
async function runKeepOvernight(): Promise<void> {
  const { checks, planId } = rig.planOf(keepOvernight);
  const codes = checks.map(({ code }) => code);
  rig.exits.execute(intent(1), planId, codes);
  await rig.runToEnd();
}
const warnings = (): string[] => rig.planOf(trim).checks.map(({ text }) => words(text));

describe('Cancel excess', () => {
  it('asks nothing about exits that it cancels before it reduces others', async () => {
    rig.platform.add(stop('200', { quantity: '120', ocaId: '77' }));
    rig.platform.add(exit('201', { quantity: '120', ocaId: '77' }));
    rig.platform.add(exit('202', { quantity: '50', ocaId: '78' }));
    expect(warnings()).toEqual([]);
    executeTrim();
    await rig.runToEnd();
    expect(rig.exits.progress(systemId)?.steps.map(({ state }) => state)).toEqual(['done', 'done', 'done']);
    expect(rig.desk.positions(systemId)).toMatchObject([{ exitsBeyond: null, protectedQuantity: '100' }]);
  });

  it('names the cover as the Protection column does: stops with unknown links are not one group', () => {
    rig.positions = [{ ...longPosition, quantity: '200' }];
    rig.platform.add(stop('200', { ocaId: '77' }));
    rig.platform.add(stop('201', { quantity: '40' }));
    rig.platform.add(stop('202', { quantity: '60' }));
    rig.platform.add(exit('203', { quantity: '150' }));
    expect(rig.desk.positions(systemId)).toMatchObject([{ protectedQuantity: '200' }]);
    expect(warnings()).toEqual([
      'After this, stops cover 100 of 200. Now they cover 200. Protect the position again when this is done.',
    ]);
  });

  it('asks first if the group of a canceled exit has a stop of another symbol', () => {
    rig.platform.add(stop('200', { ocaId: '77' }));
    rig.platform.add(exit('201', { quantity: '40', ocaId: '78' }));
    rig.platform.add(stop('500', { symbol: 'MSFT', quantity: '2', ocaId: '78' }));
    expect(warnings()).toEqual(['This also cancels the orders of the same group in MSFT.']);
    expect(executeTrim()).toMatchObject({ ok: false, failure: { code: 'unconfirmed' } });
  });

  it('leaves the target list on if it only cancels', async () => {
    rig.platform.add(stop('200', { ocaId: '77' }));
    rig.platform.add(exit('201', { quantity: '20', ocaId: '79' }));
    rig.entryLock = { code: 'desired.maintaining' };
    expect(rig.planOf(trim).steps.map(({ kind }) => kind)).toEqual(['cancel']);
    expect(executeTrim()).toMatchObject({ ok: true });
    await rig.runToEnd();
    expect([rig.lists, rig.exits.progress(systemId)?.state]).toEqual([[], 'done']);
  });
});

describe('Keep overnight', () => {
  it('keeps the target of a replaced stop on hold if the stop of another group is refused', async () => {
    const half = { quantity: '50', duration: 'DAY' } as const;
    rig.platform.add(stop('200', { ...half, ocaId: '77' }));
    rig.platform.add(exit('201', { ...half, ocaId: '77' }));
    rig.platform.add(stop('202', { ...half, ocaId: '78', stop: '140' }));
    rig.platform.add(exit('203', { ...half, ocaId: '78', limit: '175' }));
    rig.platform.outcomes.push({ kind: 'ok' }, { kind: 'refused', title: 'Unable to access this systemid' });
    await runKeepOvernight();
    const orders = [...rig.journal.orders()];
    const targets = orders.flatMap(({ ticket: { price }, state }) =>
      price.kind === 'limit' ? [[price.limit, state]] : [],
    );
    expect(targets.toSorted()).toEqual([
      ['170', 'HELD'],
      ['175', 'ABANDONED'],
    ]);
  });

  it('replaces the stops of all groups even if no list shows the first group', async () => {
    const half = { quantity: '50', duration: 'DAY' } as const;
    rig.platform.add(stop('200', { ...half, ocaId: '77' }));
    rig.platform.add(exit('201', { ...half, ocaId: '77' }));
    rig.platform.add(stop('202', { ...half, stop: '140', ocaId: '78' }));
    rig.platform.showsGroups = false;
    await runKeepOvernight();
    expect(rig.platform.sentSignals.map(({ stop: price }) => price)).toEqual(['145', '140']);
  });

  it('sends no target once a flatten has begun', async () => {
    rig.platform.add(stop('200', { duration: 'DAY', ocaId: '77' }));
    rig.platform.add(exit('201', { duration: 'DAY', ocaId: '77' }));
    let reads = 0;
    rig.onRead = () => {
      reads += 1;
      if (reads === 1) rig.exits.execute(intent(2), rig.planOf({ kind: 'flatten', systemId }).planId, []);
    };
    await runKeepOvernight();
    expect(reads).toBeGreaterThan(0);
    expect(rig.platform.sentSignals.map(({ stop: price }) => price)).toEqual(['145']);
  });

  it('replaces stop and target of a DAY bracket whose group no answer names', async () => {
    rig.platform.showsGroups = false;
    await rig.submit(9, { duration: 'DAY' });
    const [entry = '', targetId = '', stopId = ''] = rig.blotter().map(({ serviceId }) => serviceId ?? '');
    rig.platform.set(entry, { status: 'traded', inWorkingList: false, tradedAt: startWall / 1000 - 60 });
    rig.platform.add(exit(targetId, { duration: null, limit: '160' }));
    rig.platform.add(stop(stopId, { duration: null, stop: '145.5' }));
    const { checks, steps } = rig.planOf(keepOvernight);
    expect(checks.filter(({ level }) => level === 'block')).toEqual([]);
    expect(steps.map(({ text }) => words(text))).toEqual([
      `Sell to close 100 AAPL at stop 145.5, replaces order ${stopId}`,
      `Sell to close 100 AAPL at limit 160, replaces order ${targetId}`,
    ]);
  });
});

describe('Close', () => {
  it('cancels a parked exit first, which would sell again when it is released', async () => {
    const parked = { status: 'waiting', statusText: 'working', parkedUntil: startWall / 1000 + 3_600 } as const;
    rig.platform.add(stop('200', { quantity: '60' }));
    rig.platform.add(exit('201', { quantity: '100', ...parked }));
    rig.platform.add(exit('202', { quantity: '100', symbol: 'MSFT', ...parked }));
    const { planId, checks } = rig.planOf({ kind: 'close', ...positionRequest, price: market });
    rig.exits.execute(
      intent(1),
      planId,
      checks.map(({ code }) => code),
    );
    await rig.runToEnd();
    expect(rig.exits.progress(systemId)?.state).toBe('done');
    expect(rig.platform.sent.map(({ command, id }) => (command === 'cancelSignal' ? id : command))).toEqual([
      '201',
      'submitSignal',
      'submitSignal',
    ]);
    expect(rig.platform.sentSignals.map(({ quant, xreplace }) => [quant, xreplace])).toEqual([
      ['60', '200'],
      ['40', undefined],
    ]);
  });
});
