// The acts that a simulated trader may press. Each press has a mark of its own if its command has a
// member for it. The checker finds the request, the row and the effect of the press by the mark.
import type { AutoTradeRequest } from '#contract/model/autotrade.ts';
import type { PersonRequest } from '#contract/model/own-person.ts';
import type { NewStrategy, StrategyRequest } from '#contract/model/strategy-change.ts';
import { atOnceActionType, type SubscriptionRequest } from '#contract/model/subscription.ts';
import type { TargetRequest } from '#contract/model/target-plan.ts';
import { copySettings } from '#tests/fixtures/copy-settings.ts';
import type { Draw } from './draw.ts';

/** What is planned and sent. `account`: the account number at the broker, which a start sends. */
export type ActWork =
  | { readonly area: 'copy'; readonly request: AutoTradeRequest; readonly account: string }
  | { readonly area: 'subscription'; readonly request: SubscriptionRequest }
  | { readonly area: 'strategy'; readonly request: StrategyRequest }
  | { readonly area: 'person'; readonly request: PersonRequest }
  | { readonly area: 'target'; readonly request: TargetRequest };

/** A press of one intent. */
export type ActPress = { readonly intentId: string; readonly work: ActWork };

/** The command of the first request that a press leads to. */
export function commandOf({ area, request }: ActWork): string {
  switch (area) {
    case 'copy':
      return `${request.kind}AutoTrade`;
    case 'subscription':
      return request.kind === 'begin' ? 'subscribeToStrategy' : 'unsubscribeFromStrategy';
    case 'strategy':
      return request.kind === 'change' ? 'changeSystemAttribute' : 'createNewSystem';
    case 'person':
      return 'changePersonAttribute';
    case 'target':
      return 'setDesiredPositions';
  }
}

export class ActPresses {
  readonly #draw: Draw;
  readonly #personId: string;

  constructor(draw: Draw, personId: string) {
    this.#draw = draw;
    this.#personId = personId;
  }

  /** Each start and each change has a dollar limit of its own, which is its mark. */
  copy(kind: AutoTradeRequest['kind'], systemId: string, brokerCode: string): ActPress {
    const base = { systemId, personId: null, brokerCode };
    if (kind === 'stop')
      return this.#press({ area: 'copy', request: { kind, ...base, leave: this.#draw.chance(0.5) }, account: '' });
    const dollars = this.#draw.wholeNumber(100_000_000, 999_999_999);
    const settings = { ...copySettings, maxDollarsStocks: dollars, scalingPercentage: this.#draw.wholeNumber(1, 200) };
    return this.#press({ area: 'copy', request: { kind, ...base, settings }, account: String(dollars) });
  }

  subscription(kind: SubscriptionRequest['kind'], systemId: string): ActPress {
    const values = { actionType: atOnceActionType, autoTradePositionsAndOrders: null };
    const request = kind === 'begin' ? { kind, systemId } : { kind, systemId, ...values };
    return this.#press({ area: 'subscription', request });
  }

  create(): ActPress {
    const intentId = this.#draw.uuid();
    return { intentId, work: { area: 'strategy', request: { kind: 'create', strategy: this.#strategy(intentId) } } };
  }

  /**
   * A clone is two acts, and the second has an intent of its own. The mark of the second is its
   * short description, which is the intent id of the press.
   */
  clone(sourceId: string): ActPress {
    const intentId = this.#draw.uuid();
    const attributes = { shortDescription: intentId };
    const request = { kind: 'clone', sourceId, strategy: this.#strategy(intentId), attributes } as const;
    return { intentId, work: { area: 'strategy', request } };
  }

  /** `shortDescription` is that of an unfinished clone. Without it, the change gets a new mark. */
  change(systemId: string, shortDescription?: string): ActPress {
    const intentId = this.#draw.uuid();
    const attributes = { shortDescription: shortDescription ?? intentId };
    const request = { kind: 'change', systemId, attributes, complete: false } as const;
    return { intentId, work: { area: 'strategy', request } };
  }

  person(): ActPress {
    const intentId = this.#draw.uuid();
    const attributes = { firstName: intentId, lastName: 'Chaos' };
    return {
      intentId,
      work: { area: 'person', request: { personId: this.#personId, attributes, password: false } },
    };
  }

  /** Two drawn quantities make a list that no other press has. */
  target(systemId: string, symbols: readonly string[]): ActPress {
    const lines = symbols.slice(0, 2).map((symbol) => ({
      symbol,
      instrument: 'stock' as const,
      quantity: String(this.#draw.wholeNumber(1, 9_000)),
    }));
    return this.#press({ area: 'target', request: { kind: 'list', systemId, lines } });
  }

  #press(work: ActWork): ActPress {
    return { intentId: this.#draw.uuid(), work };
  }

  #strategy(name: string): NewStrategy {
    return {
      name,
      longDescription: 'A strategy of the chaos run.',
      startingCapital: 50_000,
      ownerPersonId: this.#personId,
      visible: null,
      creditSeconds: null,
    };
  }
}
