import type { AutoTradeSettings } from '#rules/autotrade/settings.ts';
import { ONE, type Fixed } from '#rules/decimal.ts';
import type { InstrumentType } from '#rules/order-terms.ts';
import type { FieldCheck } from '#practice/decode/field-check.ts';
import { givenText, type Fields } from '#practice/decode/fields.ts';
import type { BrokerChoice } from './broker.ts';

/** In these ranges, the minimum is from the specification, and the maximum is the service's own. */
const PERCENT = { min: 1, max: 1_000_000 };
const UNITS = { min: 1, max: 1_000_000_000 };
const DOLLARS = { min: 100, max: 1_000_000_000_000 };

/**
 * Reads the settings of startAutoTrade and changeAutoTrade. Values outside the bounds above are
 * refused.
 */
export class SettingsReader {
  readonly #fields: Fields;
  readonly #check: FieldCheck;
  readonly #zero: 'refuse' | 'notGiven';

  /** `zero`: what 0 means in an optional number. No such number has a minimum below 1. */
  constructor(fields: Fields, check: FieldCheck, zero: 'refuse' | 'notGiven') {
    this.#fields = fields;
    this.#check = check;
    this.#zero = zero;
  }

  /**
   * Reads the settings of a start. Members that have no default are required. `enabled` is the
   * default of the `enable_…` flags.
   */
  readStart(enabled: boolean, broker: BrokerChoice): AutoTradeSettings {
    const scaling = this.#required('scalingPercentage', this.#check.whole('scalingPercentage', PERCENT));
    const settings = this.#withOptional({
      // After an error the request is refused, and this placeholder is not used.
      scalingPercentage: BigInt(scaling ?? PERCENT.min),
      allowShortOptions: this.#requiredFlag('allow_short_options'),
      ignoreManualTrades: this.#requiredFlag('ignore_manual_trades_in_account'),
      joinTradesInProgress: this.#requiredFlag('join_trades_in_progress'),
      maxUnits: { future: null, forex: null, option: null },
      maxDollarsStocks: null,
      stopLossDollarsPerPosition: null,
      enabled: { stock: enabled, option: enabled, future: enabled, forex: enabled },
    });
    return limitedToBroker(settings, broker);
  }

  /** Reads the settings of a change. Members that are not given keep their value. */
  readChange(before: AutoTradeSettings, broker: BrokerChoice): AutoTradeSettings {
    const scaling = this.#whole('scalingPercentage', PERCENT);
    const settings = this.#withOptional({
      ...before,
      scalingPercentage: scaling === undefined ? before.scalingPercentage : BigInt(scaling),
      allowShortOptions: this.#flag('allow_short_options', before.allowShortOptions),
      ignoreManualTrades: this.#flag('ignore_manual_trades_in_account', before.ignoreManualTrades),
    });
    return limitedToBroker(settings, broker);
  }

  #withOptional(before: AutoTradeSettings): AutoTradeSettings {
    const { maxUnits, enabled } = before;
    return {
      ...before,
      maxUnits: {
        future: this.#limit('max_units_futures', UNITS, maxUnits.future),
        forex: this.#limit('max_units_forex', UNITS, maxUnits.forex),
        option: this.#limit('max_units_options', UNITS, maxUnits.option),
      },
      maxDollarsStocks: this.#limit('max_dollars_stocks', DOLLARS, before.maxDollarsStocks),
      stopLossDollarsPerPosition: this.#limit('stopLossDollarsPerPosition', DOLLARS, before.stopLossDollarsPerPosition),
      enabled: {
        stock: this.#flag('enable_stocks', enabled.stock),
        option: this.#flag('enable_options', enabled.option),
        future: this.#flag('enable_futures', enabled.future),
        forex: this.#flag('enable_forex', enabled.forex),
      },
    };
  }

  #limit(name: string, range: { min: number; max: number }, fallback: Fixed | null): Fixed | null {
    const value = this.#whole(name, range);
    return value === undefined ? fallback : BigInt(value) * ONE;
  }

  #whole(name: string, range: { min: number; max: number }): number | undefined {
    const absent = this.#zero === 'notGiven' && givenText(this.#fields, name) === null;
    return absent ? undefined : this.#check.whole(name, range);
  }

  #flag(name: string, fallback: boolean): boolean {
    return this.#check.flag(name) ?? fallback;
  }

  #requiredFlag(name: string): boolean {
    return this.#required(name, this.#check.flag(name)) ?? false;
  }

  #required<T>(name: string, value: T | undefined): T | undefined {
    return this.#check.required(name, value);
  }
}

/** A broker copies only types that it trades, even if the settings ask for more. */
function limitedToBroker(settings: AutoTradeSettings, { trades, shortOptions }: BrokerChoice): AutoTradeSettings {
  const { enabled } = settings;
  const isOn = (type: InstrumentType): boolean => enabled[type] && trades.includes(type);
  return {
    ...settings,
    allowShortOptions: settings.allowShortOptions && shortOptions,
    enabled: { stock: isOn('stock'), option: isOn('option'), future: isOn('future'), forex: isOn('forex') },
  };
}
