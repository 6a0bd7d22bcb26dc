import Type, { type Static } from 'typebox';
import { Message, Text } from '../message.ts';
import { limits } from '../limits.ts';
import { Id, Nullable, UnixSeconds, Uuid } from './scalars.ts';
import { Check } from './ticket.ts';

/** What can be done for a person of a private platform. */
export const ChangeOperation = Type.Union([
  Type.Literal('person.change'),
  /** The password is typed when the set is applied. */
  Type.Literal('person.password'),
  Type.Literal('strategy.create'),
  Type.Literal('strategy.change'),
  Type.Literal('strategy.owner'),
  Type.Literal('strategy.credits'),
  Type.Literal('strategy.alive'),
  Type.Literal('license.create'),
  Type.Literal('license.recurring'),
  Type.Literal('license.method'),
  Type.Literal('subscription.begin'),
  Type.Literal('subscription.end'),
  Type.Literal('user.delete'),
]);
export type ChangeOperation = Static<typeof ChangeOperation>;

/** Bounds are checked by core, which names the field. */
const text = Type.String({ maxLength: 40_000 });

/**
 * Texts by the field names of the specification. A missing text leaves the field as it is, and an
 * empty text clears it. A password is in no set (acts.md A8).
 */
export const ChangeFields = Type.Partial(
  Type.Object(
    {
      firstname: text,
      lastname: text,
      screenname: text,
      email: text,
      license_id: text,
      license_type_requested: text,
      ui_description: text,
      recurring_billing_status: text,
      payment_method: text,
      systemid: text,
      subscription_guid: text,
      unsubAtYYYYMMDDhhmm: text,
      name: text,
      longDescription: text,
      shortDescription: text,
      startingcapital: text,
      equitycurve_startingcapital: text,
      minimum_portfolio_size_required: text,
      monthlyfee: text,
      trialdays: text,
      ownerpersonid: text,
      creditSystemTimeInSeconds: text,
      freeSignalEntryCredits: text,
      site_visibility_status: text,
      test_system: text,
      isAlive: text,
    },
    { additionalProperties: false },
  ),
);
export type ChangeFields = Static<typeof ChangeFields>;
export type ChangeField = keyof ChangeFields;
/** In the order of the columns of a file. */
export const changeFieldNames: readonly ChangeField[] = Object.keys(ChangeFields.properties).filter(
  (name): name is ChangeField => name in ChangeFields.properties,
);

/** A change of one person that is to be added to the set. */
export const NewChange = Type.Object(
  { op: ChangeOperation, personId: Id, fields: ChangeFields },
  { additionalProperties: false },
);
export type NewChange = Static<typeof NewChange>;

/** One staged change. Nothing of it is sent before the set is planned and applied. */
export const StagedChange = Type.Object({ id: Uuid, ...NewChange.properties });
export type StagedChange = Static<typeof StagedChange>;

/** One value of a change. `before` is null if it is not known or no read shows it. */
export const ChangeValue = Type.Object({
  field: Type.String(),
  before: Nullable(Type.String()),
  after: Type.String(),
  /** Whether `after` is compared with a reading; false if no read shows the value. */
  isRead: Type.Boolean(),
});
export type ChangeValue = Static<typeof ChangeValue>;

/** What a plan affects. `recurring` is in dollars per period, as far as amounts are known. */
export const BlastRadius = Type.Object({
  people: Type.Integer(),
  licensesBegun: Type.Integer(),
  licensesStopped: Type.Integer(),
  subscriptionsBegun: Type.Integer(),
  subscriptionsEnded: Type.Integer(),
  deletes: Type.Integer(),
  recurring: Type.String(),
  unknownAmounts: Type.Integer(),
  openPositions: Type.Array(Type.Object({ systemId: Type.String(), positions: Type.Integer() })),
  unknownPositions: Type.Integer(),
});
export type BlastRadius = Static<typeof BlastRadius>;

export const PlannedChange = Type.Object({
  change: StagedChange,
  /** The name of the person. */
  name: Type.String(),
  values: Type.Array(ChangeValue),
  warnings: Type.Array(Message),
  /** What has to be typed before the change is applied; null if nothing has to be typed. */
  textToType: Nullable(Type.String()),
});
export type PlannedChange = Static<typeof PlannedChange>;

/** Why a change of the set cannot be applied. `other`: the change that it conflicts with. */
export const ChangeProblem = Type.Object({ id: Uuid, name: Type.String(), other: Nullable(Uuid), text: Message });
export type ChangeProblem = Static<typeof ChangeProblem>;

/** A plan as it is shown. `planId` is named on applying, so that exactly this plan is sent. */
export const ChangePlan = Type.Object({
  planId: Type.String(),
  /** Another digest means that the set, or what the platform shows of it, has changed. */
  digest: Type.String(),
  at: UnixSeconds,
  /** When the people were read. */
  readAt: UnixSeconds,
  /** In the order of sending. */
  rows: Type.Array(PlannedChange),
  /** Changes whose result the platform already has. */
  noOps: Type.Array(Uuid),
  problems: Type.Array(ChangeProblem),
  blast: BlastRadius,
  checks: Type.Array(Check),
  /** Number of people that the run may delete. */
  deleteLimit: Type.Integer(),
  requests: Type.Integer(),
  /** The time that the requests take at the pace of the connection. */
  seconds: Type.Integer(),
});
export type ChangePlan = Static<typeof ChangePlan>;

export const ChangeRowState = Type.Union([
  Type.Literal('waiting'),
  Type.Literal('sending'),
  Type.Literal('done'),
  Type.Literal('refused'),
  Type.Literal('unknown'),
  /** The time for evidence is over, and no reading shows the change. It is not sent again. */
  Type.Literal('absent'),
  /** The user ended a row whose outcome nothing proved. */
  Type.Literal('given-up'),
  /** The change was confirmed, but the platform shows something else. */
  Type.Literal('differs'),
  /** The run was stopped before this row. */
  Type.Literal('skipped'),
  /** The platform already had the result. */
  Type.Literal('no-op'),
  /** The platform shows other values than those of the plan, so the change was not sent. */
  Type.Literal('changed-since'),
]);
export type ChangeRowState = Static<typeof ChangeRowState>;

export const ChangeRunRow = Type.Object({
  ...PlannedChange.properties,
  /** The intent id of the row's act in the journal. */
  intentId: Uuid,
  state: ChangeRowState,
  /** What the platform showed instead, by field, if the row is `changed-since`. */
  found: Type.Array(Type.Object({ field: Type.String(), now: Nullable(Type.String()) })),
  /** The platform's words, verbatim, or why it was not sent. */
  errors: Type.Array(Text),
  /** When its state was reached; null while it waits. */
  at: Nullable(UnixSeconds),
  /**
   * Whether the reading after the last row shows the wanted values; null before that reading, or if
   * no read can show them.
   */
  asPlanned: Nullable(Type.Boolean()),
});
export type ChangeRunRow = Static<typeof ChangeRunRow>;

/** A set that is or was applied. */
export const ChangeRun = Type.Object({
  runId: Uuid,
  digest: Type.String(),
  startedAt: UnixSeconds,
  state: Type.Union([Type.Literal('running'), Type.Literal('paused'), Type.Literal('ended')]),
  /** A pause or a stop was requested and takes effect after the row that is under way. */
  ending: Type.Boolean(),
  /** Why it is paused. */
  reason: Nullable(Text),
  rows: Type.Array(ChangeRunRow),
  /**
   * The reading after the last row. `of` is the number of rows, and `asPlanned` the number of rows
   * that are as planned. `asPlanned` includes a row that is done and whose result no read can show.
   */
  verified: Nullable(Type.Object({ at: UnixSeconds, asPlanned: Type.Integer(), of: Type.Integer() })),
});
export type ChangeRun = Static<typeof ChangeRun>;

/** What is wrong in a file. `line` and `column` count from 1. */
export const FileFault = Type.Object({
  line: Type.Integer(),
  column: Type.Integer(),
  text: Type.String(),
  problem: Message,
});
export type FileFault = Static<typeof FileFault>;

/** A set as a file for another operator, without secrets. */
export const PlanFile = Type.Object({
  stratdesk: Type.Literal('change-set'),
  version: Type.Literal(1),
  digest: Type.String({ maxLength: 64 }),
  changes: Type.Array(NewChange, { maxItems: limits.stagedChanges }),
});
export type PlanFile = Static<typeof PlanFile>;
