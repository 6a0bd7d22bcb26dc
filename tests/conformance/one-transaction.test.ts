import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fixed } from '#rules/decimal.ts';
import { openPractice, type OpenedPractice } from '#practice/service.ts';
import { openDatabase } from '#practice/store/schema.ts';
import { Store } from '#practice/store/store.ts';
import { START } from './autotrade-desk.ts';
import { BUY } from './service.ts';

// Related changes are stored together or not at all, also if the disk refuses one table or the
// process ends at that point.

let db: DatabaseSync;
let practice: OpenedPractice;
const open = (): void => {
  practice = openPractice({ seed: 1, clock: 'manual', hours: 'always' }, new Store(db));
};
beforeEach(() => {
  db = openDatabase(':memory:');
  open();
});
afterEach(() => db.close());

const refuseInserts = (table: string, condition = 'true'): void =>
  db.exec(`CREATE TRIGGER broken BEFORE INSERT ON ${table} WHEN ${condition}
    BEGIN SELECT RAISE(ABORT, 'no room'); END`);
const acceptInserts = (): void => db.exec('DROP TRIGGER broken');

function systemId(): string {
  const owner = practice.credentials.worldPerson;
  const own = practice.services.engine.accounts().find((account) => account.strategy.ownerPersonId === owner);
  return own?.strategy.id ?? '';
}

function call(command: string, fields: object): unknown {
  const body = JSON.stringify({ apikey: practice.credentials.worldKey, systemid: systemId(), ...fields });
  return practice.dispatcher.answer({ context: { kind: 'world' }, command, query: new URLSearchParams(), body });
}

function setPrice(text: string): void {
  const { engine, catalog } = practice.services;
  engine.setPrice(catalog.get('DIS'), fixed(text));
}

const copies = (): unknown[] =>
  practice.services.engine.autoTrader.links.all().flatMap((link) => link.account.positions.map((one) => one.symbol));
const isHeld = (): boolean => practice.services.engine.account(systemId())?.book.openTrade('DIS') !== undefined;

describe('one transaction', () => {
  it.each(['broker_orders', 'trades'])('neither a fill nor its copy is stored if %s cannot be written', (table) => {
    expect(call('startAutoTrade', { ...START, join_trades_in_progress: 0 })).toMatchObject({ ok: '1' });
    expect(isHeld()).toBe(false);
    call('submitSignal', { signal: { ...BUY, symbol: 'DIS' } });
    refuseInserts(table);
    expect(() => setPrice('100')).toThrow(/no room/);
    expect([isHeld(), copies()]).toEqual([false, []]);
    const store = new Store(db);
    expect(store.trades.list(systemId(), 'open').some((trade) => trade.symbol === 'DIS')).toBe(false);
    expect(store.links.all().flatMap((link) => link.account.positions)).toEqual([]);
  });

  it('after the disk is repaired, the next tick fills the order and its copy', () => {
    call('startAutoTrade', { ...START, join_trades_in_progress: 0 });
    call('submitSignal', { signal: { ...BUY, symbol: 'DIS' } });
    refuseInserts('broker_orders');
    expect(() => setPrice('100')).toThrow(/no room/);
    acceptInserts();
    setPrice('101');
    expect([isHeld(), copies()]).toEqual([true, ['DIS']]);
    open();
    expect([isHeld(), copies()]).toEqual([true, ['DIS']]);
  });

  it('a fee whose point of the curve cannot be stored is charged with a later point', () => {
    const { engine, store } = practice.services;
    const account = engine.accounts().find(({ strategy }) => strategy.monthlyFee > 0);
    const id = account?.strategy.id ?? '';
    const feeCount = (): number => store.equity.all(id).flatMap(({ fees }) => fees).length;
    const before = feeCount();
    refuseInserts('equity', `NEW.strategy = ${id}`);
    expect(() => engine.advance(40 * 86_400)).toThrow(/no room/);
    acceptInserts();
    engine.advance(60);
    expect(feeCount()).toBe(before + 1);
  });

  it.each(['desired', 'signals'])(
    'neither a target list nor its orders are stored if %s cannot be written',
    (table) => {
      const positions = [{ symbol: 'DIS', typeofsymbol: 'stock', quant: 5 }];
      const before = practice.services.engine.account(systemId())?.book.liveSignals().length;
      refuseInserts(table);
      expect(() => call('setDesiredPositions', { positions })).toThrow(/no room/);
      const listAndOrders = () => {
        const { engine } = practice.services;
        return [
          engine.desired.mode(systemId()).state,
          engine.desired.sent(systemId()),
          engine.account(systemId())?.book.liveSignals().length,
        ];
      };
      expect(listAndOrders()).toEqual(['off', [], before]);
      acceptInserts();
      open();
      expect(listAndOrders()).toEqual(['off', [], before]);
      expect(call('setDesiredPositions', { positions })).toMatchObject({ ok: '1' });
    },
  );
});
