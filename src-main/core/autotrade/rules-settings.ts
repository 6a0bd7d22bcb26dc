import type { AutoTradeSettings } from '#contract/model/autotrade.ts';
import type { BrokerChoice } from '#contract/model/broker.ts';
import type { AutoTradeSettings as RulesSettings } from '#rules/autotrade/settings.ts';
import { ONE, type Fixed } from '#rules/decimal.ts';

/** The settings in the form of the rules. A type that the broker does not trade is not enabled. */
export function rulesSettings(settings: AutoTradeSettings, choice: BrokerChoice | undefined): RulesSettings {
  const { enabled, maxUnits } = settings;
  const isEnabled = (type: keyof typeof enabled): boolean => enabled[type] && choice?.trades[type] !== false;
  return {
    ...settings,
    scalingPercentage: BigInt(settings.scalingPercentage),
    maxUnits: {
      future: fixedOf(maxUnits.future),
      forex: fixedOf(maxUnits.forex),
      option: fixedOf(maxUnits.option),
    },
    maxDollarsStocks: fixedOf(settings.maxDollarsStocks),
    stopLossDollarsPerPosition: fixedOf(settings.stopLossDollarsPerPosition),
    enabled: {
      stock: isEnabled('stock'),
      option: isEnabled('option'),
      future: isEnabled('future'),
      forex: isEnabled('forex'),
    },
  };
}

const fixedOf = (value: number | null): Fixed | null => (value === null ? null : BigInt(value) * ONE);
