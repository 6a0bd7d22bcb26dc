import { addMonths } from '#rules/calendar/add-months.ts';
import { fixed, type Fixed } from '#rules/decimal.ts';
import { applyDueToSubscription, endSubscription, subscribe, type Subscription } from '#rules/billing/subscription.ts';
import type { Random } from '#practice/market/random.ts';

const DAY = 86_400_000;
const MONTH = 31 * DAY;
const CARD = 'credit_card';
const MASTER_ACCOUNT = 'platform_master_account';

/** A subscription of the past before its id is drawn. */
export type PlannedSubscription = { readonly startedAt: number; readonly build: (id: string) => Subscription };

/** The person, the strategy, the monthly fee, and the time since which both exist. */
type Parties = { readonly systemId: string; readonly personId: string; readonly fee: number; readonly since: number };

/** Plans subscriptions in every state in turn, each run through the rules from its start. */
export class SubscriptionPlan {
  readonly #random: Random;
  readonly #now: number;
  readonly #kinds = [
    (parties: Parties) => this.#current(parties),
    (parties: Parties) => this.#trial(parties),
    (parties: Parties) => this.#unsubscribed(parties),
    (parties: Parties) => this.#privateWithoutEnd(parties),
    (parties: Parties) => this.#privateWithEnd(parties),
    (parties: Parties) => this.#custom(parties),
    (parties: Parties) => this.#failing(parties),
    (parties: Parties) => this.#turnedOff(parties),
  ];

  constructor(random: Random, now: number) {
    this.#random = random;
    this.#now = now;
  }

  get kindCount(): number {
    return this.#kinds.length;
  }

  /**
   * If a subscription of this kind would start before `parties.since`, plans a current subscription
   * from that time instead.
   */
  of(kind: number, parties: Parties): PlannedSubscription {
    const make = this.#kinds[kind % this.#kinds.length];
    const planned = make === undefined ? this.#current(parties) : make(parties);
    return planned.startedAt < parties.since ? this.#managedBySite(parties, parties.since) : planned;
  }

  /**
   * A subscription that ended when its person was deleted. `deletedAt` must be after
   * `parties.since`.
   */
  ofDeleted(parties: Parties, deletedAt: number): PlannedSubscription {
    return this.#endedBetween(parties, Math.max(deletedAt - 130 * DAY, parties.since), deletedAt);
  }

  #current(parties: Parties): PlannedSubscription {
    return this.#managedBySite(parties, this.#monthsAgo(1, 20, parties));
  }

  #trial(parties: Parties): PlannedSubscription {
    return this.#managedBySite(parties, this.#now - this.#random.whole(1, 4) * DAY, { trialDays: 10 });
  }

  #unsubscribed(parties: Parties): PlannedSubscription {
    return this.#endedBetween(parties, this.#monthsAgo(6, 15, parties), this.#monthsAgo(1, 5, parties));
  }

  #privateWithoutEnd(parties: Parties): PlannedSubscription {
    return this.#managedPrivately(parties, null);
  }

  #privateWithEnd(parties: Parties): PlannedSubscription {
    return this.#managedPrivately(parties, this.#now + this.#random.whole(6, 25) * DAY);
  }

  #custom(parties: Parties): PlannedSubscription {
    const startedAt = this.#monthsAgo(3, 6, parties);
    const amount = fixed(String(Math.round(parties.fee * 0.6)));
    const goodUntil = addMonths(startedAt, 12);
    return {
      startedAt,
      build: (id) => {
        const custom = { id: `${id}1`, amount, goodUntil, periodsLeft: 12 };
        return applyDueToSubscription(subscribe({ ...this.#terms(id, parties), custom }, startedAt), this.#now);
      },
    };
  }

  /** The payment was declined once, a day ago, and is tried again in two days. */
  #failing(parties: Parties): PlannedSubscription {
    return this.#declinedSince(parties, 1);
  }

  /** The payment was declined three times, which ended the subscription. */
  #turnedOff(parties: Parties): PlannedSubscription {
    return this.#declinedSince(parties, 15);
  }

  #declinedSince(parties: Parties, days: number): PlannedSubscription {
    const startedAt = addMonths(this.#now - days * DAY, -this.#random.whole(2, 9));
    return {
      startedAt,
      build: (id) => {
        const paid = applyDueToSubscription(
          subscribe(this.#terms(id, parties), startedAt),
          this.#now - (days + 2) * DAY,
        );
        return applyDueToSubscription({ ...paid, billing: { ...paid.billing, declined: true } }, this.#now);
      },
    };
  }

  #managedBySite(parties: Parties, startedAt: number, extraTerms: { trialDays?: number } = {}): PlannedSubscription {
    const terms = (id: string) => ({ ...this.#terms(id, parties), ...extraTerms });
    return { startedAt, build: (id) => applyDueToSubscription(subscribe(terms(id), startedAt), this.#now) };
  }

  #managedPrivately(parties: Parties, endsAt: number | null): PlannedSubscription {
    const startedAt = this.#monthsAgo(1, 12, parties);
    const terms = { management: 'private', method: MASTER_ACCOUNT } as const;
    return {
      startedAt,
      build: (id) => ({ ...subscribe({ ...this.#terms(id, parties), ...terms }, startedAt), endsAt }),
    };
  }

  #endedBetween(parties: Parties, startedAt: number, endedAt: number): PlannedSubscription {
    return {
      startedAt,
      build: (id) => {
        const running = applyDueToSubscription(subscribe(this.#terms(id, parties), startedAt), endedAt - 1);
        const result = endSubscription(running, endedAt, endedAt);
        if (!result.ok) throw new Error('a planned subscription ended twice');
        return result.subscription;
      },
    };
  }

  #terms(id: string, { systemId, personId, fee }: Parties) {
    const amount: Fixed = fixed(String(fee));
    return { id, systemId, personId, amount, management: 'site', method: CARD, trialDays: 0 } as const;
  }

  /** A random time, `min` to `max` months ago, and if possible not before `since`. */
  #monthsAgo(min: number, max: number, { since }: Parties): number {
    const age = Math.max(min, Math.min(max, Math.floor((this.#now - since) / MONTH) - 1));
    return addMonths(this.#now, -this.#random.whole(min, age)) - this.#random.whole(1, 600) * 60_000;
  }
}
