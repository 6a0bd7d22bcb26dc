import type { BrokerOrder, Link, LinkStep } from '#rules/autotrade/link.ts';
import type { LinkStore } from '#practice/store/link-store.ts';
import type { WriteAlong } from '#practice/write-along.ts';

/** All links so far, by guid. A person has at most one live link at a broker for a strategy. */
export class LinkBook {
  readonly #store: LinkStore;
  readonly #links = new Map<string, Link>();

  constructor(store: LinkStore) {
    this.#store = store;
    for (const link of store.all()) this.#links.set(link.guid, link);
  }

  all(): readonly Link[] {
    return [...this.#links.values()];
  }

  get(guid: string): Link | undefined {
    return this.#links.get(guid);
  }

  /** Live links of a person. */
  liveOfPerson(personId: string): readonly Link[] {
    return this.all().filter((one) => one.state === 'live' && one.personId === personId);
  }

  /** Live links of a person for one strategy. */
  liveOfStrategy(personId: string, systemId: string): readonly Link[] {
    return this.liveOfPerson(personId).filter((one) => one.systemId === systemId);
  }

  /** The earlier link of this account, in any state. */
  ofAccount(link: Pick<Link, 'personId' | 'systemId' | 'brokerCode' | 'accountNumber'>): Link | undefined {
    return this.all().find(
      (one) =>
        one.personId === link.personId &&
        one.systemId === link.systemId &&
        one.brokerCode === link.brokerCode &&
        one.accountNumber === link.accountNumber,
    );
  }

  /** Newest first. */
  orders(guid: string, limit: number): BrokerOrder[] {
    return this.#store.orders(guid, limit);
  }

  writeOf(steps: readonly LinkStep[]): WriteAlong {
    return {
      write: () => {
        for (const { link, orders } of steps) this.#store.put(link, orders);
      },
      apply: () => {
        for (const { link } of steps) this.#links.set(link.guid, link);
      },
    };
  }
}
