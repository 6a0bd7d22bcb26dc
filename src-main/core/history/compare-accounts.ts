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
    .filter(({ from, to }) => from?.value !== to?.value)
    .map(({ from, to }) => differenceOf(from, to))
    .filter((difference) => difference !== null)
    .sort((one, other) => facetOrder.indexOf(one.facet) - facetOrder.indexOf(other.facet));
};

const facetOrder: readonly HistoryFacet[] = ['margin', 'equity', 'position', 'working', 'desired', 'statistic'];

type Value = Pick<HistoryDifference, 'facet' | 'label' | 'member'> & { readonly value: string | null };

const differenceOf = (from: Value | undefined, to: Value | undefined): HistoryDifference | null => {
  const value = to ?? from;
  if (value === undefined) return null;
  const { facet, label, member } = value;
  return { facet, label, member, before: from?.value ?? null, after: to?.value ?? null };
};

/** Values by facet, id and member. */
const valuesOf = (account: PastAccount): ReadonlyMap<string, Value> => {
  const found = new Map<string, Value>();
  const add = (facet: HistoryFacet, id: string, label: string, members: object): void => {
    for (const [member, value] of Object.entries(members)) {
      const text = value === null || value === undefined ? null : String(value);
      found.set(`${facet}\n${id}\n${member}`, { facet, label, member, value: text });
    }
  };
  if (account.margin !== null) add('margin', '', 'Account', account.margin);
  if (account.equity !== null) add('equity', '', 'Equity curve', account.equity);
  for (const { tradeId, symbol, ...rest } of account.positions)
    add('position', tradeId, `${symbol} (trade ${tradeId})`, rest);
  for (const { serviceId, symbol, ...rest } of account.working) {
    add('working', serviceId, `${symbol} (signal ${serviceId})`, rest);
  }
  for (const { symbol, quantity } of account.desired ?? [])
    add('desired', symbol, `${symbol} (target list)`, { quantity });
  for (const { name, value } of account.statistics) add('statistic', name, name, { value });
  return found;
};
