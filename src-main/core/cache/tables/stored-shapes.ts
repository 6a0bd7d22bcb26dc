import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { Decimal, Id, Nullable } from '#contract/model/scalars.ts';
import { Strategy } from '#contract/model/strategy.ts';
import { ComponentSignal, Trade } from '#contract/model/trade.ts';

/** Members used as numbers or ids. The row readers check members with a fixed set of values. */
const SignalNumbers = Type.Object({
  serviceId: Id,
  quantity: Decimal,
  limit: Nullable(Decimal),
  stop: Nullable(Decimal),
  tradedPrice: Nullable(Decimal),
});

/**
 * Checks for rows that are not from an answer of this run. Created on demand, since compiling takes
 * time.
 */
export const storedShapes = () => ({
  strategy: Compile(Strategy),
  trade: Compile(Trade),
  component: Compile(ComponentSignal),
  signal: Compile(SignalNumbers),
});
