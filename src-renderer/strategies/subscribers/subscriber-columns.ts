import type { Subscriber, SubscriberTerms } from '#contract/model/people.ts';
import type { ExportColumn } from '#renderer/export/export-table.ts';
import { maskedEmail } from '#renderer/format/masked-email.ts';
import { centsText } from '#renderer/format/money-text.ts';
import type { GridColumn, GridLayout } from '#renderer/grid/grid-types.ts';
import type { SubscriberRow } from './subscriber-rows.ts';

type Value = string | boolean | null | undefined;
/** One field of a subscriber record: how it is read, shown, sorted and exported. */
type Member = {
  readonly id: string;
  readonly title: string;
  readonly width: number;
  readonly get: (subscriber: Subscriber) => Value;
  /** Money and counts are numbers. Default: a text. */
  readonly kind?: 'money' | 'count';
  readonly search?: true;
};

const term =
  (name: keyof SubscriberTerms) =>
  ({ terms }: Subscriber): Value =>
    terms?.[name];

/** All 25 fields of a subscriber record. Each is a column. */
export const subscriberMembers: readonly Member[] = [
  { id: 'firstName', title: 'First name', width: 110, get: ({ firstName, name }) => firstName ?? name, search: true },
  { id: 'lastName', title: 'Last name', width: 120, get: ({ lastName }) => lastName, search: true },
  { id: 'status', title: 'Status', width: 84, get: ({ status }) => status, search: true },
  { id: 'startedText', title: 'Started', width: 96, get: ({ startedText }) => startedText },
  { id: 'endedText', title: 'Ended', width: 140, get: ({ endedText }) => endedText },
  { id: 'email', title: 'E-mail', width: 170, get: ({ email }) => email, search: true },
  { id: 'country', title: 'Country', width: 110, get: ({ country }) => country, search: true },
  { id: 'countryCode', title: 'Country code', width: 94, get: term('countryCode') },
  { id: 'nextPayment', title: 'Next payment', width: 100, get: term('nextPayment'), kind: 'money' },
  { id: 'failedPayments', title: 'Failed payments', width: 114, get: term('failedPayments'), kind: 'count' },
  { id: 'billingOffText', title: 'Billing turned off', width: 140, get: term('billingOffText') },
  { id: 'customAmount', title: 'Custom amount', width: 110, get: term('customAmount'), kind: 'money' },
  { id: 'customUntilText', title: 'Custom until', width: 140, get: term('customUntilText') },
  { id: 'customPeriodsLeft', title: 'Custom payments left', width: 140, get: term('customPeriodsLeft'), kind: 'count' },
  { id: 'customId', title: 'Custom terms id', width: 112, get: term('customId') },
  { id: 'scheduleId', title: 'Schedule id', width: 96, get: term('scheduleId') },
  { id: 'isPrivate', title: 'Private', width: 66, get: ({ isPrivate }) => isPrivate },
  { id: 'privateStartedText', title: 'Private since', width: 140, get: term('privateStartedText') },
  { id: 'privateEndsText', title: 'Private ends', width: 140, get: term('privateEndsText') },
  { id: 'isPrivateExpired', title: 'Private expired', width: 104, get: term('isPrivateExpired') },
  { id: 'platformEndsText', title: 'License ends', width: 140, get: term('platformEndsText') },
  { id: 'isPlatformExpired', title: 'License expired', width: 108, get: term('isPlatformExpired') },
  { id: 'personId', title: 'Person id', width: 84, get: ({ personId }) => personId, search: true },
  {
    id: 'subscriptionId',
    title: 'Subscription id',
    width: 104,
    get: ({ subscriptionId }) => subscriptionId,
    search: true,
  },
  { id: 'systemId', title: 'Strategy id', width: 96, get: term('systemId') },
];

const shownByDefault = new Set([
  ...['firstName', 'lastName', 'status', 'startedText', 'endedText', 'country', 'nextPayment', 'failedPayments'],
  ...['isPrivate', 'privateEndsText', 'personId'],
]);

const textOf = (member: Member, subscriber: Subscriber, isEmailShown: boolean): string => {
  const value = member.get(subscriber);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (value === null || value === undefined || value === '') return '–';
  if (member.kind === 'money') return centsText(value);
  return member.id === 'email' && !isEmailShown ? maskedEmail(value) : value;
};

function sortKey({ kind, get }: Member, { subscriber }: SubscriberRow): number | string | null {
  const value = get(subscriber);
  if (value === null || value === undefined || value === '') return kind === undefined ? '' : null;
  if (kind !== undefined) return Number(value);
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value.toLowerCase();
}

const toneOf = ({ id }: Member, { subscriber: { listed, terms } }: SubscriberRow) => {
  if (id === 'failedPayments' && Number(terms?.failedPayments ?? 0) > 0) return 'danger';
  return id === 'status' && !listed ? 'warn' : undefined;
};

export const subscriberColumns = (isEmailShown: boolean): readonly GridColumn<SubscriberRow>[] =>
  subscriberMembers.map((member) => ({
    id: member.id,
    title: member.title,
    width: member.width,
    ...(member.id === 'lastName' ? { grow: 1, minWidth: 110 } : {}),
    ...(member.kind === undefined ? {} : { align: 'end' as const, sortFirst: 'descending' as const }),
    ...(member.search === true ? { search: true } : {}),
    ...(member.id === 'firstName' ? { fixed: true } : {}),
    hidden: !shownByDefault.has(member.id),
    text: ({ subscriber }) => {
      const text = textOf(member, subscriber, isEmailShown);
      return member.id === 'status' && !subscriber.listed ? `${text}, no longer listed` : text;
    },
    sortKey: (row) => sortKey(member, row),
    tone: (row) => toneOf(member, row),
  }));

/**
 * Every field of a subscriber record, and whether the subscription is listed. The e-mail address is
 * masked unless `isEmailShown`.
 */
export const subscriberExport = (isEmailShown: boolean): readonly ExportColumn<SubscriberRow>[] => [
  ...subscriberMembers.map(({ id, kind, get, title }): ExportColumn<SubscriberRow> => {
    const value = ({ subscriber }: SubscriberRow): string | null => {
      const found = get(subscriber);
      if (typeof found === 'boolean') return found ? 'yes' : 'no';
      if (found === undefined || found === '') return null;
      return id === 'email' && found !== null && !isEmailShown ? maskedEmail(found) : found;
    };
    return { id, title, kind: kind === undefined ? 'text' : 'number', value };
  }),
  { id: 'listed', title: 'Listed', kind: 'text', value: ({ subscriber }) => (subscriber.listed ? 'yes' : 'no') },
];

const presets: Readonly<Record<string, readonly string[]>> = {
  Contact: [
    'firstName',
    'lastName',
    'email',
    'country',
    'countryCode',
    'personId',
    'status',
    'startedText',
    'endedText',
  ],
  Billing: [
    ...['firstName', 'lastName', 'status', 'nextPayment', 'failedPayments', 'billingOffText', 'customAmount'],
    ...['customUntilText', 'customPeriodsLeft', 'customId', 'scheduleId'],
  ],
  Private: [
    ...['firstName', 'lastName', 'status', 'isPrivate', 'privateStartedText', 'privateEndsText', 'isPrivateExpired'],
    ...['platformEndsText', 'isPlatformExpired', 'personId', 'subscriptionId'],
  ],
  'All columns': subscriberMembers.map(({ id }) => id),
};

/** The built-in column sets, as layouts of the table. */
export const subscriberPresets: ReadonlyMap<string, string> = new Map(
  Object.entries(presets).map(([name, shownIds]) => {
    const order = [...shownIds, ...subscriberMembers.map(({ id }) => id).filter((id) => !shownIds.includes(id))];
    const columns = order.flatMap((id) => {
      const width = subscriberMembers.find((one) => one.id === id)?.width;
      return width === undefined ? [] : [{ id, width, hidden: !shownIds.includes(id) }];
    });
    return [name, JSON.stringify({ columns, sort: null } satisfies GridLayout)];
  }),
);
