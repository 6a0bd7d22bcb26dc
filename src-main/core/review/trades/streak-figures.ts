import type { Message } from '#contract/message.ts';
import type { Figure } from '#contract/model/review.ts';
import { figure, type Basis, type FigureDefinition } from '#core/review/figure.ts';
import type { TradeColumns } from './trade-columns.ts';

const winning: FigureDefinition = {
  key: 'trades.longestWinningStreak',
  unit: 'count',
};
const losing: FigureDefinition = {
  key: 'trades.longestLosingStreak',
  unit: 'count',
};

type Streak = { readonly length: number; readonly first: number; readonly last: number };

/**
 * Longest runs of winning and of losing trades. A trade at zero ends both. Trades closed in one
 * second keep the given order. `ordered` contains rows by closing time. `untimedCount` is the
 * number of trades without a closing time.
 */
export function streakFigures(
  columns: TradeColumns,
  ordered: Int32Array,
  untimedCount: number,
  basis: Basis,
): Figure[] {
  const caveats: readonly (Message | null)[] = [
    ordered.length === 0 ? { code: 'figure.no-closed-trade' } : null,
    untimedCount === 0 ? null : { code: 'figure.left-out', count: untimedCount, missing: 'closing-time' },
  ];
  const streakFigure = (definition: FigureDefinition, sign: number): Figure => {
    const streak = ordered.length === 0 ? null : longest(columns.profits.units, ordered, sign);
    const at = (place: number): number | null => columns.closedAt[ordered[place] ?? -1] ?? null;
    return figure(
      definition,
      { ...basis, sample: ordered.length },
      {
        value: streak === null ? null : streak.length,
        inputs:
          streak === null || streak.length === 0
            ? {}
            : { firstClosedAt: at(streak.first), lastClosedAt: at(streak.last) },
        caveats,
      },
    );
  };
  return [streakFigure(winning, 1), streakFigure(losing, -1)];
}

/** The earliest of the longest runs, as places in `ordered`. */
function longest(units: Float64Array, ordered: Int32Array, sign: number): Streak {
  let best: Streak = { length: 0, first: 0, last: 0 };
  let run = 0;
  for (let place = 0; place < ordered.length; place += 1) {
    run = Math.sign(units[ordered[place] ?? -1] ?? 0) === sign ? run + 1 : 0;
    if (run > best.length) best = { length: run, first: place - run + 1, last: place };
  }
  return best;
}
