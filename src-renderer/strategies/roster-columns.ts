import type { RosterEntry } from '#contract/model/people.ts';
import { moneyText } from '#renderer/format/money-text.ts';
import type { GridColumn, GridRow } from '#renderer/grid/grid-types.ts';

export interface RosterRow extends RosterEntry, GridRow {}

export const rosterRow = (entry: RosterEntry): RosterRow => ({ ...entry, id: entry.systemId });

const stateText = ({ alive, listed }: RosterRow): string =>
  listed ? (alive === null ? '–' : alive ? 'Active' : 'Inactive') : 'No longer listed';

const amount = (value: string | null): number | null => (value === null ? null : Number(value));

export const rosterColumns: readonly GridColumn<RosterRow>[] = [
  {
    id: 'name',
    title: 'Name',
    width: 190,
    fixed: true,
    text: ({ name }) => name,
    tone: () => 'strong',
    sortKey: ({ name }) => name.toLowerCase(),
  },
  { id: 'owner', title: 'Owner', width: 130, text: ({ owner }) => owner, sortKey: ({ owner }) => owner.toLowerCase() },
  {
    id: 'monthlyFee',
    title: 'Monthly fee',
    width: 100,
    align: 'end',
    text: ({ monthlyFee }) => moneyText(monthlyFee),
    sortKey: ({ monthlyFee }) => amount(monthlyFee),
  },
  {
    id: 'minimumPortfolio',
    title: 'Minimum capital',
    width: 130,
    align: 'end',
    text: ({ minimumPortfolio }) => moneyText(minimumPortfolio),
    sortKey: ({ minimumPortfolio }) => amount(minimumPortfolio),
  },
  {
    id: 'startingCapital',
    title: 'Starting capital',
    width: 120,
    align: 'end',
    text: ({ startingCapital }) => moneyText(startingCapital),
    sortKey: ({ startingCapital }) => amount(startingCapital),
  },
  {
    id: 'createdText',
    title: 'Created',
    width: 118,
    text: ({ createdText }) => createdText || '–',
    sortKey: ({ createdText }) => createdText,
    sortFirst: 'descending',
  },
  {
    id: 'state',
    title: 'State',
    width: 144,
    look: 'badge',
    text: stateText,
    tone: (row) => (row.listed && row.alive === true ? 'good' : 'muted'),
    sortKey: stateText,
  },
  {
    id: 'instruments',
    title: 'Trades',
    width: 160,
    grow: 1,
    text: ({ instruments }) => instruments.join(', '),
    sortKey: ({ instruments }) => instruments.join(', '),
  },
];
