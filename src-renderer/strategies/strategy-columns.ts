import type { Strategy } from '#contract/model/strategy.ts';
import { dateText, type Zone } from '#renderer/format/time-text.ts';
import type { GridColumn, GridRow } from '#renderer/grid/grid-types.ts';
import { feeColumn, nameColumn } from './term-columns.ts';

export interface StrategyRow extends Strategy, GridRow {
  /** True if the trader subscribes to the strategy and does not own it. */
  readonly subscribed: boolean;
}

export const strategyRow = (strategy: Strategy, subscribed: boolean): StrategyRow => ({
  ...strategy,
  id: strategy.systemId,
  subscribed,
});

const aliveText = ({ alive, listed }: StrategyRow): string => {
  if (listed === false) return 'No longer listed';
  return alive === null ? '–' : alive ? 'Active' : 'Closed';
};

/** The date of creation, or the platform's own text if it cannot be parsed as a time. */
const creationDate = (strategy: StrategyRow, zone: Zone): string =>
  strategy.createdAt === null ? strategy.createdText || '–' : dateText(strategy.createdAt, zone);

export const strategyColumns = (zone: Zone): readonly GridColumn<StrategyRow>[] => [
  nameColumn,
  {
    id: 'creator',
    title: 'Creator',
    width: 130,
    text: (strategy) => strategy.creator,
    sortKey: (strategy) => strategy.creator.toLowerCase(),
  },
  {
    id: 'access',
    title: 'Access',
    width: 104,
    look: 'badge',
    text: ({ subscribed }) => (subscribed ? 'Subscribed' : ''),
    tone: () => 'accent',
    sortKey: ({ subscribed }) => (subscribed ? 'Subscribed' : ''),
  },
  feeColumn,
  {
    id: 'createdAt',
    title: 'Created',
    width: 118,
    text: (strategy) => creationDate(strategy, zone),
    sortKey: (strategy) => strategy.createdAt,
    sortFirst: 'descending',
  },
  {
    id: 'alive',
    title: 'State',
    width: 144,
    look: 'badge',
    text: aliveText,
    tone: ({ alive, listed }) => (alive === true && listed !== false ? 'good' : 'muted'),
    sortKey: aliveText,
  },
  {
    id: 'shortDescription',
    title: 'Description',
    width: 200,
    grow: 1,
    text: (strategy) => strategy.shortDescription,
    sortKey: (strategy) => strategy.shortDescription.toLowerCase(),
  },
];
