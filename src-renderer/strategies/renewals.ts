import Big from 'big.js';
import type { Subscription } from '#contract/model/subscription.ts';
import { centsText } from '#renderer/format/money-text.ts';
import { dateText, type Zone } from '#renderer/format/time-text.ts';

type Renewals = {
  /** By date; the sum of each month is beside its last payment. */
  readonly rows: readonly { readonly key: string; readonly cells: readonly string[] }[];
  readonly yearSum: string;
  /** The assumed payments so far of subscriptions that were begun in this program. */
  readonly paid: string;
  /** Subscriptions that are or may be current and whose payments are not known here. */
  readonly unknown: readonly string[];
};

const sumOf = (fees: readonly string[]): string => fees.reduce((total, fee) => total.plus(fee), new Big(0)).toFixed(2);

/** The assumed payments of the next twelve months, of all subscriptions together. */
export function renewalsOf(subscriptions: readonly Subscription[], zone: Zone): Renewals {
  const payments = subscriptions
    .flatMap(({ systemId, name, monthlyFee, upcoming }) =>
      monthlyFee === null ? [] : upcoming.map((at) => ({ at, systemId, name, fee: monthlyFee })),
    )
    .sort((a, b) => a.at - b.at);
  const byMonth = Map.groupBy(payments, ({ at }) => dateText(at, zone).slice(0, 7));
  const rows = payments.map(({ at, systemId, name, fee }) => {
    const day = dateText(at, zone);
    const month = byMonth.get(day.slice(0, 7)) ?? [];
    const isLast = month.at(-1)?.at === at && month.at(-1)?.systemId === systemId;
    return {
      key: `${at} ${systemId}`,
      cells: [day, name, centsText(fee), isLast ? centsText(sumOf(month.map((one) => one.fee))) : ''],
    };
  });
  const openSubscriptions = subscriptions.filter(({ state }) => state !== 'ended');
  return {
    rows,
    yearSum: centsText(sumOf(payments.map(({ fee }) => fee))),
    paid: centsText(sumOf(subscriptions.flatMap(({ paid }) => paid ?? []))),
    unknown: openSubscriptions.filter(({ upcoming }) => upcoming.length === 0).map(({ name }) => name),
  };
}
