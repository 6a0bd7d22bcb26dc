import type { AutoTradeSettings } from '#contract/model/autotrade.ts';
import type { Instrument } from '#contract/model/scalars.ts';

/** A value of a setting on the wire. Null means no limit, for which a request has no value. */
type WireValue = number | null;

const types: readonly Instrument[] = ['stock', 'option', 'future', 'forex'];
const typeFields: Readonly<Record<Instrument, string>> = {
  stock: 'enable_stocks',
  option: 'enable_options',
  future: 'enable_futures',
  forex: 'enable_forex',
};
const startOnlyField = 'join_trades_in_progress';

/** The settings by the names of the platform, platform-api "startAutoTrade". */
export const wireSettings = (settings: AutoTradeSettings): ReadonlyMap<string, WireValue> =>
  new Map<string, WireValue>([
    ['scalingPercentage', settings.scalingPercentage],
    ...types.map((type): [string, WireValue] => [typeFields[type], flag(settings.enabled[type])]),
    ['max_dollars_stocks', settings.maxDollarsStocks],
    ['max_units_options', settings.maxUnits.option],
    ['max_units_futures', settings.maxUnits.future],
    ['max_units_forex', settings.maxUnits.forex],
    ['stopLossDollarsPerPosition', settings.stopLossDollarsPerPosition],
    ['allow_short_options', flag(settings.allowShortOptions)],
    ['ignore_manual_trades_in_account', flag(settings.ignoreManualTrades)],
    [startOnlyField, flag(settings.joinTradesInProgress)],
  ]);

const flag = (value: boolean): number => (value ? 1 : 0);

/** The fields of a start. A limit of null is left out, which means no limit. */
export const startFields = (settings: AutoTradeSettings): Record<string, number> =>
  Object.fromEntries([...wireSettings(settings)].filter((entry): entry is [string, number] => entry[1] !== null));

/** The fields that a change sends: all, or only those that differ from known earlier settings. */
export function changedFields(before: AutoTradeSettings | null, after: AutoTradeSettings): string[] {
  const known = before === null ? null : wireSettings(before);
  return [...wireSettings(after)]
    .filter(([name, value]) => name !== startOnlyField && value !== null && value !== known?.get(name))
    .map(([name]) => name);
}

/**
 * Limits that the new settings remove. The removal cannot be sent, because the API of the platform
 * has no value for "no limit".
 */
export function removedLimits(before: AutoTradeSettings | null, after: AutoTradeSettings): string[] {
  if (before === null) return [];
  const next = wireSettings(after);
  return [...wireSettings(before)]
    .filter(([name, value]) => value !== null && next.get(name) === null)
    .map(([name]) => name);
}

/**
 * Whether the new settings copy no more of any position than the earlier ones: scaling and limits
 * are not higher, no type and no short options are switched on, and the setting to ignore manual
 * trades is unchanged.
 */
export function onlyReduces(before: AutoTradeSettings, after: AutoTradeSettings): boolean {
  return (
    after.scalingPercentage <= before.scalingPercentage &&
    isAtMost(after.maxDollarsStocks, before.maxDollarsStocks) &&
    isAtMost(after.maxUnits.option, before.maxUnits.option) &&
    isAtMost(after.maxUnits.future, before.maxUnits.future) &&
    isAtMost(after.maxUnits.forex, before.maxUnits.forex) &&
    isAtMost(after.stopLossDollarsPerPosition, before.stopLossDollarsPerPosition) &&
    types.every((type) => before.enabled[type] || !after.enabled[type]) &&
    (before.allowShortOptions || !after.allowShortOptions) &&
    before.ignoreManualTrades === after.ignoreManualTrades
  );
}

const isAtMost = (after: WireValue, before: WireValue): boolean =>
  before === null || (after !== null && after <= before);
