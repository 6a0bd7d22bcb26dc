import type { ConnectionFacts } from '#core/orders/order-desk-deps.ts';
import type { OrderDesk } from '#core/orders/order-desk.ts';
import type { DataSync } from '#core/sync/data-sync.ts';

type Parts = {
  readonly connection: () => ConnectionFacts;
  /** Unix seconds until which the service asked to send nothing; null if it did not ask. */
  readonly askedToWaitUntil: () => number | null;
  /** Unix seconds. */
  readonly now: () => number;
  readonly sync: Pick<DataSync, 'trouble'>;
  readonly desk: () => Pick<OrderDesk, 'holdNewRisk'>;
};

/**
 * The strategies whose orders or positions cannot be read although the connection is open. Other
 * strategies are not affected.
 */
export class UnreadStrategies {
  readonly #parts: Parts;
  readonly #unread = new Set<string>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The state of the connection for this strategy. */
  facts(systemId: string): ConnectionFacts {
    const facts = this.#parts.connection();
    const until = facts.state === 'open' ? this.#parts.askedToWaitUntil() : null;
    if (until !== null) {
      return { state: 'unread', since: this.#parts.now(), text: { code: 'connection.asked-to-wait', until } };
    }
    const trouble = facts.state === 'open' ? this.#parts.sync.trouble(systemId) : null;
    return trouble === null ? facts : { state: 'unread', ...trouble };
  }

  /**
   * Called when a read of this strategy begins and when it ends. If the strategy can no longer be
   * read, its waiting orders with new risk are put on hold.
   */
  check(systemId: string): void {
    const facts = this.facts(systemId);
    if (facts.state !== 'unread') {
      this.#unread.delete(systemId);
      return;
    }
    if (this.#unread.has(systemId)) return;
    this.#unread.add(systemId);
    const { since, text } = facts;
    this.#parts.desk().holdNewRisk({ code: 'entry.strategy-unread', since, reason: text }, systemId);
  }
}
