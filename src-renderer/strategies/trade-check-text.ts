import type { ComparedMember, TradeDifference, TradeListCheck } from '#contract/model/trade-check.ts';
import { groupDigits } from '#renderer/grid/group-digits.ts';

const memberWords: Readonly<Record<ComparedMember, string>> = {
  symbol: 'symbol',
  side: 'side',
  instrument: 'type',
  pointValue: 'point value',
  currency: 'currency',
  quantityOpened: 'quantity opened',
  quantityClosed: 'quantity closed',
  openPrice: 'open price',
  closePrice: 'close price',
  openedAt: 'opened',
  closedAt: 'closed',
  profit: 'profit',
};

const kindWords: Readonly<Record<Exclude<TradeDifference['kind'], 'differs'>, string>> = {
  missing: 'stored, and not in the list',
  extra: 'in the list, and not stored',
  twice: 'twice in the list',
  open: 'open, in the list of closed trades',
};

export const listNames: Readonly<Record<TradeListCheck['list'], string>> = {
  all: 'List of trades',
  closed: 'List of closed trades',
};

/** The result of the check of one list. */
export function checkText({
  list,
  trades: tradeCount,
  unreadable: unreadableCount,
  differingCount,
}: TradeListCheck): string {
  const counted = `${listNames[list]}: ${groupDigits(tradeCount)} ${tradeCount === 1 ? 'trade' : 'trades'}`;
  const unread = unreadableCount === 0 ? '' : ` ${groupDigits(unreadableCount)} more could not be read.`;
  if (differingCount === 0) return `${counted}, no difference.${unread}`;
  return `${counted}, ${groupDigits(differingCount)} ${differingCount === 1 ? 'differs' : 'differ'} from what is stored.${unread}`;
}

export const differenceText = ({ kind, members }: TradeDifference): string =>
  kind === 'differs' ? members.map((member) => memberWords[member]).join(', ') : kindWords[kind];
