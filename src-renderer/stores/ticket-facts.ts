import type { Instrument } from '#contract/model/scalars.ts';
import { standardTemplate, type BracketTemplate } from './bracket-template.ts';
import type { InstrumentFacts } from './instrument-facts.ts';

/**
 * What is needed to read a draft: the instrument, the bracket templates, the clock, the ids in use.
 */
export type TicketFacts = {
  readonly instrument: (symbol: string, instrument: Instrument) => InstrumentFacts;
  /** The price from which the bracket of a market order is computed. Null if it is not known. */
  readonly basePrice: (symbol: string) => string | null;
  readonly template: (id: string) => BracketTemplate;
  /** Unix seconds, of the practice clock if there is one. */
  readonly now: () => number;
  /** Whether a signal or a group has the id. Null if the id is not known. */
  readonly idUse: (id: string) => 'signal' | 'group' | null;
};

export const noFacts: TicketFacts = {
  instrument: () => ({ name: null, tick: null, price: null, pointValue: null, invented: false }),
  basePrice: () => null,
  template: () => standardTemplate,
  now: () => 0,
  idUse: () => null,
};
