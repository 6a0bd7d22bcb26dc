import type { Subscription } from '#contract/model/subscription.ts';
import type { ExportColumn } from '#renderer/export/export-table.ts';
import { centsText } from '#renderer/format/money-text.ts';
import { dateText, type Zone } from '#renderer/format/time-text.ts';
import type { GridColumn, GridRow } from '#renderer/grid/grid-types.ts';
import { subscriptionStateWords, subscriptionTones } from './subscription-words.ts';
import { feeColumn, nameColumn, ownerColumn, sortNumber } from './term-columns.ts';

export interface SubscriptionRow extends Subscription, GridRow {}

export const subscriptionRow = (subscription: Subscription): SubscriptionRow => ({
  ...subscription,
  id: subscription.systemId,
});

/** A subscription that was begun elsewhere has no known date and no known payments. */
export const begunText = ({ begunAt }: Subscription, zone: Zone): string =>
  begunAt === null ? 'elsewhere' : dateText(begunAt, zone);

export const nextPaymentText = ({ nextPaymentAt, state }: Subscription, zone: Zone): string => {
  if (state === 'ended') return '–';
  return nextPaymentAt === null ? 'not known here' : dateText(nextPaymentAt, zone);
};

export const paidText = ({ paid }: Subscription): string => (paid === null ? 'not known here' : centsText(paid));

const leadingColumns: readonly GridColumn<SubscriptionRow>[] = [
  { ...nameColumn, grow: 1 },
  ownerColumn,
  {
    id: 'state',
    title: 'State',
    width: 180,
    look: 'badge',
    text: ({ state }) => subscriptionStateWords[state],
    tone: ({ state }) => subscriptionTones[state],
    sortKey: ({ state }) => subscriptionStateWords[state],
  },
  feeColumn,
];

export const subscriptionColumns = (zone: Zone): readonly GridColumn<SubscriptionRow>[] => [
  ...leadingColumns,
  {
    id: 'begun',
    title: 'Begun',
    width: 118,
    text: (row) => begunText(row, zone),
    sortKey: ({ begunAt }) => begunAt,
    sortFirst: 'descending',
  },
  {
    id: 'nextPayment',
    title: 'Next payment (assumed)',
    width: 180,
    text: (row) => nextPaymentText(row, zone),
    sortKey: ({ nextPaymentAt }) => nextPaymentAt,
  },
  {
    id: 'paid',
    title: 'Paid to date (assumed)',
    width: 170,
    align: 'end',
    text: paidText,
    sortKey: ({ paid }) => sortNumber(paid),
  },
  {
    id: 'ended',
    title: 'Ended',
    width: 118,
    text: ({ endedAt }) => dateText(endedAt, zone),
    sortKey: ({ endedAt }) => endedAt,
    sortFirst: 'descending',
  },
];

export const subscriptionExport: readonly ExportColumn<Subscription>[] = [
  { id: 'systemId', title: 'Strategy id', kind: 'text', value: ({ systemId }) => systemId },
  { id: 'name', title: 'Name', kind: 'text', value: ({ name }) => name },
  { id: 'owner', title: 'Owner', kind: 'text', value: ({ owner }) => owner },
  { id: 'state', title: 'State', kind: 'text', value: ({ state }) => subscriptionStateWords[state] },
  { id: 'monthlyFee', title: 'Monthly fee', kind: 'number', value: ({ monthlyFee }) => monthlyFee },
  { id: 'begunAt', title: 'Begun', kind: 'time', value: ({ begunAt }) => begunAt },
  { id: 'nextPaymentAt', title: 'Next payment, assumed', kind: 'time', value: ({ nextPaymentAt }) => nextPaymentAt },
  { id: 'paid', title: 'Paid to date, assumed', kind: 'number', value: ({ paid }) => paid },
  { id: 'endedAt', title: 'Ended', kind: 'time', value: ({ endedAt }) => endedAt },
  { id: 'guid', title: 'Subscription id', kind: 'text', value: ({ guid }) => guid },
];
