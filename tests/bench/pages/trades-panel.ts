import type { TradeFilter } from '#contract/model/trade-filter.ts';
import { done } from '#contract/outcome.ts';
import { NotesStore } from '#renderer/trades/notes-store.svelte.ts';
import { tradeColumns } from '#renderer/trades/trade-columns.ts';
import { TradesStore } from '#renderer/trades/trades-store.svelte.ts';
import TradesBlotter from '#renderer/trades/TradesBlotter.svelte';
import { madeTradeRows } from './grid-trades.ts';
import { PanelStage, type Timed } from './panel-stage.ts';

/** The trades blotter as the program shows it, with pages of trades from memory. */
export type TradesPanelBench = { mount(): Promise<Timed> };

declare global {
  interface Window {
    tradesPanelBench?: TradesPanelBench;
  }
}

type Page = { readonly offset: number; readonly limit: number; readonly filter: TradeFilter };

const trades = madeTradeRows(10_000).toReversed();
const stage = await PanelStage.make(
  {
    'trades.query': ({ offset, limit }: Page) =>
      done({ trades: trades.slice(offset, offset + limit), total: trades.length, revision: 1 }),
  },
  'Trades',
);
const { bridge, strategy } = stage.app;
const [newest] = trades;
const wantedText = newest === undefined ? undefined : tradeColumns('ET')[0]?.text(newest);

window.tradesPanelBench = {
  mount: () =>
    stage.timed(
      () =>
        stage.mount(TradesBlotter, () => {
          const notes = new NotesStore(bridge, strategy);
          return {
            store: new TradesStore(bridge, strategy, () => notes.marks),
            notes,
            zone: 'ET',
            freshness: strategy.combinedFreshness('trades', 'tradesOpen'),
            onsignal: () => undefined,
          };
        }),
      (first) => first === wantedText,
    ),
};
