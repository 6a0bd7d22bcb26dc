import type { Caller } from '#practice/access.ts';
import type { Account } from '#practice/account.ts';
import type { Catalog } from '#practice/catalog.ts';
import type { Clock } from '#practice/clock.ts';
import type { Engine } from '#practice/engine.ts';
import type { Envelope } from '#practice/envelope.ts';
import type { Fields } from '#practice/fields.ts';
import type { Market } from '#practice/market.ts';
import type { Store } from '#practice/store/store.ts';
import type { Switches } from '#practice/switches.ts';

export type Services = {
  readonly engine: Engine;
  readonly store: Store;
  readonly catalog: Catalog;
  readonly market: Market;
  readonly clock: Clock;
  readonly switches: Switches;
};

export type CommandRequest = Services & {
  readonly caller: Caller;
  readonly fields: Fields;
  /** Milliseconds since the request arrived. */
  readonly elapsed: () => number;
};

/** A command on the caller's behalf, or on one strategy that the caller may access. */
export type Command =
  | { readonly scope: 'caller'; readonly run: (request: CommandRequest) => Envelope }
  | { readonly scope: 'strategy'; readonly run: (request: CommandRequest, account: Account) => Envelope };

export function forCaller(run: (request: CommandRequest) => Envelope): Command {
  return { scope: 'caller', run };
}

export function forStrategy(run: (request: CommandRequest, account: Account) => Envelope): Command {
  return { scope: 'strategy', run };
}
