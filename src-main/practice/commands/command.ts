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

type CallerHandler = (request: CommandRequest) => Envelope;
type StrategyHandler = (request: CommandRequest, account: Account) => Envelope;

/**
 * A command with its scope, which says what it needs. `caller`: only a valid key. `world` and
 * `platform`: a caller of this context. `strategy`: a strategy that the caller may access.
 * `subscriber`: a strategy that the caller may access or subscribes to (tag S of the
 * specification).
 */
export type Command =
  | { readonly scope: 'caller'; readonly run: CallerHandler }
  | { readonly scope: 'world'; readonly run: CallerHandler }
  | { readonly scope: 'platform'; readonly run: CallerHandler }
  | StrategyCommand;

export type StrategyCommand =
  | { readonly scope: 'strategy'; readonly run: StrategyHandler }
  | { readonly scope: 'subscriber'; readonly run: StrategyHandler };

export function forCaller(run: CallerHandler): Command {
  return { scope: 'caller', run };
}

export function forWorld(run: CallerHandler): Command {
  return { scope: 'world', run };
}

export function forPlatform(run: CallerHandler): Command {
  return { scope: 'platform', run };
}

export function forStrategy(run: StrategyHandler): Command {
  return { scope: 'strategy', run };
}

export function forSubscriber(run: StrategyHandler): Command {
  return { scope: 'subscriber', run };
}
