import type { AutoTradeLink } from '#contract/model/autotrade.ts';
import type { BrokerChoice, BrokerList } from '#contract/model/broker.ts';
import type { Strategy } from '#contract/model/strategy.ts';
import type { OpenPosition } from '#contract/model/trade.ts';
import type { LinkBefore } from '#core/acts/autotrade-acts.ts';
import type { StrategyTrades } from './strategy-trades.ts';

/** What a plan of an AutoTrade change is computed from. */
export type PlanFacts = {
  readonly now: number;
  /** On a private platform: the person whose account is meant. */
  readonly personId: string | null;
  /** The last list of people shows that this person does not subscribe to the strategy. */
  readonly isWithoutSubscription: boolean;
  readonly strategy: Strategy | undefined;
  readonly link: AutoTradeLink | null;
  readonly list: BrokerList | null;
  readonly choice: BrokerChoice | undefined;
  readonly before: LinkBefore;
  readonly positions: readonly OpenPosition[];
  readonly positionsReadAt: number | null;
  readonly brokersReadAt: number | null;
  readonly trades: StrategyTrades;
  /** On a live connection: these settings were not rehearsed since they were last edited. */
  readonly isUnrehearsed: boolean;
  /**
   * Trades opened earlier are not copied, because the copy did not join trades in progress. Unix
   * seconds; null if the copy joined them, if that is not known, and for a start.
   */
  readonly copiedSince: number | null;
};

/**
 * Whether this program knows the settings in effect. It cannot notice changes that were made
 * elsewhere.
 */
export const areSettingsKnown = ({ settings, pending }: LinkBefore): boolean =>
  settings !== null && pending.length === 0;
