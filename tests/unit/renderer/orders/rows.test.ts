import { describe, expect, test } from 'vitest';
import type { Signal } from '#contract/model/signal.ts';
import type { Position } from '#contract/model/trade.ts';
import { GroupNumbers } from '#renderer/orders/blotter/group-numbers.ts';
import { signalColumns } from '#renderer/orders/blotter/signal-columns.ts';
import { signalTotals } from '#renderer/orders/blotter/signal-totals.ts';
import { symbolWidth } from '#renderer/orders/blotter/symbol-width.ts';
import { demoSignals } from '#renderer/gallery/demo-signals.ts';
import { ArraySource } from '#renderer/grid/array-source.ts';
import { previewLines } from '#renderer/orders/confirm/preview-lines.ts';
import { positionColumns, type PositionRow } from '#renderer/orders/positions/position-columns.ts';
import { protectionText, protectionTone } from '#renderer/orders/positions/protection.ts';
import { canCancel, canReplace, linksText, problemOf, reasonText } from '#renderer/orders/signal-text.ts';
import { closingDraft, copiedDraft, replacingDraft } from '#renderer/orders/ticket/ticket-loads.ts';
import { demoPositions } from '#renderer/gallery/demo-trades.ts';

const row = (rowId: string) => {
  const found = demoSignals.find((signal) => signal.rowId === rowId);
  if (found === undefined) throw new Error(rowId);
  return found;
};

describe('rows of the blotter', () => {
  test('shows the alarm as the reason, else a state that needs the trader, else the cause', () => {
    expect(reasonText(row('s703'))).toBe('Its target was filled');
    expect(reasonText(row('s812'))).toBe('Waits for its parent');
    expect(reasonText(row('j1'))).toMatch(/do not enter it again/);
    const journal = row('j1').journal;
    if (journal === null) throw new Error('j1 is ours');
    expect(reasonText({ ...row('j1'), journal: { ...journal, alarm: 'Echo differs' } })).toBe('Echo differs');
  });

  test('shows what the trader must know of an own order: an alarm, or a state that is a problem', () => {
    const { journal } = row('j1');
    if (journal === null) throw new Error('j1 is ours');
    const problem = (state: Signal['state'], more: Partial<typeof journal> = {}) =>
      problemOf({ ...row('j1'), state, journal: { ...journal, text: 'Its text', ...more } });
    for (const state of ['held', 'unknown', 'absent', 'rejected', 'not-sent', 'abandoned'] as const)
      expect(problem(state), state).toBe('Its text');
    for (const state of ['queued', 'sending', 'working', 'traded', 'unlisted'] as const)
      expect(problem(state), state).toBeNull();
    expect(problem('held', { staged: true })).toBeNull();
    expect(problem('working', { alarm: 'Echo differs' })).toBe('Echo differs');
  });

  test('reads the instrument type from the symbol if an order or position has none', () => {
    const [position] = demoPositions;
    if (position === undefined) throw new Error('demo');
    expect(closingDraft({ ...position, symbol: '@ESH6', instrument: null }).instrument).toBe('future');
    expect(closingDraft({ ...position, symbol: '@ESH6', instrument: 'stock' }).instrument).toBe('stock');
    expect(copiedDraft({ ...row('s811'), symbol: 'AAPL2620B240', instrument: null }, []).instrument).toBe('option');
  });

  test('counts every order that can still change, an unlisted one included', () => {
    const states = ['working', 'working', 'unlisted', 'traded', 'unknown'] as const;
    const rows = states.map((state) => ({ ...row('s811'), state }));
    expect(signalTotals(rows)).toBe('2 working · 1 unlisted · 1 unknown');
  });

  test('allows a cancel of orders that can still fill, unknown ones included', () => {
    expect(['s811', 's812', 'j1', 'j3'].map((id) => canCancel(row(id)))).toEqual([true, true, true, true]);
    expect(['s801', 's703', 's690', 'j2'].map((id) => canCancel(row(id)))).toEqual([false, false, false, false]);
  });

  test('allows a replace only of an order that the platform has and that is not filled', () => {
    expect(['s811', 's812', 's801', 'j1'].map((id) => canReplace(row(id)))).toEqual([true, true, false, false]);
  });

  test('keeps the OCA group and every digit of the prices in a replacement', () => {
    const draft = replacingDraft(row('s802'), demoSignals);
    expect(draft).toMatchObject({
      action: 'STC',
      limit: '189.00',
      replaces: { serviceId: '148220802', leaveOcaIntact: true },
    });
  });

  test('copies bracket prices, time in force, condition and release time into a replacement', () => {
    const entry = { ...row('s811'), parkedUntil: 1_900_000_000, state: 'waiting' } as const;
    const list = demoSignals.map((one) => (one.rowId === 's813' ? { ...one, stop: '390.05' } : one));
    expect(replacingDraft(entry, list)).toMatchObject({
      bracket: true,
      profitTarget: '416.50',
      stopLoss: '390.05',
      noTarget: false,
      noStop: false,
      duration: 'DAY',
      parkUntil: '2030-03-17 13:46:40 ET',
      replaces: { serviceId: '148220811' },
    });
    expect(replacingDraft(row('s812'), list).waits).toMatchObject({ how: 'signal', id: '148220811' });
    const stopOnly = replacingDraft(
      row('s811'),
      list.filter(({ rowId }) => rowId !== 's812'),
    );
    expect(stopOnly).toMatchObject({ bracket: true, profitTarget: '', noTarget: true, stopLoss: '390.05' });
    expect(copiedDraft(row('s801'), list)).toMatchObject({
      profitTarget: '189.00',
      stopLoss: '178.20',
      replaces: null,
    });
  });

  test('replaces an exit whose time in force is not shown by one that does not end today', () => {
    const durationOf = (rowId: string) => replacingDraft({ ...row(rowId), duration: null }, []).duration;
    expect([row('s802').action, durationOf('s802')]).toEqual(['STC', 'GTC']);
    expect([row('s811').action, durationOf('s811')]).toEqual(['BTO', 'DAY']);
  });

  test('copies the bracket of an own order that has no rows for its legs', () => {
    const entry = row('s811');
    if (entry.journal === null) throw new Error('s811 is ours');
    const bracket = { profitTarget: '416.50', stopLoss: '390.05', keepBothAlive: false };
    const rejected = { ...entry, state: 'rejected', journal: { ...entry.journal, bracket } } as const;
    expect(copiedDraft(rejected, [rejected])).toMatchObject({
      ...{ bracket: true, profitTarget: '416.50', stopLoss: '390.05' },
      ...{ noTarget: false, noStop: false, keepBothAlive: false },
    });
    expect(replacingDraft({ ...rejected, state: 'working' }, [rejected]).stopLoss).toBe('390.05');
    // A stop that was canceled alone is not entered again by a replacement.
    const legs = demoSignals.map((one) => (one.rowId === 's813' ? { ...one, state: 'canceled' as const } : one));
    expect(replacingDraft(rejected, legs)).toMatchObject({ profitTarget: '416.50', stopLoss: '', noStop: true });
  });

  test('copies the present stop of a bracket, not one that it replaced', () => {
    const moved = { ...row('s813'), rowId: 's899', stop: '401.25', state: 'working' as const };
    const legs = demoSignals.map((one) => (one.rowId === 's813' ? { ...one, state: 'canceled' as const } : one));
    expect(copiedDraft(row('s811'), [...legs, moved]).stopLoss).toBe('401.25');
  });

  test('lets both legs of a bracket fill only if the order was entered so', () => {
    const entry = row('s811');
    if (entry.journal === null) throw new Error('s811 is ours');
    // No answer and no list has shown the OCA group of the legs.
    const legs = demoSignals.map((one) => (one.parentRowId === 's811' ? { ...one, ocaGroupId: null } : one));
    expect([copiedDraft(entry, legs).keepBothAlive, replacingDraft(entry, legs).keepBothAlive]).toEqual([false, false]);
    const bracket = { profitTarget: '416.50', stopLoss: '390.05', keepBothAlive: true };
    expect(copiedDraft({ ...entry, journal: { ...entry.journal, bracket } }, legs).keepBothAlive).toBe(true);
  });

  test('closes the whole position with the action of its side', () => {
    const [long, , short] = demoPositions;
    if (long === undefined || short === undefined) throw new Error('demo');
    expect(closingDraft(long)).toMatchObject({ action: 'STC', quantity: '100', kind: 'market' });
    expect(closingDraft(short)).toMatchObject({ action: 'BTC', quantity: '60' });
  });

  test('gives an OCA group a number that is kept while one of its orders can fill', () => {
    const numbers = new GroupNumbers();
    const numbersOf = (...groups: readonly string[]) =>
      numbers.numbersOf(groups.map((ocaGroupId) => ({ ...row('s812'), state: 'working', ocaGroupId })));
    expect([...numbersOf('77', '77', '78')]).toEqual([
      ['77', 1],
      ['78', 2],
    ]);
    expect([...numbersOf('78', '79')]).toEqual([
      ['78', 2],
      ['79', 1],
    ]);
    expect(numbersOf('79', '78')).toBe(numbersOf('78', '79'));
  });

  test('shows the release time of a parked order, and that the time in force of a leg is assumed', () => {
    const columns = signalColumns({ zone: 'ET', today: '2026-03-02', symbolColumnWidth: 80, groups: new Map() });
    const text = (id: string, signal: Signal) => columns.find((column) => column.id === id)?.text({ id: '1', signal });
    const parked: Signal = { ...row('s812'), state: 'waiting', parkedUntil: 1_772_461_860 };
    expect(text('reason', parked)).toMatch(/^Parked until 09:31:00 ET/);
    expect(text('reason', { ...parked, state: 'working' })).not.toContain('Parked');
    expect(text('state', parked)).toBe('Pending parent');
    expect(text('state', { ...parked, cause: null })).toBe('Parked');
    expect(text('duration', { ...row('s812'), duration: 'DAY', durationAssumed: true })).toBe('DAY ?');
    expect(text('duration', { ...row('s812'), duration: 'DAY' })).toBe('DAY');
  });

  test('calls the links of an order unknown only if the order was entered elsewhere', () => {
    const columns = signalColumns({ zone: 'ET', today: '2026-03-02', symbolColumnWidth: 80, groups: new Map() });
    const text = (signal: Signal) => columns.find(({ id }) => id === 'reason')?.text({ id: '1', signal });
    const externalOrder: Signal = { ...row('s811'), journal: null, links: 'unknown' };
    expect(text(externalOrder)).toContain('Links ?');
    expect(linksText(externalOrder)).toBe('unknown (entered elsewhere)');
    const onHold: Signal = { ...externalOrder, state: 'held', journal: row('j1').journal };
    expect(text(onHold)).not.toContain('Links ?');
    expect(linksText(onHold)).toBe('not known before the order is accepted');
    expect(linksText({ ...externalOrder, links: 'known' })).toBe('known');
  });

  test('shows the protected quantity, the stop price and the end of the protection', () => {
    // 2 March 2026, 16:05 New York.
    const stops = { nearest: '258.930000', farthest: '258.93', duration: 'DAY', endsAt: 1_772_485_500 } as const;
    const partlyProtected = { quantity: '50', protectedQuantity: '40', unprotected: true, stops };
    const text = (more: object, today = '2026-03-02') => protectionText({ ...partlyProtected, ...more }, today, 'ET');
    expect(text({})).toBe('40 of 50 · 258.93 · today 16:05 ET');
    expect(text({}, '2026-03-01')).toBe('40 of 50 · 258.93 · 2026-03-02 16:05 ET');
    expect(text({ stops: { ...stops, farthest: '250', duration: 'GTC', endsAt: null } })).toBe(
      '40 of 50 · 258.93–250 · GTC',
    );
    expect(text({ stops: { ...stops, duration: null, endsAt: null } })).toBe('40 of 50 · 258.93 · end unknown');
    expect(text({ protectedQuantity: '0', stops: null })).toBe('No stop');
    expect(protectionTone(partlyProtected)).toBe('warn');
    expect(protectionTone({ ...partlyProtected, protectedQuantity: '50', unprotected: false })).toBe('good');
  });
});

test('positions are found by symbol, by side and by their protection', () => {
  const source = new ArraySource<PositionRow>();
  source.setColumns(positionColumns('ET', '2026-03-02', 80));
  source.update(demoPositions.map((position) => ({ id: position.id, position })));
  const found = (text: string) => {
    source.setText(text);
    return source.matchingRows().map(({ id }) => id);
  };
  const idsWhere = (matches: (position: Position) => boolean) => demoPositions.filter(matches).map(({ id }) => id);
  expect(found('jpm')).toEqual(['JPM']);
  expect(found('short')).toEqual(idsWhere(({ side }) => side === 'short'));
  expect(found('no stop')).toEqual(idsWhere(({ stops }) => !stops));
});

describe('the preview as a tree', () => {
  const node = (id: string, parentId: string | null) =>
    ({ id, parentId, text: id, effect: 'new', basis: 'documented', ocaGroup: null }) as const;

  test('lists children after their parent, and an order with a missing parent at the top level', () => {
    const lines = previewLines([node('child', 'parent'), node('parent', null), node('orphan', 'gone')]);
    expect(lines.map(({ node: { id }, depth }) => `${depth} ${id}`)).toEqual(['0 parent', '1 child', '0 orphan']);
  });

  test('lists every order, even orders that name each other as parent', () => {
    const lines = previewLines([node('a', 'b'), node('b', 'a'), node('own parent', 'own parent')]);
    expect(lines.map(({ node: { id }, depth }) => `${depth} ${id}`)).toEqual(['0 a', '1 b', '0 own parent']);
  });
});

test('fits the symbol column to the longest symbol, and at least to a futures symbol', () => {
  const width = (...symbols: string[]): number => symbolWidth(symbols.map((symbol) => ({ symbol })));
  expect(width()).toBe(width('AAPL', '@ESH6'));
  // Measured in the largest density: 132 px for 13 characters.
  expect(width('AAPL', 'SPXW2519L6850')).toBeGreaterThanOrEqual(132);
  expect(width('AAPL', 'SPXW2519L6850')).toBe(width('SPXW2519L6850'));
});
