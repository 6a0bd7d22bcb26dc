import type { HistoryDifference, HistoryFacet, PastAccount } from '#contract/model/history.ts';

/**
 * Every value that differs between the two accounts, in the order figures, positions, signals,
 * target list, statistics.
 */
export const compareAccounts = (before: PastAccount, after: PastAccount): HistoryDifference[] => {
  const [left, right] = [valuesOf(before), valuesOf(after)];
  const keys = [...new Set([...left.keys(), ...right.keys()])];
  return keys
    .map((key) => ({ key, from: left.get(key), to: right.get(key) }))
    .filter(({ from, to }) => (from?.value ?? null) !== (to?.value ?? null))
    .map(({ from, to }) => differenceOf(from, to))
    .filter((difference) => difference !== null)
    .sort((one, other) => facetOrder.indexOf(one.facet) - facetOrder.indexOf(other.facet));
};

const facetOrder: readonly HistoryFacet[] = ['margin', 'equity', 'position', 'working', 'desired', 'statistic'];

type Item = Pick<HistoryDifference, 'facet' | 'name' | 'id'>;
type Value = Item & { readonly member: string; readonly value: string | null };

const differenceOf = (from: Value | undefined, to: Value | undefined): HistoryDifference | null => {
  const value = to ?? from;
  if (value === undefined) return null;
  const { facet, name, id, member } = value;
  return { facet, name, id, member, before: from?.value ?? null, after: to?.value ?? null };
};

/**
 * Values by facet, name, id and member, and by place among those of the same name: the platform can
 * list a symbol twice in a target list.
 */
const valuesOf = (account: PastAccount): ReadonlyMap<string, Value> => {
  const found = new Map<string, Value>();
  const add = ({ facet, name, id }: Item, members: object): void => {
    for (const [member, value] of Object.entries(members)) {
      const text = value === null || value === undefined ? null : String(value);
      const key = (place: number): string => [facet, name, id, member, place].join('\n');
      let place = 0;
      while (found.has(key(place))) place += 1;
      found.set(key(place), { facet, name, id, member, value: text });
    }
  };
  if (account.margin !== null) add({ facet: 'margin', name: null, id: null }, account.margin);
  if (account.equity !== null) add({ facet: 'equity', name: null, id: null }, account.equity);
  for (const { tradeId, symbol, ...rest } of account.positions ?? [])
    add({ facet: 'position', name: symbol, id: tradeId }, rest);
  for (const { serviceId, symbol, ...rest } of account.working ?? [])
    add({ facet: 'working', name: symbol, id: serviceId }, rest);
  for (const { symbol, quantity } of account.desired ?? [])
    add({ facet: 'desired', name: symbol, id: null }, { quantity });
  for (const { name, value } of account.statistics) add({ facet: 'statistic', name, id: null }, { value });
  return found;
};
