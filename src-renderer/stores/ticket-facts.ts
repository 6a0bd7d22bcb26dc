import type { Instrument } from '#contract/model/scalars.ts';
import { standardTemplate, type BracketTemplate } from './bracket-template.ts';
import type { InstrumentFacts } from './instrument-facts.ts';

/**
 * What is needed to read a draft: the instrument, the bracket templates, the clock, the ids in use.
 */
export type TicketFacts = {
  readonly instrument: (symbol: string, instrument: Instrument) => InstrumentFacts;
  /** The last known price at the time the market order was typed. Null on a live connection. */
  readonly marketPrice: (symbol: string) => string | null;
  readonly template: (id: string) => BracketTemplate;
  /** Unix seconds, of the practice clock if there is one. */
  readonly now: () => number;
  /** What uses an id, or null if it is unknown. */
  readonly idUse: (id: string) => 'signal' | 'group' | null;
};

export const noFacts: TicketFacts = {
  instrument: () => ({ name: null, tick: null, price: null, pointValue: null, invented: false }),
  marketPrice: () => null,
  template: () => standardTemplate,
  now: () => 0,
  idUse: () => null,
};
