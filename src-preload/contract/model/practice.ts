import Type, { type Static } from 'typebox';
import { Message } from '../message.ts';
import { Decimal, Instrument, Nullable, UnixSeconds } from './scalars.ts';

/**
 * An instrument of the simulated market. Exists on the practice profile only: the platform sends no
 * quotes.
 */
export const PracticeInstrument = Type.Object({
  symbol: Type.String(),
  description: Type.String(),
  instrument: Instrument,
  price: Decimal,
  dayOpen: Decimal,
  tick: Decimal,
  pointValue: Decimal,
  /** The practice service has no data of this instrument, so its price is invented. */
  invented: Type.Boolean(),
});
export type PracticeInstrument = Static<typeof PracticeInstrument>;

export const PracticeMarket = Type.Object({
  clock: Type.Object({ mode: Type.Union([Type.Literal('real'), Type.Literal('manual')]), now: UnixSeconds }),
  instruments: Type.Array(PracticeInstrument),
});
export type PracticeMarket = Static<typeof PracticeMarket>;

/** The practice service's state for the window; `failure` says why it cannot be reached. */
export const PracticeState = Type.Object({ market: Nullable(PracticeMarket), failure: Nullable(Message) });
export type PracticeState = Static<typeof PracticeState>;
