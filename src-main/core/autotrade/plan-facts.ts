import type { AutoTradeLink } from '#contract/model/autotrade.ts';
import type { BrokerChoice, BrokerList } from '#contract/model/broker.ts';
import type { Strategy } from '#contract/model/strategy.ts';
import type { OpenPosition } from '#contract/model/trade.ts';
import type { LinkBefore } from '#core/acts/autotrade-acts.ts';
import type { StrategyTrades } from './strategy-trades.ts';

/** What a plan rests on. */
export type PlanFacts = {
  readonly now: number;
  /** On a private platform: the person whose account is meant. */
  readonly personId: string | null;
  /** The last list of people shows no current subscription of this person. */
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
  /** Trades opened before this second are not copied; null where all are. Unix seconds. */
  readonly notJoinedBefore: number | null;
};

/** The settings in effect are known, as far as this program can know. */
export const isCertain = ({ settings, pending }: LinkBefore): boolean => settings !== null && pending.length === 0;
