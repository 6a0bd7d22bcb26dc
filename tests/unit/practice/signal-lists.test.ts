// The printed text of a signal is cached. After any change or rollover it must equal the text of a
// new printing.
import { beforeEach, expect, it } from 'vitest';
import { Catalog } from '#practice/catalog.ts';
import { printEnvelope } from '#practice/envelope.ts';
import { printInParts, type LongList } from '#practice/long-list.ts';
import { SignalLists } from '#practice/records/signal-lists.ts';
import { openDatabase } from '#practice/store/schema.ts';
import type { SignalRow } from '#practice/store/signal-store.ts';
import { Store } from '#practice/store/store.ts';
import { Switches } from '#practice/switches.ts';
import { fixed } from '#rules/decimal.ts';
import type { Signal } from '#rules/signals/signal.ts';
import { WORKING_SIGNAL } from '#tests/fixtures/working-signal.ts';

const count = 300;
const signal = (at: number, more: Partial<Signal> = {}): Signal => ({
  ...WORKING_SIGNAL,
  id: String(1_000 + at),
  ownId: `own-${at}`,
  quantity: fixed('1.5'),
  symbol: at % 2 === 0 ? 'AAPL' : '@ESH6',
  instrument: at % 2 === 0 ? 'stock' : 'future',
  limit: fixed('187.10'),
  postedAt: Date.UTC(2026, 2, 2, 15, 0, at),
  ...more,
});

let store: Store;
let switches: Switches;
let lists: SignalLists;
let newLists: () => SignalLists;
let now: number;
beforeEach(() => {
  const db = openDatabase(':memory:');
  // The signals are of a strategy that is not stored.
  db.exec('PRAGMA foreign_keys = OFF');
  store = new Store(db);
  switches = new Switches(store.meta);
  now = Date.UTC(2026, 2, 2, 15);
  const context = { catalog: new Catalog(() => now), switches };
  newLists = () => new SignalLists(context);
  lists = newLists();
});

const printed = <Item>(response: LongList<Item>): Promise<string | null> =>
  printInParts({ ok: '1', response }, () => true);
const printedAtOnce = <Item>(response: LongList<Item>): string => printEnvelope({ ok: '1', response });

/**
 * Changes that a list must show: a switch that is set, and a later time, at which the symbol means
 * the contract of ten years later.
 */
const changes: readonly (() => void)[] = [
  () => undefined,
  () => switches.set('ownIdsInLists', 'no'),
  () => switches.set('absentTime', 'null'),
  () => (now = Date.UTC(2034, 2, 2)),
];
async function expectCurrentText<Item>(list: (source: SignalLists) => LongList<Item>): Promise<void> {
  const texts = new Set<string>();
  for (const change of changes) {
    change();
    const wanted = printedAtOnce(list(newLists()));
    for (let reading = 0; reading < 2; reading += 1) expect(await printed(list(lists))).toBe(wanted);
    texts.add(wanted);
  }
  expect(texts.size).toBeGreaterThanOrEqual(changes.length - 1);
}

it('prints live signals as they are now, also after a switch changed or time passed', async () => {
  const signals = Array.from({ length: count }, (_, at) => signal(at));
  await expectCurrentText((source) => source.working(signals));
});

it('prints stored signals as they are now, also after a switch changed or time passed', async () => {
  for (let at = 0; at < count; at += 1) store.signals.put('7', signal(at));
  const rows = (): readonly SignalRow[] => store.signals.filtered('7', { by: 'posted', from: 0, to: Date.now() * 2 });
  await expectCurrentText((source) => source.all(rows()));
  expect(rows()).toHaveLength(count);
  store.signals.put('7', signal(0, { state: 'canceled', endedAt: now }));
  const text = await printed(lists.all(rows()));
  expect(text).toBe(printedAtOnce(newLists().all(rows())));
  expect(text).toContain('"status": "canceled"');
});
