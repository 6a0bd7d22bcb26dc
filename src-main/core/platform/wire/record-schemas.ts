// The members that a record must have to be read at all, compiled once. Its other members are read
// with the helpers for absent values, and unknown members are ignored: a strict client fails on the
// first new one (platform-notes 24).
import Type from 'typebox';
import { Compile } from 'typebox/compile';

/**
 * A member that may be a text, a number, a boolean, null or missing. The form differs by member and
 * by year (platform-notes 25).
 */
const optionalScalar = Type.Optional(Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]));

/** A member that must be present. Whether its value is valid is for the parser. */
const requiredScalar = Type.Union([Type.String(), Type.Number()]);

export const StrategyRecord = Compile(Type.Object({ system_id: requiredScalar, systemName: optionalScalar }));

export const SignalWireRecord = Compile(
  Type.Object({
    signal_id: requiredScalar,
    action: requiredScalar,
    quant: requiredScalar,
    symbol: requiredScalar,
    status: optionalScalar,
  }),
);

export const ComponentRecord = Compile(
  Type.Object({ signalid: requiredScalar, symbol: optionalScalar, quant: optionalScalar }),
);

export const EquityPointRecord = Compile(Type.Object({ unix_timestamp: optionalScalar, YYYYMMDD: optionalScalar }));
