import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { Decimal, Id, Nullable } from '#contract/model/scalars.ts';
import { Strategy } from '#contract/model/strategy.ts';
import { ComponentSignal, Trade } from '#contract/model/trade.ts';

/** What is worked with as a number, or asked for by its id; the readers look at the words. */
const SignalNumbers = Type.Object({
  serviceId: Id,
  quantity: Decimal,
  limit: Nullable(Decimal),
  stop: Nullable(Decimal),
  tradedPrice: Nullable(Decimal),
});

/** What rows that did not come from an answer of today are held against. Made when it is needed: compiling takes its time. */
export const storedShapes = () => ({
  strategy: Compile(Strategy),
  trade: Compile(Trade),
  component: Compile(ComponentSignal),
  signal: Compile(SignalNumbers),
});
