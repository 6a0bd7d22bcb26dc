import type { Link } from '#rules/autotrade/link.ts';
import type { OwnTrading } from '#practice/records/strategy-records.ts';
import type { Strategy } from '#practice/strategy.ts';
import type { CommandRequest } from './command.ts';

const MAX_ORDERS = 100_000;

/**
 * Whether the owner trades the strategy, and how. If the owner has a live AutoTrade link, returns
 * the scaling of the link, the number of fills since the link started, and the percentage of these
 * fills that the link copied. Without a link, every third strategy counts as certified, with
 * invented figures and its real number of fills. All other strategies have no figures (null or
 * empty text).
 */
export function ownTradingOf(request: CommandRequest, strategy: Strategy): OwnTrading {
  const { engine, store } = request;
  const [link] = engine.autoTrader.links.liveOfStrategy(strategy.ownerPersonId, strategy.id);
  if (link !== undefined) return figuresOfLink(request, strategy, link);
  const number = Number(strategy.id);
  const remainder = number % 3;
  if (remainder !== 0) return figures('0', remainder === 1 ? '' : null);
  const fillCount = store.signals.counts(strategy.id).traded ?? 0;
  return figures('1', { scaling: String(25 + (number % 4) * 25), percentFollowed: 60 + (number % 41), fillCount });
}

function figuresOfLink({ engine, store, clock }: CommandRequest, { id }: Strategy, link: Link) {
  const { guid, settings, startedAt } = link;
  const fillCount = store.signals.filtered(id, { by: 'traded', from: startedAt, to: clock.now() }).length;
  // A start on the account of an earlier link continues its list of orders.
  const orders = engine.autoTrader.links.orders(guid, MAX_ORDERS).filter(({ at }) => at >= startedAt);
  const copiedCount = orders.filter(({ cause }) => cause === 'strategy').length;
  const percentFollowed = fillCount === 0 ? 100 : Math.min(100, Math.round((100 * copiedCount) / fillCount));
  return figures('1', { scaling: settings.scalingPercentage.toString(), percentFollowed, fillCount });
}

type Figures = { readonly scaling: string; readonly percentFollowed: number; readonly fillCount: number };

function figures(certified: string, shown: Figures | '' | null): OwnTrading {
  const isAbsent = shown === '' || shown === null;
  return {
    trades_own_system_certified: certified,
    trades_own_system_scaling: isAbsent ? shown : shown.scaling,
    trades_own_system_percent_followed: isAbsent ? shown : String(shown.percentFollowed),
    trades_own_system_number_signals: isAbsent ? shown : String(shown.fillCount),
  };
}
