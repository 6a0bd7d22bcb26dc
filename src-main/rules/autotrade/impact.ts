import { magnitude, ONE, type Fixed } from '#rules/decimal.ts';
import type { InstrumentType } from '#rules/order-terms.ts';
import { copyTarget, type AutoTradeSettings } from './settings.ts';

/** An open position of the strategy. `price` is the price at which the copy is estimated. */
export type StrategyPosition = {
  readonly tradeId: string;
  readonly symbol: string;
  readonly instrument: InstrumentType;
  /** With its sign: below zero for a short position. */
  readonly quantity: Fixed;
  readonly price: Fixed;
};

/**
 * Why the copy is smaller than quantity × scaling: its type or short options are off, it rounds
 * down to no unit, it reaches the cap of its type, a fraction of a unit is dropped, or the link
 * does not copy the trade. Null if the copy is exact, or if AutoTrade ends.
 */
export type CopyLimit = 'type-off' | 'short-options-off' | 'below-one-unit' | 'cap' | 'rounded' | 'not-joined' | null;

/**
 * What a change of settings does to the copy of one position. `copied` is the quantity before the
 * change, `target` the quantity after it. Quantities have their sign.
 */
export type CopyChange = {
  readonly position: StrategyPosition;
  readonly copied: Fixed;
  readonly target: Fixed;
  /** The quantity that is bought now; negative if it is sold. */
  readonly delta: Fixed;
  readonly limit: CopyLimit;
};

/** The settings of a link before and after an act. Null is no link. */
export type SettingsChange = {
  readonly before: AutoTradeSettings | null;
  readonly after: AutoTradeSettings | null;
  /** Trades that the link does not copy: not joined, or closed by their stop loss. */
  readonly skipped: ReadonlySet<string>;
};

/**
 * What an act trades at once, position by position: a start (`before` is null), new settings, or
 * an end of AutoTrade that closes positions (`after` is null). It is an estimate: no read returns
 * what the account holds, so the copy before the act is assumed to match the earlier settings.
 */
export function impactOf(positions: readonly StrategyPosition[], change: SettingsChange): CopyChange[] {
  const { before, after, skipped } = change;
  return positions.map((position) => {
    const isSkipped = skipped.has(position.tradeId);
    const copied = before === null || isSkipped ? 0n : targetOf(position, before);
    const joins = before !== null || after === null || after.joinTradesInProgress;
    const isCopied = after !== null && joins && !isSkipped;
    const target = isCopied ? targetOf(position, after) : 0n;
    const limit = after === null ? null : isCopied ? copyLimit(position, after) : 'not-joined';
    return { position, copied, target, delta: target - copied, limit };
  });
}

/** Why the copy of this position is smaller than quantity × scaling. */
export function copyLimit(position: StrategyPosition, settings: AutoTradeSettings): CopyLimit {
  const { instrument, quantity } = position;
  if (!settings.enabled[instrument]) return 'type-off';
  if (instrument === 'option' && quantity < 0n && !settings.allowShortOptions) return 'short-options-off';
  const scaled = magnitude(quantity) * settings.scalingPercentage;
  const whole = scaled / 100n / ONE;
  if (whole === 0n) return 'below-one-unit';
  if (magnitude(targetOf(position, settings)) < whole * ONE) return 'cap';
  return scaled === whole * 100n * ONE ? null : 'rounded';
}

const targetOf = ({ instrument, quantity, price }: StrategyPosition, settings: AutoTradeSettings): Fixed =>
  copyTarget(instrument, quantity, price, settings);
