import type { BrokerOrder, Link, LinkStep } from '#rules/autotrade/link.ts';
import type { LinkStore } from '#practice/store/link-store.ts';
import type { WriteAlong } from '#practice/write-along.ts';

/**
 * Every link that was ever made, by its guid. At most one of a person at a broker for a strategy is
 * live.
 */
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

  /** Links of a person that copy now. */
  ofPerson(personId: string): readonly Link[] {
    return this.all().filter((one) => one.state === 'live' && one.personId === personId);
  }

  /** Those of them for one strategy. */
  live(personId: string, systemId: string): readonly Link[] {
    return this.ofPerson(personId).filter((one) => one.systemId === systemId);
  }

  /** The link that used this account before, in whatever state. */
  sameAccount(link: Pick<Link, 'personId' | 'systemId' | 'brokerCode' | 'accountNumber'>): Link | undefined {
    return this.all().find(
      (one) =>
        one.personId === link.personId &&
        one.systemId === link.systemId &&
        one.brokerCode === link.brokerCode &&
        one.accountNumber === link.accountNumber,
    );
  }

  /** Newest first. */
  orders(guid: string, most: number): BrokerOrder[] {
    return this.#store.orders(guid, most);
  }

  put(steps: readonly LinkStep[]): WriteAlong {
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
