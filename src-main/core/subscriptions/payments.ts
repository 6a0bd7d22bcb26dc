import { fixed, formatFixed, parseFixed, times } from '#rules/decimal.ts';

type Terms = {
  /** Unix seconds; null if the subscription was begun elsewhere. */
  readonly begunAt: number | null;
  readonly endedAt: number | null;
  readonly isCurrent: boolean;
  readonly monthlyFee: string | null;
  readonly trialDays: string | null;
  readonly now: number;
};

const secondsPerDay = 86_400;

/**
 * The fees of a subscription that was begun here and did not end elsewhere. It is assumed that the
 * first fee is due after the trial and the others on the same day of each month, and that the
 * amount does not change.
 */
export function paymentsOf({ begunAt, endedAt, isCurrent, monthlyFee, trialDays, now }: Terms): {
  readonly nextPaymentAt: number | null;
  /** The payments of the next twelve months, unix seconds. */
  readonly upcoming: number[];
  /** The sum of the fees that were due so far. */
  readonly paid: string | null;
} {
  const fee = monthlyFee === null ? undefined : parseFixed(monthlyFee);
  const isEndUnknown = !isCurrent && endedAt === null;
  if (begunAt === null || fee === undefined || isEndUnknown) return { nextPaymentAt: null, upcoming: [], paid: null };
  const first = firstPaymentAt(begunAt, trialDays ?? '0');
  let months = 0;
  while (monthsAfter(first, months) <= (endedAt ?? now)) months += 1;
  const upcoming: number[] = [];
  if (endedAt === null)
    for (let month = months; monthsAfter(first, month) < monthsAfter(now, 12); month += 1)
      upcoming.push(monthsAfter(first, month));
  return {
    upcoming,
    nextPaymentAt: endedAt === null ? monthsAfter(first, months) : null,
    paid: formatFixed(times(fee, fixed(String(months))), 2),
  };
}

/** Unix seconds. The first payment is assumed to be due when the free trial is over. */
export const firstPaymentAt = (begunAt: number, trialDays: string): number =>
  begunAt + Math.trunc(Number(trialDays)) * secondsPerDay;

/** The same day of a later month, or the last day of that month if it is shorter. In UTC. */
function monthsAfter(seconds: number, months: number): number {
  const from = new Date(seconds * 1000);
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0));
  const day = Math.min(from.getUTCDate(), lastDay.getUTCDate());
  return Math.floor(
    Date.UTC(
      lastDay.getUTCFullYear(),
      lastDay.getUTCMonth(),
      day,
      from.getUTCHours(),
      from.getUTCMinutes(),
      from.getUTCSeconds(),
    ) / 1000,
  );
}
