import { Action, Duration, Instrument } from '#contract/model/scalars.ts';
import { OrderKind } from '#contract/model/signal.ts';

/** The allowed values of members with a fixed set of values, for reading rows. */
export const words = {
  action: Action.anyOf.map(({ const: word }) => word),
  duration: Duration.anyOf.map(({ const: word }) => word),
  instrument: Instrument.anyOf.map(({ const: word }) => word),
  kind: OrderKind.anyOf.map(({ const: word }) => word),
  status: ['working', 'traded', 'canceled', 'expired', 'waiting', 'other'],
  side: ['long', 'short'],
} as const;
