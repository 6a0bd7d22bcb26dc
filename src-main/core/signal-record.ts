import type { OptionTerms } from '#contract/model/option-terms.ts';
import type { Action, Duration, Instrument } from '#contract/model/scalars.ts';
import type { OrderKind } from '#contract/model/signal.ts';

/**
 * A signal from one of the platform's lists, parsed. A value that the platform does not give (see
 * `absent.ts`) is null. Prices keep the platform's text. Times are unix seconds: if a record has a
 * time as unix seconds and as text, the seconds are used. See "Signal" in platform-api.
 */
export type SignalRecord = {
  readonly systemId: string;
  readonly serviceId: string;
  /** Own id; the lists may omit it. */
  readonly ownId: string | null;
  readonly status: 'working' | 'traded' | 'canceled' | 'expired' | 'waiting' | 'other';
  /** The platform's own word, saved for statuses that the program does not know. */
  readonly statusText: string;
  readonly action: Action;
  readonly quantity: string;
  readonly symbol: string;
  readonly name: string;
  readonly instrument: Instrument | null;
  /** Missing if the platform names no terms of an option. */
  readonly option?: OptionTerms;
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
  /** Only some answers have this and the next two members. Never depend on them. */
  readonly ocaId: string | null;
  readonly parentId: string | null;
  readonly parkedUntil: number | null;
};
