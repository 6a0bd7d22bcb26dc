import type { Caller } from '#practice/access.ts';
import type { Account } from '#practice/account/account.ts';
import type { Catalog } from '#practice/catalog.ts';
import type { Clock } from '#practice/clock.ts';
import type { Engine } from '#practice/engine/engine.ts';
import type { Envelope } from '#practice/envelope.ts';
import type { FieldProblems } from '#practice/decode/field-reader.ts';
import type { Fields } from '#practice/decode/fields.ts';
import type { Market } from '#practice/market/market.ts';
import type { SignalLists } from '#practice/records/signal-lists.ts';
import type { Store } from '#practice/store/store.ts';
import type { Switches } from '#practice/switches.ts';

export type Services = {
  readonly engine: Engine;
  readonly store: Store;
  readonly catalog: Catalog;
  readonly market: Market;
  readonly clock: Clock;
  readonly switches: Switches;
  readonly signalLists: SignalLists;
};

export type CommandRequest = Services & {
  readonly caller: Caller;
  readonly fields: Fields;
  /**
   * Fields that were refused, for a command that collects them (command-fields.ts); empty for all
   * other commands.
   */
  readonly problems: FieldProblems;
  /** Milliseconds since the service began to answer the request. */
  readonly elapsed: () => number;
};

type OnCaller = (request: CommandRequest) => Envelope;
type OnStrategy = (request: CommandRequest, account: Account) => Envelope;

/**
 * A command by what it needs. `caller`: nothing more. `world` and `platform`: a caller of this
 * context. `strategy`: a strategy that the caller may access. `subscriber`: a strategy that the
 * caller may access or subscribes to (tag S of the specification).
 */
export type Command =
  | { readonly scope: 'caller'; readonly run: OnCaller }
  | { readonly scope: 'world'; readonly run: OnCaller }
  | { readonly scope: 'platform'; readonly run: OnCaller }
  | StrategyCommand;

export type StrategyCommand =
  { readonly scope: 'strategy'; readonly run: OnStrategy } | { readonly scope: 'subscriber'; readonly run: OnStrategy };

export function forCaller(run: OnCaller): Command {
  return { scope: 'caller', run };
}

export function forWorld(run: OnCaller): Command {
  return { scope: 'world', run };
}

export function forPlatform(run: OnCaller): Command {
  return { scope: 'platform', run };
}

export function forStrategy(run: OnStrategy): Command {
  return { scope: 'strategy', run };
}

export function forSubscriber(run: OnStrategy): Command {
  return { scope: 'subscriber', run };
}
