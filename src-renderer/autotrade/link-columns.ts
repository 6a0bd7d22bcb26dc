import type { AutoTradeLink, PositionLeft } from '#contract/model/autotrade.ts';
import type { ExportColumn } from '#renderer/export/export-table.ts';
import { ageText } from '#renderer/format/age.ts';
import { shortTimeText, timeText, zoneLabel, type Zone } from '#renderer/format/time-text.ts';
import type { GridColumn, GridRow } from '#renderer/grid/grid-types.ts';
import { linkStateWords } from '#renderer/messages/en/acts.ts';
import { linkTones, knownLimitsText } from './link-words.ts';

export type LinkRow = GridRow & {
  readonly link: AutoTradeLink;
  readonly strategy: string;
  /** The owner of the account; empty if this is the person whose key the connection uses. */
  readonly person: string;
};

type ColumnContext = {
  readonly zone: Zone;
  readonly today: string;
  readonly now: number;
  /** On a private platform each copy is in the account of a person. */
  readonly isPlatform: boolean;
};

export const brokerText = ({ brokerName, brokerCode }: AutoTradeLink): string => brokerName || brokerCode;

const limitsWords = ({ isSettingsKnown, settings }: AutoTradeLink): string | null =>
  settings === null ? null : knownLimitsText(settings, isSettingsKnown);

const scalingText = ({ settings }: AutoTradeLink): string =>
  settings === null ? 'not known here' : `${settings.scalingPercentage} %`;

const personColumn: GridColumn<LinkRow> = {
  id: 'person',
  title: 'Account of',
  width: 140,
  text: ({ person }) => person,
  sortKey: ({ person }) => person.toLowerCase(),
  search: true,
};

/** Times of the day `today` (`2026-03-02`) are shown without their date. */
export const linkColumns = ({ zone, today, now, isPlatform }: ColumnContext): readonly GridColumn<LinkRow>[] => [
  {
    id: 'strategy',
    title: 'Strategy',
    width: 150,
    fixed: true,
    text: ({ strategy }) => strategy,
    tone: () => 'strong',
    sortKey: ({ strategy }) => strategy.toLowerCase(),
    search: true,
  },
  ...(isPlatform ? [personColumn] : []),
  { id: 'broker', title: 'Broker', width: 140, text: ({ link }) => brokerText(link), search: true },
  {
    id: 'state',
    title: 'State',
    width: 190,
    look: 'badge',
    text: ({ link }) => linkStateWords[link.state],
    tone: ({ link }) => linkTones[link.state],
    sortKey: ({ link }) => linkStateWords[link.state],
    search: true,
  },
  {
    id: 'account',
    title: 'Account',
    width: 84,
    text: ({ link }) => (link.accountEnd === null ? '–' : `…${link.accountEnd}`),
  },
  { id: 'scaling', title: 'Scaling', width: 116, align: 'end', text: ({ link }) => scalingText(link) },
  {
    id: 'changed',
    title: `Changed ${zoneLabel(zone)}`,
    width: 130,
    text: ({ link }) => (link.changedAt === null ? 'not from here' : shortTimeText(link.changedAt, today, zone)),
    tooltip: ({ link }) => (link.changedAt === null ? '' : timeText(link.changedAt, zone)),
    sortKey: ({ link }) => link.changedAt,
    sortFirst: 'descending',
  },
  {
    id: 'age',
    title: 'Brokers read',
    width: 104,
    text: ({ link }) => (link.brokersReadAt === null ? 'never' : ageText(now - link.brokersReadAt)),
    sortKey: ({ link }) => link.brokersReadAt,
  },
  {
    id: 'limits',
    title: 'Limits',
    width: 160,
    grow: 1,
    text: ({ link }) => limitsWords(link) ?? 'not known here',
  },
];

/**
 * A copy that ended with positions left in the account has one row for each of them. A copy without
 * such positions has one row, in which `positionLeft` is null.
 */
export type LinkExportRow = LinkRow & { readonly positionLeft: PositionLeft | null };

export const linkExportRows = (rows: readonly LinkRow[]): readonly LinkExportRow[] =>
  rows.flatMap((row) => {
    const positions: readonly (PositionLeft | null)[] =
      row.link.positionsLeft.length === 0 ? [null] : row.link.positionsLeft;
    return positions.map((positionLeft) => ({ ...row, positionLeft }));
  });

/** In these titles, "left" means the position that remained in the account. */
export const linkExport: readonly ExportColumn<LinkExportRow>[] = [
  { id: 'systemId', title: 'Strategy id', kind: 'text', value: ({ link }) => link.systemId },
  { id: 'strategy', title: 'Strategy', kind: 'text', value: ({ strategy }) => strategy },
  { id: 'personId', title: 'Person id', kind: 'text', value: ({ link }) => link.personId },
  { id: 'brokerCode', title: 'Broker code', kind: 'text', value: ({ link }) => link.brokerCode },
  { id: 'broker', title: 'Broker', kind: 'text', value: ({ link }) => link.brokerName },
  { id: 'state', title: 'State', kind: 'text', value: ({ link }) => linkStateWords[link.state] },
  { id: 'account', title: 'Account ends with', kind: 'text', value: ({ link }) => link.accountEnd },
  {
    id: 'scaling',
    title: 'Scaling, percent',
    kind: 'number',
    value: ({ link }) => link.settings?.scalingPercentage ?? null,
  },
  {
    id: 'limits',
    title: 'Limits',
    kind: 'text',
    value: ({ link }) => limitsWords(link),
  },
  { id: 'changedAt', title: 'Set', kind: 'time', value: ({ link }) => link.changedAt },
  { id: 'seenAt', title: 'Seen in the broker list', kind: 'time', value: ({ link }) => link.seenAt },
  {
    id: 'leftSymbol',
    title: 'Left in the account',
    kind: 'text',
    value: ({ positionLeft }) => positionLeft?.symbol ?? null,
  },
  { id: 'leftType', title: 'Left, type', kind: 'text', value: ({ positionLeft }) => positionLeft?.instrument ?? null },
  {
    id: 'leftQuantity',
    title: 'Left, quantity',
    kind: 'number',
    value: ({ positionLeft }) => positionLeft?.quantity ?? null,
  },
];
