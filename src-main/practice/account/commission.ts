import { fixed, times, type Fixed } from '#rules/decimal.ts';
import type { InstrumentType } from '#rules/order-terms.ts';

/** Dollars. A unit is a share, a contract or a mini-lot; the minimum is for one fill. */
type Rate = { readonly perFill: Fixed; readonly perUnit: Fixed; readonly minimum: Fixed };
type Rates = Readonly<Record<InstrumentType, Rate>>;

const rate = (perFill: string, perUnit: string, minimum: string): Rate => ({
  perFill: fixed(perFill),
  perUnit: fixed(perUnit),
  minimum: fixed(minimum),
});

/** The rates of each `commission_plan`. `none` takes neither commissions nor the strategy's fee. */
const PLANS = {
  default: {
    stock: rate('0', '0.005', '1'),
    option: rate('0', '0.85', '1'),
    future: rate('0', '2.25', '2.25'),
    forex: rate('0', '0.6', '1'),
  },
  perShare: {
    stock: rate('0', '0.01', '0'),
    option: rate('0', '1', '0'),
    future: rate('0', '3', '0'),
    forex: rate('0', '1', '0'),
  },
  perTrade: {
    stock: rate('4.95', '0', '0'),
    option: rate('4.95', '0.65', '0'),
    future: rate('1.5', '1.5', '0'),
    forex: rate('2.5', '0', '0'),
  },
  none: null,
} as const satisfies Record<string, Rates | null>;

export type CommissionPlan = keyof typeof PLANS;
export const COMMISSION_PLANS = ['default', 'perShare', 'perTrade', 'none'] as const satisfies CommissionPlan[];

/** The commission of a plan for one fill. */
export function commissionOf(
  instrument: InstrumentType,
  quantity: Fixed,
  plan: Exclude<CommissionPlan, 'none'> = 'default',
): Fixed {
  const { perFill, perUnit, minimum } = PLANS[plan][instrument];
  const due = perFill + times(perUnit, quantity);
  return due < minimum ? minimum : due;
}
