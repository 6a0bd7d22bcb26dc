import Type, { type Static, type TSchema } from 'typebox';
import { Access } from './model/access.ts';
import { BundleState } from './model/bundle.ts';
import { DesiredState } from './model/desired.ts';
import { CommissionPlan } from './model/equity.ts';
import { ExitProgress, UnfinishedExit } from './model/exit.ts';
import { PracticeState } from './model/practice.ts';
import { Preferences } from './model/preferences.ts';
import { DeskGuard } from './model/risk.ts';
import { Id, Nullable, UnixSeconds } from './model/scalars.ts';
import { ShortcutState } from './model/shortcuts.ts';
import { DatasetState, Status } from './model/status.ts';
import { WholeReading } from './model/whole-reading.ts';

const event = <Params extends TSchema, Payload extends TSchema>(params: Params, payload: Payload) => ({
  params,
  payload,
});

const strict = { additionalProperties: false } as const;
const none = Type.Object({}, strict);

/**
 * What the window may subscribe to. A payload is always the whole small value, sent once on subscribing and again after
 * every change (coalesced); lists are announced by a revision and fetched by a command. The key is the channel.
 */
export const events = {
  'status.changed': event(none, Status),
  'preferences.changed': event(none, Preferences),
  /** The list of strategies was read again. */
  'strategies.changed': event(
    none,
    Type.Object({ revision: Type.Integer(), readAt: Nullable(UnixSeconds), failure: Nullable(Type.String()) }),
  ),
  /** What is stored of one strategy, each dataset with its age; `orders` grows with every move of its journal rows. */
  'strategy.changed': event(
    Type.Object({ systemId: Id }, strict),
    Type.Object({
      systemId: Id,
      access: Access,
      orders: Type.Integer(),
      /** The commission plan that `equity` speaks of; left out for what the platform gives unasked. */
      plan: Type.Optional(CommissionPlan),
      /** How far the reading of the whole strategy is; left out where none was asked for in this run. */
      whole: Type.Optional(WholeReading),
      details: DatasetState,
      margin: DatasetState,
      signalsWorking: DatasetState,
      signalsAll: DatasetState,
      tradesOpen: DatasetState,
      trades: DatasetState,
      equity: DatasetState,
      desired: DatasetState,
      subscribers: DatasetState,
    }),
  ),
  /** Kill switch, arming, caps and what was used of them. */
  'desk.changed': event(none, DeskGuard),
  /** The plan that runs for this strategy, or ran last; null when there was none in this run. */
  'exit.changed': event(
    Type.Object({ systemId: Id }, strict),
    Type.Object({ progress: Nullable(ExitProgress), unfinished: Nullable(UnfinishedExit) }),
  ),
  /** The target portfolio of a strategy: mode, lists, source and age. */
  'desired.changed': event(Type.Object({ systemId: Id }, strict), DesiredState),
  /** System-wide keys: which hold, which were refused, and the last press. */
  'shortcuts.changed': event(none, ShortcutState),
  /** A note was saved, or others are open. */
  'notes.changed': event(none, Type.Object({ revision: Type.Integer() })),
  /** The review bundle that is shown, or made or checked now. */
  'bundle.changed': event(none, BundleState),
  'activity.changed': event(none, Type.Object({ revision: Type.Integer() })),
  /** The simulated market, once a second while somebody looks. */
  'practice.changed': event(none, PracticeState),
} as const;

export type EventName = keyof typeof events;
export type EventParams<Name extends EventName> = Static<(typeof events)[Name]['params']>;
export type EventPayload<Name extends EventName> = Static<(typeof events)[Name]['payload']>;
