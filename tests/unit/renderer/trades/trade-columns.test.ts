import { describe, expect, it } from 'vitest';
import type { Trade } from '#contract/model/trade.ts';
import { sortKeys } from '#core/trades/sort-keys.ts';
import { componentColumns, componentRow } from '#renderer/trades/component-columns.ts';
import { closedText, tradeColumns } from '#renderer/trades/trade-columns.ts';
import { tradeRow } from '#renderer/trades/trade-row.ts';

const at = (text: string): number => Date.parse(text) / 1_000;
const openTrade: Trade = {
  tradeId: '31',
  systemId: '7',
  open: true,
  side: 'short',
  symbol: '@ESH6',
  description: 'E-mini S&P 500',
  instrument: 'future',
  pointValue: '50',
  currency: 'USD',
  quantityOpened: '3',
  quantityClosed: '1',
  openPrice: '5012.25',
  closePrice: '5010.50',
  openedAt: at('2026-03-12T13:31:05Z'),
  closedAt: null,
  markedAt: at('2026-03-12T20:00:00Z'),
  profit: '-88',
  heldSeconds: null,
};
const columns = tradeColumns('ET');
const text = (id: string, trade: Trade): string => columns.find((one) => one.id === id)?.text(tradeRow(trade)) ?? '';
const tone = (id: string, trade: Trade): string | undefined =>
  columns.find((one) => one.id === id)?.tone?.(tradeRow(trade));

describe('columns of the trades', () => {
  it('have the ids by which the cache sorts', () => {
    const sortable = columns.filter((column) => column.sortKey !== undefined).map((column) => column.id);
    expect(sortable.filter((id) => !sortKeys.has(id))).toEqual([]);
    expect(sortable).toHaveLength(13);
  });

  it('show the price of an open trade as an implied mark with its time', () => {
    expect([text('closePrice', openTrade), tone('closePrice', openTrade)]).toEqual(['~ 5,010.50', 'muted']);
    const tooltip = columns.find((one) => one.id === 'closePrice')?.tooltip?.(tradeRow(openTrade));
    expect(tooltip).toBe('Implied mark, as of 2026-03-12 16:00:00 ET; not a quote');
    expect(text('closePrice', { ...openTrade, open: false })).toBe('5,010.50');
    expect(text('closePrice', { ...openTrade, closePrice: null })).toBe('–');
  });

  it('show a loss with its sign and tone, and every digit', () => {
    expect([text('profit', openTrade), tone('profit', openTrade)]).toEqual(['−88', 'loss']);
    const gain = { ...openTrade, profit: '12.50' };
    expect([text('profit', gain), tone('profit', gain)]).toEqual(['+12.50', 'gain']);
    expect(text('openPrice', openTrade)).toBe('5,012.25');
  });

  it('call no trade open that has ended at a time that is not known', () => {
    const closed = (trade: Trade): string => closedText(tradeRow(trade), 'ET');
    expect(closed(openTrade)).toBe('Open');
    expect(closed({ ...openTrade, open: false })).toBe('Time not known');
    expect(closed({ ...openTrade, unlistedAt: at('2026-03-13T14:00:00Z') })).toBe('Time not known');
    expect(closed({ ...openTrade, open: false, closedAt: at('2026-03-13T14:00:00Z') })).toBe('2026-03-13 10:00:00 ET');
  });

  it('mark a trade that the platform no longer lists, with the time at which it became unlisted', () => {
    const unlisted = { ...openTrade, open: false, unlistedAt: at('2026-03-13T14:00:00Z') };
    expect([text('open', unlisted), tone('open', unlisted)]).toEqual(['Unlisted', 'warn']);
    const tooltip = (trade: Trade) => columns.find((one) => one.id === 'open')?.tooltip?.(tradeRow(trade));
    expect(tooltip(unlisted)).toBe('No longer listed by the platform since 2026-03-13 10:00:00 ET. Shown as last read');
    expect(tooltip(openTrade)).toBeUndefined();
  });

  it('show an open trade that left the list of open trades as ended, not as unlisted', () => {
    const endedTrade = { ...openTrade, unlistedAt: at('2026-03-13T14:00:00Z') };
    expect([text('open', endedTrade), tone('open', endedTrade)]).toEqual(['Ended', 'muted']);
    expect(columns.find((one) => one.id === 'open')?.tooltip?.(tradeRow(endedTrade))).toMatch(
      /^Not in the list of open trades since 2026-03-13 10:00:00 ET\./,
    );
  });

  it('distinguish a partly closed trade', () => {
    expect(text('open', openTrade)).toBe('Partly closed');
    expect(text('open', { ...openTrade, quantityClosed: '0' })).toBe('Open');
    expect(text('open', { ...openTrade, open: false })).toBe('Closed');
  });

  it('show New York times to the minute', () => {
    expect([text('openedAt', openTrade), text('closedAt', openTrade)]).toEqual(['2026-03-12 09:31', '–']);
  });
});

describe('the table of component signals', () => {
  const signal = {
    serviceId: '5',
    action: null,
    quantity: '1',
    symbol: 'X',
    price: null,
    tradedAt: null,
    tradedText: '1/5/26',
  };

  it("shows the platform's own text for a time that could not be read", () => {
    const traded = componentColumns('ET').find((one) => one.id === 'tradedAt');
    expect(traded?.text(componentRow(signal, 0))).toBe('1/5/26');
  });

  it('has two rows for a signal that a trade lists twice', () => {
    expect(componentRow(signal, 0).id).not.toBe(componentRow(signal, 1).id);
  });
});
