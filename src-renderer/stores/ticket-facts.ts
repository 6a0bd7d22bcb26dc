import type { Instrument } from '#contract/model/scalars.ts';
import { standardTemplate, type BracketTemplate } from './bracket-template.ts';
import type { InstrumentFacts } from './instrument-facts.ts';

/** What a draft is read against: the instrument, the bracket templates, the clock, the ids in use. */
export type TicketFacts = {
  readonly instrument: (symbol: string, instrument: Instrument) => InstrumentFacts;
  /** The last price that is known of it, as it stood when the market order was made up; null on a live connection. */
  readonly marketPrice: (symbol: string) => string | null;
  readonly template: (id: string) => BracketTemplate;
  /** Unix seconds, of the practice clock where there is one. */
  readonly now: () => number;
  /** What an id names already; null for one never met. */
  readonly idUse: (id: string) => 'signal' | 'group' | null;
};

export const noFacts: TicketFacts = {
  instrument: () => ({ name: null, tick: null, price: null, pointValue: null, invented: false }),
  marketPrice: () => null,
  template: () => standardTemplate,
  now: () => 0,
  idUse: () => null,
};
