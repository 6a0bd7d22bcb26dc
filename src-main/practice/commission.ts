import { fixed, times, type Fixed } from '#rules/decimal.ts';
import type { InstrumentType } from '#rules/signal.ts';

/** Dollars for one share, contract or mini-lot, and the least for one fill. */
type Rates = Readonly<Record<InstrumentType, { readonly each: Fixed; readonly least: Fixed }>>;

const rate = (each: string, least: string) => ({ each: fixed(each), least: fixed(least) });

const DEFAULT_RATES: Rates = {
  stock: rate('0.005', '1'),
  option: rate('0.85', '1'),
  future: rate('2.25', '2.25'),
  forex: rate('0.6', '1'),
};

/** What the default plan takes for one fill. */
export function commissionOf(instrument: InstrumentType, quantity: Fixed): Fixed {
  const { each, least } = DEFAULT_RATES[instrument];
  const due = times(each, quantity);
  return due < least ? least : due;
}

/** Values of `commission_plan`: by the default plan, or without commissions and fees. */
export const COMMISSION_PLANS = ['default', 'none'] as const;
