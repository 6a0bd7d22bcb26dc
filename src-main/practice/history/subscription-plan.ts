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

/** The person, the strategy, the monthly fee, and the start of the strategy. */
type Between = { readonly systemId: string; readonly personId: string; readonly fee: number; readonly since: number };

/** Every state of a subscription in turn. Each is run through the rules from its start. */
export class SubscriptionPlan {
  readonly #random: Random;
  readonly #now: number;
  readonly #kinds = [
    (between: Between) => this.#current(between),
    (between: Between) => this.#trial(between),
    (between: Between) => this.#left(between),
    (between: Between) => this.#managed(between),
    (between: Between) => this.#managedWithEnd(between),
    (between: Between) => this.#custom(between),
    (between: Between) => this.#failing(between),
    (between: Between) => this.#turnedOff(between),
  ];

  constructor(random: Random, now: number) {
    this.#random = random;
    this.#now = now;
  }

  get kindCount(): number {
    return this.#kinds.length;
  }

  of(kind: number, between: Between): PlannedSubscription {
    const make = this.#kinds[kind % this.#kinds.length];
    return make === undefined ? this.#current(between) : make(between);
  }

  /** One that ended when its person was deleted. */
  ofDeleted(between: Between, deletedAt: number): PlannedSubscription {
    return this.#endedBetween(between, deletedAt - 130 * DAY, deletedAt);
  }

  #current(between: Between): PlannedSubscription {
    return this.#site(between, this.#monthsAgo(1, 20, between));
  }

  #trial(between: Between): PlannedSubscription {
    return this.#site(between, this.#now - this.#random.whole(1, 4) * DAY, { trialDays: 10 });
  }

  #left(between: Between): PlannedSubscription {
    return this.#endedBetween(between, this.#monthsAgo(6, 15, between), this.#monthsAgo(1, 5, between));
  }

  #managed(between: Between): PlannedSubscription {
    return this.#private(between, null);
  }

  #managedWithEnd(between: Between): PlannedSubscription {
    return this.#private(between, this.#now + this.#random.whole(6, 25) * DAY);
  }

  #custom(between: Between): PlannedSubscription {
    const startedAt = this.#monthsAgo(3, 6, between);
    const amount = fixed(String(Math.round(between.fee * 0.6)));
    const goodUntil = addMonths(startedAt, 12);
    return {
      startedAt,
      build: (id) => {
        const custom = { id: `${id}1`, amount, goodUntil, periodsLeft: 12 };
        return applyDueToSubscription(subscribe({ ...this.#terms(id, between), custom }, startedAt), this.#now);
      },
    };
  }

  /** Declined once, a day ago; tried again in two days. */
  #failing(between: Between): PlannedSubscription {
    return this.#declinedSince(between, 1);
  }

  /** Declined three times, and ended by the third. */
  #turnedOff(between: Between): PlannedSubscription {
    return this.#declinedSince(between, 15);
  }

  #declinedSince(between: Between, days: number): PlannedSubscription {
    const startedAt = addMonths(this.#now - days * DAY, -this.#random.whole(2, 9));
    return {
      startedAt,
      build: (id) => {
        const paid = applyDueToSubscription(
          subscribe(this.#terms(id, between), startedAt),
          this.#now - (days + 2) * DAY,
        );
        return applyDueToSubscription({ ...paid, billing: { ...paid.billing, declined: true } }, this.#now);
      },
    };
  }

  #site(between: Between, startedAt: number, more: { trialDays?: number } = {}): PlannedSubscription {
    const terms = (id: string) => ({ ...this.#terms(id, between), ...more });
    return { startedAt, build: (id) => applyDueToSubscription(subscribe(terms(id), startedAt), this.#now) };
  }

  #private(between: Between, endsAt: number | null): PlannedSubscription {
    const startedAt = this.#monthsAgo(1, 12, between);
    const terms = { management: 'private', method: MASTER_ACCOUNT } as const;
    return {
      startedAt,
      build: (id) => ({ ...subscribe({ ...this.#terms(id, between), ...terms }, startedAt), endsAt }),
    };
  }

  #endedBetween(between: Between, startedAt: number, endedAt: number): PlannedSubscription {
    return {
      startedAt,
      build: (id) => {
        const before = applyDueToSubscription(subscribe(this.#terms(id, between), startedAt), endedAt - 1);
        const result = endSubscription(before, endedAt, endedAt);
        if (!result.ok) throw new Error('a planned subscription ended twice');
        return result.subscription;
      },
    };
  }

  #terms(id: string, { systemId, personId, fee }: Between) {
    const amount: Fixed = fixed(String(fee));
    return { id, systemId, personId, amount, management: 'site', method: CARD, trialDays: 0 } as const;
  }

  /** Not before the strategy existed. */
  #monthsAgo(min: number, max: number, { since }: Between): number {
    const age = Math.max(min, Math.min(max, Math.floor((this.#now - since) / MONTH) - 1));
    return addMonths(this.#now, -this.#random.whole(min, age)) - this.#random.whole(1, 600) * 60_000;
  }
}
