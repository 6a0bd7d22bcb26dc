import type { TradeSums } from '#contract/model/trade-filter.ts';
import { signedMoneyText } from '#renderer/format/money-text.ts';

/** What is filtered, in a line: `Closed +12,345 · 120 won, 80 lost · Open −200`. */
export function sumsText({ closed, open, wins, losses, closedProfit, openProfit, unstated }: TradeSums): string {
  const parts = [
    closed > 0 ? `Closed ${signedMoneyText(closedProfit)} · ${wins} won, ${losses} lost` : '',
    open > 0 ? `Open ${signedMoneyText(openProfit)}` : '',
    unstated > 0 ? `${unstated} without a P/L` : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}
