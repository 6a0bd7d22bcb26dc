import Type, { type Static } from 'typebox';
import { ActState } from './act.ts';
import { AttributeField } from './attribute-field.ts';
import { Id, Nullable, UnixSeconds, Uuid } from './scalars.ts';
import { Check } from './ticket.ts';

const dollars = { min: 1000, max: 10_000_000 } as const;

/**
 * Limits of the specification, both included. For a text they limit the number of code points,
 * without leading and trailing blanks. The specification has no limits for the fee and the trial,
 * so this program sets them.
 */
export const attributeBounds = {
  name: { min: 3, max: 40 },
  shortDescription: { min: 0, max: 255 },
  longDescription: { min: 0, max: 8000 },
  startingCapital: dollars,
  minimumPortfolio: dollars,
  monthlyFee: { min: 0, max: 1_000_000 },
  trialDays: { min: 0, max: 3650 },
  creditSeconds: { min: 0, max: 86_400 * 365 * 20 },
  signalCredits: { min: 0, max: 9_999_999_999 },
} as const;
export type BoundedAttribute = keyof typeof attributeBounds;

/** Bounds are checked by the plan, which names the field. */
const AnyText = Type.String({ maxLength: 40_000 });
const AnyWhole = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** What `changeSystemAttribute` can set. A missing member leaves the attribute as it is. */
export const StrategyAttributes = Type.Partial(
  Type.Object(
    {
      name: AnyText,
      shortDescription: AnyText,
      longDescription: AnyText,
      ownerPersonId: Id,
      startingCapital: AnyWhole,
      minimumPortfolio: AnyWhole,
      monthlyFee: AnyWhole,
      trialDays: AnyWhole,
      /** `creditSystemTimeInSeconds`, counted from the change. No read shows it. */
      creditSeconds: AnyWhole,
      /** `freeSignalEntryCredits`. No read shows them. */
      signalCredits: AnyWhole,
      test: Type.Boolean(),
      alive: Type.Boolean(),
    },
    { additionalProperties: false },
  ),
);
export type StrategyAttributes = Static<typeof StrategyAttributes>;
export type AttributeName = keyof StrategyAttributes;

/** What `createNewSystem` takes. */
export const NewStrategy = Type.Object(
  {
    name: AnyText,
    longDescription: AnyText,
    startingCapital: AnyWhole,
    ownerPersonId: Id,
    /** `site_visibility_status`; null leaves it to the platform. No read shows it. */
    visible: Nullable(Type.Boolean()),
    creditSeconds: Nullable(AnyWhole),
  },
  { additionalProperties: false },
);
export type NewStrategy = Static<typeof NewStrategy>;

/**
 * `clone`: the strategy is created, and then gets the attributes that a creation cannot set.
 * `complete` sends the known values of all other attributes too, for a platform that requires all
 * attributes in each request.
 */
export const StrategyRequest = Type.Union([
  Type.Object({ kind: Type.Literal('create'), strategy: NewStrategy }),
  Type.Object({ kind: Type.Literal('clone'), sourceId: Id, strategy: NewStrategy, attributes: StrategyAttributes }),
  Type.Object({
    kind: Type.Literal('change'),
    systemId: Id,
    attributes: StrategyAttributes,
    complete: Type.Boolean(),
  }),
]);
export type StrategyRequest = Static<typeof StrategyRequest>;

/** One attribute. Numbers are decimals, yes and no are `1` and `0`; null is not known. */
export const AttributeRow = Type.Object({
  field: AttributeField,
  before: Nullable(Type.String()),
  after: Type.String(),
});
export type AttributeRow = Static<typeof AttributeRow>;

/** A plan as it is shown. It is sent by its `planId`, so that exactly this plan is sent. */
export const StrategyPlan = Type.Object({
  planId: Type.String(),
  /** Changes whenever the data behind the plan changes. */
  digest: Type.String(),
  request: StrategyRequest,
  at: UnixSeconds,
  /** The strategy that is changed or cloned; for a creation, the new name. */
  name: Type.String(),
  /** The attributes of each request, in the order of sending. A clone needs two requests. */
  acts: Type.Array(
    Type.Object({
      command: Type.Union([Type.Literal('createNewSystem'), Type.Literal('changeSystemAttribute')]),
      rows: Type.Array(AttributeRow),
    }),
  ),
  /** Attributes that are sent unchanged, with their known values. */
  repeated: Type.Array(AttributeField),
  checks: Type.Array(Check),
  /** The number of requests that the plan needs. */
  requests: Type.Integer(),
  /** When the data behind the plan was read; null if it was never read. */
  readAt: Nullable(UnixSeconds),
});
export type StrategyPlan = Static<typeof StrategyPlan>;

/** A creation or a change that was sent from here. */
export const StrategyChange = Type.Object({
  intentId: Uuid,
  kind: Type.Union([Type.Literal('create'), Type.Literal('clone'), Type.Literal('change')]),
  /** Null for a creation whose strategy is not known. */
  systemId: Nullable(Id),
  name: Type.String(),
  state: ActState,
  at: UnixSeconds,
  rows: Type.Array(AttributeRow),
  /** The attributes that would undo the change; null if nothing can undo it. */
  undo: Nullable(StrategyAttributes),
});
export type StrategyChange = Static<typeof StrategyChange>;

/** A clone that was created but did not get its other attributes. */
export const UnfinishedClone = Type.Object({
  intentId: Uuid,
  sourceId: Id,
  sourceName: Type.String(),
  systemId: Id,
  name: Type.String(),
  at: UnixSeconds,
  attributes: StrategyAttributes,
});
export type UnfinishedClone = Static<typeof UnfinishedClone>;
