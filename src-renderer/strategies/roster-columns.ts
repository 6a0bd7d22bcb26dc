import type { RosterEntry } from '#contract/model/people.ts';
import { moneyText } from '#renderer/format/money-text.ts';
import { dateText, type Zone } from '#renderer/format/time-text.ts';
import type { GridColumn, GridRow } from '#renderer/grid/grid-types.ts';
import { trialText } from './subscription-words.ts';
import { feeColumn, nameColumn, ownerColumn, sortNumber } from './term-columns.ts';

export interface RosterRow extends RosterEntry, GridRow {
  readonly watched: boolean;
  readonly compared: boolean;
}

type Marks = { readonly watched: readonly string[]; readonly compared: readonly string[] };

export const rosterRow = (entry: RosterEntry, { watched, compared }: Marks): RosterRow => ({
  ...entry,
  id: entry.systemId,
  watched: watched.includes(entry.systemId),
  compared: compared.includes(entry.systemId),
});

const markText = ({ watched, compared }: RosterRow): string => {
  if (watched && compared) return 'Both marks';
  return watched ? 'Watched' : compared ? 'Compared' : '';
};

/** Whether the strategy is alive, as the roster says. */
export const rosterStateText = ({ alive, listed }: RosterEntry): string =>
  listed ? (alive === null ? '–' : alive ? 'Active' : 'Inactive') : 'No longer listed';

const leadingColumns: readonly GridColumn<RosterRow>[] = [
  nameColumn,
  {
    id: 'marks',
    title: 'Marks',
    width: 84,
    text: markText,
    tone: () => 'accent',
    sortKey: markText,
    sortFirst: 'descending',
  },
  ownerColumn,
  feeColumn,
  {
    id: 'trial',
    title: 'Free trial',
    width: 90,
    align: 'end',
    text: ({ freeTrialDays }) => trialText(freeTrialDays),
    sortKey: ({ freeTrialDays }) => sortNumber(freeTrialDays),
  },
  {
    id: 'minimumPortfolio',
    title: 'Minimum capital',
    width: 122,
    align: 'end',
    text: ({ minimumPortfolio }) => moneyText(minimumPortfolio),
    sortKey: ({ minimumPortfolio }) => sortNumber(minimumPortfolio),
  },
  {
    id: 'startingCapital',
    title: 'Starting capital',
    width: 120,
    align: 'end',
    text: ({ startingCapital }) => moneyText(startingCapital),
    sortKey: ({ startingCapital }) => sortNumber(startingCapital),
  },
  {
    id: 'createdText',
    title: 'Created',
    width: 100,
    text: ({ createdText }) => createdText || '–',
    sortKey: ({ createdText }) => createdText,
    sortFirst: 'descending',
  },
  {
    id: 'state',
    title: 'State',
    width: 132,
    look: 'badge',
    text: rosterStateText,
    tone: (row) => (row.listed && row.alive === true ? 'good' : 'muted'),
    sortKey: rosterStateText,
  },
];

export const rosterColumns = (zone: Zone): readonly GridColumn<RosterRow>[] => [
  ...leadingColumns,
  {
    id: 'instruments',
    title: 'Instruments',
    width: 160,
    grow: 1,
    text: ({ instruments }) => instruments.join(', '),
    sortKey: ({ instruments }) => instruments.join(', '),
  },
  {
    id: 'inactiveSince',
    title: 'Inactive since',
    width: 108,
    text: ({ inactiveSince }) => dateText(inactiveSince, zone),
    sortKey: ({ inactiveSince }) => inactiveSince,
    sortFirst: 'descending',
  },
  { id: 'systemId', title: 'Id', width: 100, text: ({ systemId }) => systemId, sortKey: ({ systemId }) => systemId },
  {
    id: 'ownerPersonId',
    title: 'Owner id',
    width: 100,
    text: ({ ownerPersonId }) => ownerPersonId ?? '–',
    sortKey: ({ ownerPersonId }) => ownerPersonId ?? '',
  },
];
