import { ONE, toNumber, type Fixed } from '#rules/decimal.ts';
import { fromNewYork } from '#rules/calendar/new-york.ts';
import type { OptionContract } from '#rules/option-symbol.ts';

const YEAR = 365 * 86_400_000;
const CLOSE_HOUR = 16;

/** When the option stops trading: 16:00 New York on its last day. */
export function optionEnd(option: OptionContract): number {
  return fromNewYork({
    year: option.year,
    month: option.month,
    day: option.day,
    hour: CLOSE_HOUR,
    minute: 0,
    second: 0,
  }).earliest;
}

/** The intrinsic value; never below zero. */
export function intrinsicValue(option: OptionContract, underlying: Fixed): Fixed {
  const value = option.kind === 'call' ? underlying - option.strike : option.strike - underlying;
  return value > 0n ? value : 0n;
}

/** Black-Scholes without interest, rounded to the tick; at least one tick until the option ends. */
export function optionPrice(
  option: OptionContract,
  underlying: Fixed,
  volatility: number,
  tick: Fixed,
  instant: number,
): Fixed {
  const years = (optionEnd(option) - instant) / YEAR;
  if (years <= 0) return intrinsicValue(option, underlying);
  const deviation = volatility * Math.sqrt(years);
  const spot = toNumber(underlying);
  const strike = toNumber(option.strike);
  const d1 = Math.log(spot / strike) / deviation + deviation / 2;
  const call = spot * normalShare(d1) - strike * normalShare(d1 - deviation);
  return toTick(option.kind === 'call' ? call : call - spot + strike, tick);
}

/** The nearest multiple of the tick, at least one. */
export function toTick(value: number, tick: Fixed): Fixed {
  const ticks = BigInt(Math.max(1, Math.round((value * Number(ONE)) / Number(tick))));
  return ticks * tick;
}

/** The cumulative normal distribution (Abramowitz and Stegun 26.2.17). */
function normalShare(x: number): number {
  const k = 1 / (1 + 0.2316419 * Math.abs(x));
  const series = k * (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
  const tail = (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * series;
  return x >= 0 ? 1 - tail : tail;
}
