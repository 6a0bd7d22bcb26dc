import type { AutoTradePlan } from '#contract/model/autotrade.ts';
import { newCheckTexts } from '#renderer/plan/plan-changes.ts';

/** The differences between an earlier and a later plan, one line for each difference. */
export function planChanges(earlier: AutoTradePlan, later: AutoTradePlan): string[] {
  const earlierRows = new Map(earlier.positions.map((row) => [row.symbol, row]));
  const positionLines = later.positions.flatMap(({ symbol, strategyQuantity, after }) => {
    const row = earlierRows.get(symbol);
    earlierRows.delete(symbol);
    if (row === undefined) return [`${symbol}: the strategy holds it now (${strategyQuantity}).`];
    if (row.strategyQuantity === strategyQuantity) {
      if (row.after === after) return [];
      if (row.after === null || after === null)
        return [
          `${symbol}: the planned quantity of the copy was ${row.after ?? 'not known'} and is ${after ?? 'not known'} now.`,
        ];
      return [`${symbol}: the copy becomes ${after} instead of ${row.after}.`];
    }
    return [`${symbol}: the strategy held ${row.strategyQuantity} and holds ${strategyQuantity} now.`];
  });
  const closedLines = [...earlierRows.keys()].map((symbol) => `${symbol}: the strategy no longer holds it.`);
  const settingLines = later.settings.flatMap((row) => {
    const old = earlier.settings.find(({ field }) => field === row.field);
    if (old === undefined || (old.before === row.before && old.change === row.change)) return [];
    if (old.before === row.before) {
      const value = row.before ?? 'its value';
      return [
        `${row.field}: ${value} is ${row.change === 'sent' || row.change === 'kept' ? 'no longer certain' : 'certain now'}.`,
      ];
    }
    return [`${row.field}: it was ${old.before ?? 'not known'} and is ${row.before ?? 'not known'} now.`];
  });
  const checkTexts = newCheckTexts(earlier.checks, later.checks);
  const lines = [...positionLines, ...closedLines, ...settingLines, ...checkTexts];
  return lines.length === 0 ? ['The copy or the broker list changed.'] : lines;
}
