import type { RosterEntry } from '#contract/model/people.ts';
import type { Strategy } from '#contract/model/strategy.ts';
import type { ExportColumn } from '#renderer/export/export-table.ts';

const yesNo = (value: boolean | null): string | null => (value === null ? null : value ? 'yes' : 'no');

export const strategyExport: readonly ExportColumn<Strategy>[] = [
  { id: 'systemId', title: 'Strategy id', kind: 'text', value: ({ systemId }) => systemId },
  { id: 'name', title: 'Name', kind: 'text', value: ({ name }) => name },
  { id: 'creator', title: 'Creator', kind: 'text', value: ({ creator }) => creator },
  { id: 'monthlyFee', title: 'Monthly fee', kind: 'number', value: ({ monthlyFee }) => monthlyFee },
  { id: 'freeTrialDays', title: 'Free trial days', kind: 'number', value: ({ freeTrialDays }) => freeTrialDays },
  { id: 'created', title: 'Created', kind: 'time', value: ({ createdAt }) => createdAt },
  { id: 'alive', title: 'Active', kind: 'text', value: ({ alive }) => yesNo(alive) },
  { id: 'listed', title: 'Listed', kind: 'text', value: ({ listed }) => yesNo(listed ?? true) },
  { id: 'description', title: 'Description', kind: 'text', value: ({ shortDescription }) => shortDescription },
];

export const rosterExport: readonly ExportColumn<RosterEntry>[] = [
  { id: 'systemId', title: 'Strategy id', kind: 'text', value: ({ systemId }) => systemId },
  { id: 'name', title: 'Name', kind: 'text', value: ({ name }) => name },
  { id: 'owner', title: 'Owner', kind: 'text', value: ({ owner }) => owner },
  { id: 'ownerPersonId', title: 'Owner id', kind: 'text', value: ({ ownerPersonId }) => ownerPersonId ?? null },
  { id: 'monthlyFee', title: 'Monthly fee', kind: 'number', value: ({ monthlyFee }) => monthlyFee },
  { id: 'freeTrialDays', title: 'Free trial days', kind: 'number', value: ({ freeTrialDays }) => freeTrialDays },
  {
    id: 'minimumPortfolio',
    title: 'Minimum capital',
    kind: 'number',
    value: ({ minimumPortfolio }) => minimumPortfolio,
  },
  { id: 'startingCapital', title: 'Starting capital', kind: 'number', value: ({ startingCapital }) => startingCapital },
  { id: 'created', title: 'Created, platform text', kind: 'text', value: ({ createdText }) => createdText },
  { id: 'instruments', title: 'Types', kind: 'text', value: ({ instruments }) => instruments.join(' ') },
  { id: 'alive', title: 'Active', kind: 'text', value: ({ alive }) => yesNo(alive) },
  { id: 'listed', title: 'Listed', kind: 'text', value: ({ listed }) => yesNo(listed) },
];
