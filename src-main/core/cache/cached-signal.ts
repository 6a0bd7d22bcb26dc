import type { Action, Duration, Instrument } from '#contract/model/scalars.ts';
import type { OrderKind } from '#contract/model/signal.ts';

/**
 * A platform signal as the cache holds it: the members of the platform's `SignalRecord` (the cache is a leaf and does
 * not know that type; the ingest fits the two together), and what the lists say of it.
 */
export type CachedSignal = {
  readonly systemId: string;
  readonly serviceId: string;
  readonly ownId: string | null;
  readonly status: 'working' | 'traded' | 'canceled' | 'expired' | 'waiting' | 'other';
  readonly statusText: string;
  readonly action: Action;
  readonly quantity: string;
  readonly symbol: string;
  readonly name: string;
  readonly instrument: Instrument | null;
  readonly kind: OrderKind;
  readonly limit: string | null;
  readonly stop: string | null;
  readonly duration: Duration | null;
  readonly postedAt: number | null;
  readonly tradedAt: number | null;
  readonly canceledAt: number | null;
  readonly expiredAt: number | null;
  readonly tradedPrice: string | null;
  readonly openingTradeId: string | null;
  readonly closingTradeId: string | null;
  readonly ocaId: string | null;
  readonly parentId: string | null;
  readonly parkedUntil: number | null;
  /** True while it stands in the latest working list. */
  readonly inWorkingList: boolean;
  /** It was alive, is in no list now, and nothing shows why. A shorter list is not a deletion. */
  readonly unlisted: boolean;
  /** Unix seconds of the latest answer that held it. */
  readonly seenAt: number;
};
