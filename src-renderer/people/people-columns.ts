import type { ExportColumn } from '#renderer/export/export-table.ts';
import { maskedEmail } from '#renderer/format/masked-email.ts';
import { dateText, type Zone } from '#renderer/format/time-text.ts';
import type { GridColumn } from '#renderer/grid/grid-types.ts';
import { nameColumn } from '#renderer/strategies/term-columns.ts';
import type { PeopleRow } from './people-rows.ts';

const notReadable = 'not readable';
const figureText = (value: number | null): string => (value === null ? notReadable : String(value));

/** The date, or the text of the platform if it could not be read as a time. */
const timeCell = ({ text, at }: PeopleRow['created'], zone: Zone): string =>
  at === null ? text || '–' : dateText(at, zone);

const creditsText = ({ requiringCredits, withoutCredits }: PeopleRow): string => {
  if (requiringCredits === null) return notReadable;
  if (requiringCredits === 0) return '–';
  return withoutCredits === 0 ? 'Enough' : `${withoutCredits ?? 0} of ${requiringCredits} without`;
};

const countColumn = (
  id: 'failing' | 'licenses' | 'strategies' | 'subscriptions' | 'unreadable',
  title: string,
  width: number,
): GridColumn<PeopleRow> => ({
  id,
  title,
  width,
  align: 'end',
  text: (row) => figureText(row[id]),
  tone: (row) => (row[id] === null ? 'danger' : undefined),
  sortKey: (row) => row[id],
  sortFirst: 'descending',
});

const figureColumns: readonly GridColumn<PeopleRow>[] = [
  {
    ...countColumn('licenses', 'Licenses / renewing', 128),
    text: ({ licenses, renewing }) => (licenses === null ? notReadable : `${licenses} / ${renewing ?? 0}`),
  },
  countColumn('subscriptions', 'Subscriptions', 98),
  countColumn('strategies', 'Strategies', 80),
  {
    id: 'credits',
    title: 'Credits',
    width: 104,
    text: creditsText,
    tone: ({ withoutCredits }) => (withoutCredits === 0 ? undefined : withoutCredits === null ? 'danger' : 'warn'),
    sortKey: ({ withoutCredits }) => withoutCredits,
    sortFirst: 'descending',
  },
  {
    ...countColumn('failing', 'Failing bills', 88),
    tone: ({ failing }) => (failing === 0 ? undefined : 'danger'),
  },
  {
    ...countColumn('unreadable', 'Not readable', 90),
    text: ({ unreadable }) => (unreadable === 0 ? '–' : String(unreadable)),
    tone: ({ unreadable }) => (unreadable > 0 ? 'danger' : undefined),
  },
];

/** The address, masked unless the operator chose to show addresses. */
const emailText = ({ email }: PeopleRow, isShown: boolean): string => (isShown ? email : maskedEmail(email));

export const peopleColumns = (zone: Zone, isEmailShown: boolean): readonly GridColumn<PeopleRow>[] => [
  { ...nameColumn, width: 140, grow: 1, search: true },
  {
    id: 'screenName',
    title: 'Screen name',
    width: 110,
    minWidth: 110,
    grow: 1,
    search: true,
    text: ({ screenName }) => screenName || '–',
    sortKey: ({ screenName }) => screenName.toLowerCase(),
  },
  {
    id: 'email',
    title: 'E-mail',
    width: 170,
    minWidth: 150,
    grow: 1,
    search: true,
    text: (row) => emailText(row, isEmailShown) || '–',
    sortKey: ({ email }) => email.toLowerCase(),
  },
  {
    id: 'created',
    title: 'Created',
    width: 96,
    text: ({ created }) => timeCell(created, zone),
    sortKey: ({ created }) => created.at,
    sortFirst: 'descending',
  },
  {
    id: 'deleted',
    title: 'Deleted',
    width: 96,
    text: ({ deleted, listed }) => (listed ? timeCell(deleted, zone) : 'Not listed'),
    tone: ({ deleted, listed }) => (deleted.text !== '' || !listed ? 'warn' : undefined),
    sortKey: ({ deleted }) => deleted.at,
    sortFirst: 'descending',
  },
  ...figureColumns,
  { id: 'id', title: 'Id', width: 64, search: true, text: ({ id }) => id, sortKey: ({ id }) => Number(id) },
];

/** Addresses are exported as on screen: masked unless the operator chose to show them. */
export const peopleExport = (isEmailShown: boolean): readonly ExportColumn<PeopleRow>[] => [
  { id: 'personId', title: 'Person id', kind: 'text', value: ({ id }) => id },
  { id: 'name', title: 'Name', kind: 'text', value: ({ name }) => name },
  { id: 'screenName', title: 'Screen name', kind: 'text', value: ({ screenName }) => screenName },
  { id: 'email', title: 'E-mail', kind: 'text', value: (row) => emailText(row, isEmailShown) },
  { id: 'created', title: 'Created', kind: 'time', value: ({ created }) => created.at },
  { id: 'deleted', title: 'Deleted, platform text', kind: 'text', value: ({ deleted }) => deleted.text },
  { id: 'listed', title: 'Listed', kind: 'text', value: ({ listed }) => (listed ? 'yes' : 'no') },
  { id: 'licenses', title: 'Licenses', kind: 'number', value: ({ licenses }) => licenses },
  { id: 'renewing', title: 'Licenses renewing', kind: 'number', value: ({ renewing }) => renewing },
  { id: 'subscriptions', title: 'Subscriptions', kind: 'number', value: ({ subscriptions }) => subscriptions },
  { id: 'strategies', title: 'Strategies', kind: 'number', value: ({ strategies }) => strategies },
  {
    id: 'withoutCredits',
    title: 'Strategies without credits',
    kind: 'number',
    value: ({ withoutCredits }) => withoutCredits,
  },
  { id: 'failing', title: 'Failing bills', kind: 'number', value: ({ failing }) => failing },
  { id: 'unreadable', title: 'Members not readable', kind: 'number', value: ({ unreadable }) => unreadable },
];
