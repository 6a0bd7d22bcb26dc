import { bookFill } from '#rules/trades/position.ts';
import { settleTrade, type InstrumentTerms, type Trade, type FillPart } from '#rules/trades/trade.ts';
import { isEntry } from '#rules/order-terms.ts';
import type { Signal } from '#rules/signals/signal.ts';
import type { Cause } from '#rules/signals/cause.ts';
import { signalExpiry } from '#rules/calendar/expiry.ts';
import type { Catalog } from '#practice/catalog.ts';
import { dollarRate } from '#practice/market/dollar-rate.ts';
import type { IdCounter } from '#practice/engine/id-counter.ts';
import type { PriceHistory } from '#practice/market/price-history.ts';
import type { PlannedSignal, PlannedTrade } from './plan.ts';

export type HistoryRecords = { readonly signals: Signal[]; readonly trades: Trade[]; readonly fillParts: FillPart[] };

type Ids = { readonly id: string; groupId: string | null };

/**
 * Turns plans into records in the same way as the running service: ids are given in the order of
 * time, and fills are booked by the same rules.
 */
export class HistoryWriter {
  readonly #catalog: Catalog;
  readonly #history: PriceHistory;
  readonly #counter: IdCounter;
  readonly #ids = new Map<PlannedSignal, Ids>();
  readonly #tradeIds = new Map<PlannedTrade, string>();

  constructor(catalog: Catalog, history: PriceHistory, counter: IdCounter) {
    this.#catalog = catalog;
    this.#history = history;
    this.#counter = counter;
  }

  /** Gives ids to the planned signals and trades of all strategies, in the order of time. */
  assignIds(signals: readonly PlannedSignal[], trades: readonly PlannedTrade[]): void {
    const draws = [
      ...signals.map((signal) => ({ at: signal.postedAt, draw: () => this.#drawIds(signal) })),
      ...trades.map((trade) => ({ at: trade.openedAt, draw: () => this.#tradeIds.set(trade, this.#counter.next()) })),
    ];
    for (const { draw } of draws.sort((a, b) => a.at - b.at)) draw();
  }

  /** Records of one strategy. */
  records(trades: readonly PlannedTrade[], misses: readonly PlannedSignal[]): HistoryRecords {
    const result: HistoryRecords = {
      signals: misses.map((miss) => this.#signal(miss, null)),
      trades: [],
      fillParts: [],
    };
    for (const trade of trades) this.#book(trade, result);
    return result;
  }

  /**
   * The id of a bracket's group is drawn when the first child of the bracket gets its id. In every
   * plan parents are before their children.
   */
  #drawIds(signal: PlannedSignal): void {
    this.#ids.set(signal, { id: this.#counter.next(), groupId: null });
    if (signal.parent) this.#idsOf(signal.parent).groupId ??= this.#counter.next();
  }

  #book(plannedTrade: PlannedTrade, records: HistoryRecords): void {
    let trade: Trade | undefined;
    const byTime = [...plannedTrade.signals].sort((a, b) => (a.endedAt ?? Infinity) - (b.endedAt ?? Infinity));
    for (const plannedSignal of byTime) {
      const signalWithoutTradeIds = this.#signal(plannedSignal, plannedTrade);
      const { state, tradedPrice, endedAt } = plannedSignal;
      if (state !== 'traded' || tradedPrice === null || endedAt === null) {
        records.signals.push(signalWithoutTradeIds);
        continue;
      }
      const fill = { signal: signalWithoutTradeIds, price: tradedPrice, at: endedAt };
      const terms = this.#terms(plannedSignal);
      const { closing, opening } = bookFill(trade, fill, terms, () => this.#tradeId(plannedTrade));
      const [openingTradeId, closingTradeId] = [opening?.trade.id ?? null, closing?.trade.id ?? null];
      records.signals.push({ ...signalWithoutTradeIds, openingTradeId, closingTradeId });
      for (const part of [closing, opening]) if (part) records.fillParts.push(part.fillPart);
      trade = (opening ?? closing)?.trade;
    }
    if (trade)
      records.trades.push(
        plannedTrade.settlement ? settleTrade(trade, plannedTrade.settlement.price, plannedTrade.settlement.at) : trade,
      );
  }

  #terms(plan: PlannedSignal): InstrumentTerms {
    const { pointValue, currency } = this.#catalog.get(plan.symbol);
    const at = plan.endedAt ?? plan.postedAt;
    return { pointValue, usdRate: dollarRate(currency, (pair) => this.#history.priceAt(pair, at)) };
  }

  #tradeId(planned: PlannedTrade): string {
    const id = this.#tradeIds.get(planned);
    if (id === undefined) throw new Error('a planned trade was not numbered');
    return id;
  }

  #idsOf(plan: PlannedSignal): Ids {
    const ids = this.#ids.get(plan);
    if (!ids) throw new Error('a planned signal was not numbered');
    return ids;
  }

  #signal(plan: PlannedSignal, trade: PlannedTrade | null): Signal {
    const { action, quantity, symbol, instrument, duration, limit, stop, role, postedAt, state, endedAt } = plan;
    const child = (kind: Signal['role']): PlannedSignal | undefined =>
      trade?.signals.find((signal) => signal.parent === plan && signal.role === kind);
    const target = isEntry(action) ? child('profitTarget') : undefined;
    const stopLoss = isEntry(action) ? child('stopLoss') : undefined;
    return {
      ...{ action, quantity, symbol, instrument, duration, limit, stop, role, postedAt, state, endedAt },
      id: this.#idsOf(plan).id,
      ownId: null,
      profitTarget: target?.limit ?? null,
      stopLoss: stopLoss?.stop ?? null,
      parentId: plan.parent ? this.#idsOf(plan.parent).id : null,
      awaitsParent: state === 'waiting',
      releaseAt: null,
      ocaId: plan.parent ? this.#idsOf(plan.parent).groupId : null,
      targetGroupId: this.#idsOf(plan).groupId,
      profitTargetId: target ? this.#idsOf(target).id : null,
      stopLossId: stopLoss ? this.#idsOf(stopLoss).id : null,
      replaces: null,
      comments: '',
      cause: this.#cause(plan),
      expiresAt: signalExpiry(plan, postedAt, {
        followsHolidays: false,
        contractEnd: (contract) => this.#catalog.get(contract).end,
      }),
      tradedPrice: plan.tradedPrice,
      openingTradeId: null,
      closingTradeId: null,
    };
  }

  #cause(plan: PlannedSignal): Cause | null {
    if (plan.state === 'traded') return { kind: 'filled' };
    if (plan.state === 'expired') return { kind: 'durationEnded' };
    if (plan.cause?.kind === 'siblingFilled') return { kind: 'siblingFilled', by: this.#idsOf(plan.cause.by()).id };
    if (plan.cause?.kind === 'parentFilled') return { kind: 'parentFilled', by: this.#idsOf(plan.cause.by()).id };
    return plan.state === 'canceled' ? { kind: 'requested' } : null;
  }
}
