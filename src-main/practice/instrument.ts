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
  /** With a two-digit year where the symbol has one digit. */
  readonly fullSymbol: string;
  readonly tick: Fixed;
  readonly decimals: number;
  readonly pointValue: Fixed;
  /** Dollars a contract; futures only. */
  readonly contractMargin: Fixed | null;
  /** Whose price path moves it: its own, its future's root, or its underlying. */
  readonly path: string;
  readonly option: OptionContract | null;
  /** When a contract ends, in milliseconds since 1970; null for what has no last day. */
  readonly end: number | null;
  /** No table names it: its price, tick and point value are made up. */
  readonly invented: boolean;
};
