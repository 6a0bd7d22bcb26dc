import { moneyText } from '#renderer/format/money-text.ts';
import type { GridColumn, GridRow } from '#renderer/grid/grid-types.ts';

/** A decimal of the platform as a number to sort by. */
export const sortNumber = (value: string | null): number | null => (value === null ? null : Number(value));

export const nameColumn = {
  id: 'name',
  title: 'Name',
  width: 190,
  fixed: true,
  text: ({ name }) => name,
  tone: () => 'strong',
  sortKey: ({ name }) => name.toLowerCase(),
} as const satisfies GridColumn<GridRow & { readonly name: string }>;

export const ownerColumn = {
  id: 'owner',
  title: 'Owner',
  width: 130,
  text: ({ owner }) => owner,
  sortKey: ({ owner }) => owner.toLowerCase(),
} as const satisfies GridColumn<GridRow & { readonly owner: string }>;

export const feeColumn = {
  id: 'monthlyFee',
  title: 'Monthly fee',
  width: 100,
  align: 'end',
  text: ({ monthlyFee }) => moneyText(monthlyFee),
  sortKey: ({ monthlyFee }) => sortNumber(monthlyFee),
} as const satisfies GridColumn<GridRow & { readonly monthlyFee: string | null }>;
