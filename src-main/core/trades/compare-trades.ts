import type { CheckedList, ComparedMember, TradeDifference, TradeListCheck } from '#contract/model/trade-check.ts';
import { sameDecimal } from '#core/orders/same-decimal.ts';
import type { Trade } from '#contract/model/trade.ts';

const identityMembers = ['symbol', 'side', 'instrument'] as const satisfies readonly ComparedMember[];
const closedMembers: readonly ComparedMember[] = [
  ...identityMembers,
  'pointValue',
  'currency',
  'quantityOpened',
  'quantityClosed',
  'openPrice',
  'closePrice',
  'openedAt',
  'closedAt',
  'profit',
];

/** Maximum number of differences in a report: enough to see what kind of differences they are. */
const maxDifferences = 50;
/** Seconds. A trade that was opened more than this before the reading must be in both lists. */
const clockTolerance = 60;

type ListedTrades = { readonly list: CheckedList; readonly trades: readonly Trade[]; readonly unreadable: number };

/**
 * Compares stored trades, read at `readAt` (unix seconds), with another list that was read after
 * them. A change that may have happened between the two readings is not a difference.
 */
export function compareTrades(stored: readonly Trade[], readAt: number, listed: ListedTrades): TradeListCheck {
  const { list, trades, unreadable } = listed;
  const byId = new Map(stored.map((trade) => [trade.tradeId, trade]));
  const seen = new Set<string>();
  const differences: TradeDifference[] = [];
  for (const trade of trades) {
    const kind = kindOf(trade, { list, isTwice: seen.has(trade.tradeId) });
    seen.add(trade.tradeId);
    const other = byId.get(trade.tradeId);
    if (kind !== null) differences.push(difference(trade, kind));
    else if (other !== undefined) {
      const members = differingMembers(other, trade);
      if (members.length > 0) differences.push(difference(trade, 'differs', members));
    } else if (isOlder(trade, readAt)) differences.push(difference(trade, 'extra'));
  }
  for (const trade of stored) {
    const isExpected = list === 'all' || !trade.open;
    if (isExpected && !seen.has(trade.tradeId)) differences.push(difference(trade, 'missing'));
  }
  return {
    list,
    trades: trades.length,
    unreadable,
    differingCount: differences.length,
    differences: differences.slice(0, maxDifferences),
  };
}

const kindOf = ({ open }: Trade, { list, isTwice }: { readonly list: CheckedList; readonly isTwice: boolean }) => {
  if (isTwice) return 'twice';
  return list === 'closed' && open ? 'open' : null;
};

const differingMembers = (stored: Trade, listed: Trade): ComparedMember[] =>
  (stored.open || listed.open ? identityMembers : closedMembers).filter(
    (member) => !isSame(stored[member], listed[member]),
  );

const isSame = (stored: string | number | null, listed: string | number | null): boolean =>
  stored === listed || (typeof stored === 'string' && typeof listed === 'string' && sameDecimal(stored, listed));

const isOlder = ({ openedAt }: Trade, readAt: number): boolean =>
  openedAt === null || openedAt < readAt - clockTolerance;

const difference = (
  { tradeId, symbol }: Trade,
  kind: TradeDifference['kind'],
  members: ComparedMember[] = [],
): TradeDifference => ({ tradeId, symbol, kind, members });
