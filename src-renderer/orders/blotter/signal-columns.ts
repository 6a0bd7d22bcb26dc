import type { Signal } from '#contract/model/signal.ts';
import { priceText } from '#renderer/format/price-text.ts';
import { optionName } from '#renderer/format/option-symbol.ts';
import { isBuy } from '#contract/model/order-action.ts';
import { actionWords } from '#renderer/format/action-words.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';
import { isOpenState, kindText, roleWords, stateText } from '#renderer/format/signal-words.ts';
import { shortTimeText, timeText, zoneLabel, type Zone } from '#renderer/format/time-text.ts';
import type { GridColumn, GroupTone } from '#renderer/grid/grid-types.ts';
import { stateTone, type SignalRow } from './signal-row.ts';
import { canCancel, canReplace, isEnteredElsewhere, reasonText } from '#renderer/orders/signal-text.ts';

const icons = {
  cancel: 'M6 6l12 12M18 6L6 18',
  replace: 'M4 20l1-4L16.5 4.5a2 2 0 0 1 3 3L8 19l-4 1zM14 7l3 3',
  details: 'M12 11v6M12 7.5v.01M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z',
};

const number = (value: string | null): number | null => (value === null ? null : Number(value));

export type SignalColumnFacts = {
  readonly zone: Zone;
  /** `2026-03-02`. Times of this day are shown without their date. */
  readonly today: string;
  /** Width of the symbol column, from `symbolWidth`. */
  readonly symbolColumnWidth: number;
  /** Numbers of the OCA groups by group id. */
  readonly groups: ReadonlyMap<string, number>;
};

/** The columns of the orders blotter. */
export function signalColumns(facts: SignalColumnFacts): readonly GridColumn<SignalRow>[] {
  const { zone, today, symbolColumnWidth, groups } = facts;
  const label = zoneLabel(zone);
  // Role and reason are before the times, so that a narrow window still shows them.
  const dataColumns = [
    ...orderColumns(symbolColumnWidth, groupNumberColumn(groups)),
    roleAndReasonColumn(zone, today),
    ...timeColumns(zone, label, today),
    ...linkColumns,
    idColumn,
    changedColumn(zone, label),
  ];
  return [...dataColumns, actions];
}

function orderColumns(symbolColumnWidth: number, groupNumber: GridColumn<SignalRow>): readonly GridColumn<SignalRow>[] {
  return [
    {
      id: 'state',
      title: 'State',
      // Wide enough for `Pending parent` in the indented row of a child.
      width: 158,
      minWidth: 158,
      look: 'badge',
      fixed: true,
      search: true,
      text: ({ signal }) => stateText(signal),
      tone: stateTone,
      sortKey: ({ signal }) => stateText(signal),
    },
    {
      id: 'action',
      title: 'Action',
      width: 80,
      search: true,
      text: ({ signal }) => signal.action,
      tone: ({ signal }) => (isBuy(signal.action) ? 'buy' : 'sell'),
      tooltip: ({ signal }) => actionWords[signal.action],
      sortKey: ({ signal }) => signal.action,
    },
    {
      id: 'quantity',
      title: 'Qty',
      width: 56,
      align: 'end',
      text: ({ signal }) => decimalText(signal.quantity),
      sortKey: ({ signal }) => number(signal.quantity),
    },
    {
      id: 'symbol',
      title: 'Symbol',
      width: symbolColumnWidth,
      minWidth: symbolColumnWidth,
      search: true,
      text: ({ signal }) => signal.symbol,
      tone: () => 'strong',
      tooltip: ({ signal }) => signal.name || undefined,
      sortKey: ({ signal }) => signal.symbol,
    },
    {
      id: 'kind',
      title: 'Order',
      width: 118,
      search: true,
      text: ({ signal }) => kindText(signal),
      sortKey: ({ signal }) => number(signal.limit ?? signal.stop),
    },
    // The group is to the right of the Order column, so that a window of 1,024 pixels still shows
    // the price.
    groupNumber,
    durationColumn,
  ];
}

const durationColumn: GridColumn<SignalRow> = {
  id: 'duration',
  title: 'TIF',
  width: 54,
  text: ({ signal }) => `${signal.duration ?? '–'}${signal.durationAssumed === true ? ' ?' : ''}`,
  tooltip: ({ signal }) =>
    signal.durationAssumed === true ? 'Assumed: the time in force of the entry. No list has shown it.' : undefined,
  search: true,
};

const groupTones: readonly GroupTone[] = ['group-1', 'group-2', 'group-3', 'group-4', 'group-5', 'group-6'];

/** Orders of one OCA group have the same number and color. */
const groupNumberColumn = (groups: ReadonlyMap<string, number>): GridColumn<SignalRow> => {
  const numberOf = ({ signal }: SignalRow): number | null => groups.get(signal.ocaGroupId ?? '') ?? null;
  return {
    id: 'oca',
    title: 'OCA',
    width: 54,
    minWidth: 54,
    look: 'badge',
    text: (row) => String(numberOf(row) ?? ''),
    tone: (row) => groupTones[((numberOf(row) ?? 1) - 1) % groupTones.length],
    tooltip: ({ signal }) =>
      signal.ocaGroupId === null
        ? undefined
        : `OCA group ${signal.ocaGroupId}: when one fills or ends, the others are canceled`,
    sortKey: numberOf,
  };
};

function timeColumns(zone: Zone, label: string, today: string): readonly GridColumn<SignalRow>[] {
  return [
    {
      id: 'posted',
      title: `Posted ${label}`,
      width: 100,
      align: 'end',
      text: ({ signal }) => shortTimeText(signal.postedAt, today, zone),
      tooltip: ({ signal }) => bothZones(signal.postedAt),
      sortKey: ({ signal }) => signal.postedAt,
      sortFirst: 'descending',
    },
    {
      id: 'traded',
      title: 'Fill price',
      width: 80,
      align: 'end',
      text: ({ signal }) => priceText(signal.tradedPrice),
      sortKey: ({ signal }) => number(signal.tradedPrice),
    },
    {
      id: 'ended',
      hidden: true,
      title: `Ended ${label}`,
      width: 100,
      align: 'end',
      text: ({ signal }) => shortTimeText(signal.endedAt, today, zone),
      tooltip: ({ signal }) => bothZones(signal.endedAt),
      sortKey: ({ signal }) => signal.endedAt,
      sortFirst: 'descending',
    },
  ];
}

/** The tooltip shows the full time: the cell may show only a part. */
const bothZones = (at: number | null): string | undefined =>
  at === null ? undefined : `${timeText(at, 'ET')} ET, ${timeText(at, 'local')} local`;

const roleAndReason = (signal: Signal, unknownLinksText: string): string =>
  [contractName(signal), roleWords[signal.role], hasUnknownLinks(signal) ? unknownLinksText : '', reasonText(signal)]
    .filter((part) => part !== '')
    .join(' · ');

/** The readable name of an option, empty for other instruments. */
const contractName = ({ instrument, symbol }: Signal): string =>
  instrument === 'option' ? (optionName(symbol) ?? '') : '';

/**
 * True for an open order that was entered elsewhere if no list shows its links. The end of another
 * order may cancel it.
 */
const hasUnknownLinks = (signal: Signal): boolean =>
  signal.links === 'unknown' && isEnteredElsewhere(signal) && isOpenState(signal.state);

const evidenceWords = { seen: 'seen in an answer', deduced: 'deduced from links', none: 'none' } as const;

const linkColumns: readonly GridColumn<SignalRow>[] = [
  // The id of the OCA group. The column `oca` has its number.
  {
    id: 'group',
    hidden: true,
    title: 'OCA group',
    width: 124,
    search: true,
    text: ({ signal }) => signal.ocaGroupId ?? (signal.links === 'known' ? 'none' : 'unknown'),
    tone: ({ signal }) => (signal.ocaGroupId === null ? 'muted' : undefined),
    sortKey: ({ signal }) => signal.ocaGroupId,
  },
  {
    id: 'evidence',
    hidden: true,
    title: 'Evidence',
    width: 150,
    text: ({ signal }) => (signal.cause === null ? '–' : evidenceWords[signal.cause.evidence]),
    tooltip: ({ signal }) => (signal.cause?.byServiceId == null ? undefined : `By order ${signal.cause.byServiceId}`),
    sortKey: ({ signal }) => signal.cause?.evidence ?? null,
  },
];

const roleAndReasonColumn = (zone: Zone, today: string): GridColumn<SignalRow> => ({
  id: 'reason',
  title: 'Role',
  width: 76,
  grow: 1,
  search: true,
  // The tooltip has the full text, which does not fit a small window. `Links ?` in the cell
  // means that the links are not known.
  text: ({ signal }) => withRelease(signal, roleAndReason(signal, 'Links ?'), today, zone),
  tooltip: ({ signal }) =>
    withRelease(signal, roleAndReason(signal, 'Links unknown: a cancel may cancel other orders too'), today, zone) ||
    undefined,
  tone: ({ signal }) => (signal.journal?.alarm != null ? 'danger' : undefined),
});

/** Puts `Parked until 09:31:00 ET` before the text of a parked order. */
const withRelease = ({ state, parkedUntil }: Signal, text: string, today: string, zone: Zone): string => {
  if (state !== 'waiting' || parkedUntil === null) return text;
  const parked = `Parked until ${shortTimeText(parkedUntil, today, zone)} ${zoneLabel(zone)}`;
  return text === '' ? parked : `${parked} · ${text}`;
};

const idColumn: GridColumn<SignalRow> = {
  id: 'id',
  hidden: true,
  title: 'Order id',
  width: 104,
  align: 'end',
  search: true,
  text: ({ signal }) => signal.serviceId ?? '–',
  tone: () => 'muted',
  tooltip: ({ signal }) => (signal.ownId === null ? 'Entered elsewhere' : `Own id ${signal.ownId}`),
};

function changedColumn(zone: Zone, label: string): GridColumn<SignalRow> {
  return {
    id: 'changed',
    title: `Changed ${label}`,
    width: 140,
    align: 'end',
    hidden: true,
    text: ({ signal }) => timeText(signal.changedAt, zone),
    sortKey: ({ signal }) => signal.changedAt,
    sortFirst: 'descending',
  };
}

const actions: GridColumn<SignalRow> = {
  id: 'actions',
  title: 'Actions',
  width: 84,
  fixed: true,
  text: () => '',
  actions: [
    { id: 'details', label: 'Details', icon: icons.details },
    { id: 'replace', label: 'Replace', icon: icons.replace, enabled: ({ signal }) => canReplace(signal) },
    { id: 'cancel', label: 'Cancel', icon: icons.cancel, tone: 'danger', enabled: ({ signal }) => canCancel(signal) },
  ],
};
