import type { Fixed } from '#rules/decimal.ts';
import type { OptionContract } from '#rules/option-symbol.ts';
import type { InstrumentType } from '#rules/order-terms.ts';

/** Something that can be traded here, resolved from its symbol. */
export type Instrument = {
  readonly symbol: string;
  readonly type: InstrumentType;
  readonly name: string;
  readonly exchange: string;
  readonly currency: string;
  /** With a two-digit year, even if the symbol has one digit. */
  readonly fullSymbol: string;
  readonly tick: Fixed;
  readonly decimals: number;
  readonly pointValue: Fixed;
  /** Dollars per contract; futures only. */
  readonly contractMargin: Fixed | null;
  /** The price path that moves it: its own, its future root's, or its underlying's. */
  readonly path: string;
  readonly option: OptionContract | null;
  /** When a contract ends, in milliseconds since 1970; null if it has no last day. */
  readonly end: number | null;
  /**
   * True if instruments.json lists neither the instrument nor its root or underlying. Then its
   * price, tick and point value are invented.
   */
  readonly invented: boolean;
};
