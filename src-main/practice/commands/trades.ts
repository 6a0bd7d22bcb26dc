import { okValue, type Envelope } from '#practice/envelope.ts';
import { flagOf } from '#practice/decode/fields.ts';
import type { Account } from '#practice/account/account.ts';
import { tradeRecord } from '#practice/records/trade-records.ts';
import { forStrategy, forSubscriber, type CommandRequest } from './command.ts';

export const requestTrades = forStrategy((request, account) => tradeList(request, account, 'all', false));

export const requestTradesOpen = forStrategy((request, account) => tradeList(request, account, 'open', false));

/**
 * The specification does not explain onlyClosedTrades; it is read as another name of closedTrades.
 * openTrades and closedTrades together filter nothing.
 */
export const requestAllTradesOverview = forSubscriber((request, account) => {
  const open = flagOf(request.fields, 'openTrades');
  const closed = flagOf(request.fields, 'closedTrades') || flagOf(request.fields, 'onlyClosedTrades');
  const status = open === closed ? 'all' : open ? 'open' : 'closed';
  return tradeList(request, account, status, flagOf(request.fields, 'show_component_signals'));
});

function tradeList(
  request: CommandRequest,
  account: Account,
  status: 'all' | 'open' | 'closed',
  showsComponents: boolean,
): Envelope {
  const { id } = account.strategy;
  const fillParts = showsComponents ? request.store.trades.fillParts(id) : undefined;
  const context = { ...request, now: request.clock.now() };
  const trades = request.store.trades.list(id, status);
  return {
    ok: okValue(request.switches),
    response: trades.map((trade) =>
      tradeRecord(trade, context, fillParts === undefined ? undefined : (fillParts.get(trade.id) ?? [])),
    ),
  };
}
