import type { AutoTradeSettings } from '#rules/autotrade-settings.ts';
import { ONE, type Fixed } from '#rules/decimal.ts';
import type { FieldReader } from './field-reader.ts';

const LEAST_PERCENT = 1;
const LEAST_UNITS = 1;
const LEAST_DOLLARS = 100;

/** A start: what has no default must be there. `enabled` is what an instrument switch means that is not given. */
export function readSettings(reader: FieldReader, enabled: boolean): AutoTradeSettings {
  const scaling = reader.whole('scalingPercentage', LEAST_PERCENT, true);
  const allowShortOptions = reader.flag('allow_short_options', true);
  const ignoreManualTrades = reader.flag('ignore_manual_trades_in_account', true);
  const joinTradesInProgress = reader.flag('join_trades_in_progress', true);
  const nothing: AutoTradeSettings = {
    // A null has been named as a problem by the reader, and the settings are not used then.
    scalingPercentage: scaling ?? 1n,
    allowShortOptions: allowShortOptions ?? false,
    ignoreManualTrades: ignoreManualTrades ?? false,
    joinTradesInProgress: joinTradesInProgress ?? false,
    maxUnits: { future: null, forex: null, option: null },
    maxDollarsStocks: null,
    stopLossDollarsPerPosition: null,
    enabled: { stock: enabled, option: enabled, future: enabled, forex: enabled },
  };
  return readOptional(reader, nothing);
}

/** A change: what is not given stays. */
export function readChange(reader: FieldReader, before: AutoTradeSettings): AutoTradeSettings {
  return readOptional(reader, {
    ...before,
    scalingPercentage: reader.whole('scalingPercentage', LEAST_PERCENT, false) ?? before.scalingPercentage,
    allowShortOptions: reader.flag('allow_short_options', false) ?? before.allowShortOptions,
    ignoreManualTrades: reader.flag('ignore_manual_trades_in_account', false) ?? before.ignoreManualTrades,
  });
}

function readOptional(reader: FieldReader, before: AutoTradeSettings): AutoTradeSettings {
  const amount = (name: string, least: number, otherwise: Fixed | null): Fixed | null => {
    const value = reader.whole(name, least, false);
    return value === null ? otherwise : value * ONE;
  };
  const enabled = (name: string, otherwise: boolean): boolean => reader.flag(name, false) ?? otherwise;
  const { maxUnits } = before;
  return {
    ...before,
    maxUnits: {
      future: amount('max_units_futures', LEAST_UNITS, maxUnits.future),
      forex: amount('max_units_forex', LEAST_UNITS, maxUnits.forex),
      option: amount('max_units_options', LEAST_UNITS, maxUnits.option),
    },
    maxDollarsStocks: amount('max_dollars_stocks', LEAST_DOLLARS, before.maxDollarsStocks),
    stopLossDollarsPerPosition: amount('stopLossDollarsPerPosition', LEAST_DOLLARS, before.stopLossDollarsPerPosition),
    enabled: {
      stock: enabled('enable_stocks', before.enabled.stock),
      option: enabled('enable_options', before.enabled.option),
      future: enabled('enable_futures', before.enabled.future),
      forex: enabled('enable_forex', before.enabled.forex),
    },
  };
}
