import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { Decimal, Id, Nullable } from '#contract/model/scalars.ts';
import { Strategy } from '#contract/model/strategy.ts';
import { ComponentSignal, Trade } from '#contract/model/trade.ts';

/** Members used as numbers or ids. The row readers check the members with fixed sets of values. */
const SignalNumbers = Type.Object({
  serviceId: Id,
  quantity: Decimal,
  limit: Nullable(Decimal),
  stop: Nullable(Decimal),
  tradedPrice: Nullable(Decimal),
});

/**
 * Validators for the rows of a review bundle, which another program may have written. Created on
 * demand, because compiling takes time.
 */
export const storedShapes = () => ({
  strategy: Compile(Strategy),
  trade: Compile(Trade),
  component: Compile(ComponentSignal),
  signal: Compile(SignalNumbers),
});
