import Big from 'big.js';
import type { TargetMark } from '#contract/model/target-plan.ts';
import { ageText } from '#renderer/format/age.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';
import { moneyText } from '#renderer/format/money-text.ts';
import { priceText } from '#renderer/format/price-text.ts';
import { signedText } from '#renderer/format/signed-text.ts';
import type { GridColumn } from '#renderer/grid/grid-types.ts';
import type { TargetRow } from './target-rows.ts';

const number = (value: string | null): number | null => (value === null ? null : Number(value));
const orDash = (value: string | null): string => (value === null ? '–' : decimalText(value));

export const markNames: Readonly<Record<TargetMark, string>> = {
  '+': 'opens',
  '~': 'changes size',
  '−': 'closes',
  '↔': 'crosses zero',
  '=': 'unchanged',
};

const quantityColumn = (
  id: string,
  title: string,
  read: (row: TargetRow) => string | null,
  width = 74,
): GridColumn<TargetRow> => ({
  id,
  title,
  width,
  align: 'end',
  text: (row) => orDash(read(row)),
  sortKey: (row) => number(read(row)),
});

/** `accountValue`: the value of the model account in dollars, null if it is not known. */
export const targetColumns = (
  symbolWidth: number,
  accountValue: string | null,
  now: number,
  hasWeights: boolean,
): readonly GridColumn<TargetRow>[] => [
  ...quantityColumns(symbolWidth),
  ...(hasWeights ? [weightColumn] : []),
  effectColumn,
  ...valueColumns(accountValue, now),
  quantityColumn('on-its-way', 'On its way', ({ pendingQuantity }) => pendingQuantity, 84),
  quantityColumn('last-sent', 'Last sent', ({ lastSent }) => lastSent),
  quantityColumn('read-back', 'Read back', ({ readBack }) => readBack, 80),
];

const quantityColumns = (symbolWidth: number): readonly GridColumn<TargetRow>[] => [
  {
    id: 'symbol',
    title: 'Symbol',
    width: symbolWidth,
    minWidth: symbolWidth,
    fixed: true,
    text: ({ symbol }) => symbol,
    tone: () => 'strong',
    sortKey: ({ symbol }) => symbol,
    search: true,
  },
  { id: 'type', title: 'Type', width: 64, text: ({ instrument }) => instrument, hidden: true },
  quantityColumn('holding', 'Holding', ({ holding }) => holding),
  {
    id: 'new',
    title: 'New',
    width: 82,
    align: 'end',
    fixed: true,
    text: ({ draftQuantity, mark, target }) =>
      mark === null
        ? '–'
        : draftQuantity === null
          ? target === '0'
            ? 'left out'
            : '–'
          : draftQuantity === '='
            ? '='
            : decimalText(draftQuantity),
    tone: ({ draftQuantity, mark }) => (mark !== null && draftQuantity === null ? 'warn' : 'strong'),
    sortKey: ({ target }) => number(target),
  },
  {
    id: 'change',
    title: 'Change',
    width: 84,
    align: 'end',
    text: ({ change, mark }) => (mark === null ? '–' : signedText(change)),
    tone: ({ change, mark }) => (mark === null || change === '0' ? 'muted' : change.startsWith('-') ? 'sell' : 'buy'),
    sortKey: ({ change }) => number(change),
  },
];

const weightColumn: GridColumn<TargetRow> = {
  id: 'weight',
  title: 'Weight',
  width: 74,
  align: 'end',
  text: ({ weight: percent }) => (percent === null ? '–' : `${decimalText(percent)} %`),
  sortKey: ({ weight: percent }) => number(percent),
};

const effectColumn: GridColumn<TargetRow> = {
  id: 'mark',
  title: 'Effect',
  width: 140,
  text: effectText,
  tone: ({ mark, problem }) =>
    problem === 'ended'
      ? 'danger'
      : mark === '−' || mark === '↔' || problem !== null
        ? 'warn'
        : mark === '='
          ? 'muted'
          : undefined,
  sortKey: ({ mark }) => mark ?? '',
};

/** A contract that has ended cannot be sent; a symbol that is not known here can. */
function effectText({ mark, draftQuantity, problem }: TargetRow): string {
  if (mark === null) return '';
  if (problem === 'ended') return '✕ contract ended';
  if (mark === '−' && draftQuantity === null) return '− left out';
  return `${mark} ${problem === 'unknown' ? 'unknown symbol' : markNames[mark]}`;
}

/** In whole dollars. With a price, the point value or the currency rate may still not be known. */
export function valueText({ value, price }: { readonly value: string | null; readonly price: unknown }): string {
  if (value === null) return price === null ? 'no price' : 'no $ value';
  return moneyText(new Big(value).toFixed(0));
}

const valueColumns = (accountValue: string | null, now: number): readonly GridColumn<TargetRow>[] => [
  {
    id: 'value',
    title: 'Value',
    width: 96,
    align: 'end',
    text: valueText,
    tone: ({ value }) => (value === null ? 'muted' : undefined),
    sortKey: ({ value }) => number(value),
  },
  {
    id: 'share',
    title: '% of account',
    width: 92,
    align: 'end',
    text: ({ value }) => {
      if (value === null || accountValue === null || Number(accountValue) <= 0) return '–';
      return `${decimalText(new Big(value).times(100).div(accountValue).toFixed(1))} %`;
    },
    sortKey: ({ value }) => number(value),
  },
  {
    id: 'price',
    title: 'Price',
    width: 84,
    align: 'end',
    text: ({ price }) => (price === null ? '–' : priceText(price)),
    tooltip: ({ priceAt }) => (priceAt === null ? undefined : `Not a quote, ${ageText(now - priceAt)}`),
    sortKey: ({ price }) => number(price),
  },
];
