import Type, { type Static } from 'typebox';

/** An attribute of a strategy that a plan sets. `visible` can be set only at the creation. */
export const AttributeField = Type.Union([
  Type.Literal('name'),
  Type.Literal('shortDescription'),
  Type.Literal('longDescription'),
  Type.Literal('ownerPersonId'),
  Type.Literal('startingCapital'),
  Type.Literal('minimumPortfolio'),
  Type.Literal('monthlyFee'),
  Type.Literal('trialDays'),
  Type.Literal('creditSeconds'),
  Type.Literal('signalCredits'),
  Type.Literal('test'),
  Type.Literal('alive'),
  Type.Literal('visible'),
]);
export type AttributeField = Static<typeof AttributeField>;
