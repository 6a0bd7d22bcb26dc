import type { TradeSums } from '#contract/model/trade-filter.ts';
import { signedText } from '#renderer/format/signed-text.ts';

/** What is filtered, in a line: `Closed +12,345 · 120 won, 80 lost · Open −200`. */
export function sumsText({ closed, open, wins, losses, closedProfit, openProfit, unstated }: TradeSums): string {
  const parts = [
    closed > 0 ? `Closed $ ${signedText(closedProfit)} · ${wins} won, ${losses} lost` : '',
    open > 0 ? `Open $ ${signedText(openProfit)}` : '',
    unstated > 0 ? `${unstated} without a P/L` : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}
