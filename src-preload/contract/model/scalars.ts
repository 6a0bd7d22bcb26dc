import Type, { type Static, type TSchema } from 'typebox';

/** A schema or null, which stands for an absent value across the bridge. */
export const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/**
 * A service id, own signal id, system id or OCA id: decimal digits as text, because ids may exceed
 * 2^53.
 */
export const Id = Type.String({ pattern: '^[0-9]{1,20}$' });
export type Id = Static<typeof Id>;

/**
 * A decimal number as written, with an optional sign and no exponent. Compare as decimals, show and
 * send as text.
 */
export const Decimal = Type.String({ pattern: '^-?[0-9]{1,18}([.][0-9]{1,18})?$' });
export type Decimal = Static<typeof Decimal>;

/** A price above zero as the trader typed it; it is sent character for character. */
export const Price = Type.String({ pattern: '^(?=.*[1-9])[0-9]{1,12}([.][0-9]{1,9})?$' });
export type Price = Static<typeof Price>;

/**
 * A quantity above zero: shares, contracts, or mini-lots of 10,000 for forex. An entry must be
 * whole. An exit may have a fraction, and is at most the position size.
 */
export const Quantity = Type.String({ pattern: '^(?=.*[1-9])(0|[1-9][0-9]{0,9})([.][0-9]{1,9})?$' });
export type Quantity = Static<typeof Quantity>;

/**
 * Seconds since 1970 UTC. The platform's `…_unix` members take precedence over its time strings.
 */
export const UnixSeconds = Type.Integer({ minimum: 0, maximum: 253_402_300_799 });
export type UnixSeconds = Static<typeof UnixSeconds>;

/** A version-4 UUID. */
export const Uuid = Type.String({ pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$' });
export type Uuid = Static<typeof Uuid>;

/** The platform's `typeofsymbol`; funds and ETFs are stocks. Platform-api "submitSignal". */
export const Instrument = Type.Union([
  Type.Literal('stock'),
  Type.Literal('option'),
  Type.Literal('future'),
  Type.Literal('forex'),
]);
export type Instrument = Static<typeof Instrument>;

/** The platform's `action`. STO and SSHORT are interchangeable there, and stored here as typed. */
export const Action = Type.Union([
  Type.Literal('BTO'),
  Type.Literal('STO'),
  Type.Literal('SSHORT'),
  Type.Literal('BTC'),
  Type.Literal('STC'),
]);
export type Action = Static<typeof Action>;

export const Duration = Type.Union([Type.Literal('DAY'), Type.Literal('GTC')]);
export type Duration = Static<typeof Duration>;

export const Sort = Type.Object({ column: Type.String({ maxLength: 40 }), descending: Type.Boolean() });
export type Sort = Static<typeof Sort>;
