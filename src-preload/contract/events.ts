import Type, { type Static, type TSchema } from 'typebox';
import { Text } from './message.ts';
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
import { TargetProgress } from './model/target-progress.ts';
import { FullSyncProgress } from '#contract/model/full-sync-progress.ts';

interface Event<Params, Payload> {
  readonly params: TSchema;
  readonly payload: TSchema;
  /** Never set, like `Command.types`. */
  readonly types?: { readonly params: Params; readonly payload: Payload };
}

const event = <Params extends TSchema, Payload extends TSchema>(
  params: Params,
  payload: Payload,
): Event<Static<Params>, Static<Payload>> => ({ params, payload });

const strict = { additionalProperties: false } as const;
const noParams = Type.Object({}, strict);

/**
 * The events that a window may subscribe to. A payload is always a complete, small value, sent once
 * on subscribing and after every change (coalesced). Lists are announced by a revision and fetched
 * by a command. The name of an event is its channel.
 */
export const events = {
  'status.changed': event(noParams, Status),
  'preferences.changed': event(noParams, Preferences),
  /** The list of strategies was read again, or it became known who owns one. */
  'strategies.changed': event(
    noParams,
    Type.Object({
      revision: Type.Integer(),
      readAt: Nullable(UnixSeconds),
      failure: Nullable(Text),
      /** The strategies that the key only subscribes to, as far as is known. */
      subscribed: Type.Array(Id),
    }),
  ),
  /**
   * The stored data of one strategy, each dataset with its age. `ordersRevision` increases with
   * every change of the strategy's journal rows.
   */
  'strategy.changed': event(
    Type.Object({ systemId: Id }, strict),
    Type.Object({
      systemId: Id,
      access: Access,
      ordersRevision: Type.Integer(),
      /** The commission plan of `equity`; missing for the platform's default. */
      plan: Type.Optional(CommissionPlan),
      /** The progress of the full sync; missing if none was started in this run. */
      fullSync: Type.Optional(FullSyncProgress),
      details: DatasetState,
      margin: DatasetState,
      signalsWorking: DatasetState,
      signalsAll: DatasetState,
      tradesOpen: DatasetState,
      trades: DatasetState,
      equity: DatasetState,
      desired: DatasetState,
      subscribers: DatasetState,
      brokers: DatasetState,
    }),
  ),
  /** The people of a private platform were read, or a reading began or failed. */
  'people.changed': event(
    noParams,
    Type.Object({
      revision: Type.Integer(),
      readAt: Nullable(UnixSeconds),
      failure: Nullable(Text),
      reading: Type.Boolean(),
    }),
  ),
  /** Kill switch, arming, and caps with their use. */
  'desk.changed': event(noParams, DeskGuard),
  /** The running or last plan of this strategy since the connection was opened; null if none. */
  'exit.changed': event(
    Type.Object({ systemId: Id }, strict),
    Type.Object({ progress: Nullable(ExitProgress), unfinished: Nullable(UnfinishedExit) }),
  ),
  /** The target list of a strategy: its mode, and the confirmed list and the list read back. */
  'desired.changed': event(Type.Object({ systemId: Id }, strict), DesiredState),
  /** The progress of the list that the platform maintains; null unless it was sent from here. */
  'target-progress.changed': event(
    Type.Object({ systemId: Id }, strict),
    Type.Object({ progress: Nullable(TargetProgress) }),
  ),
  /** A change on the platform that is no order was sent, answered or read back. */
  'acts.changed': event(noParams, Type.Object({ revision: Type.Integer() })),
  /** A change was staged or removed, or a row of the run changed its state. */
  'changes.changed': event(noParams, Type.Object({ revision: Type.Integer() })),
  /** System-wide keys: the registered and the refused ones, and the last press. */
  'shortcuts.changed': event(noParams, ShortcutState),
  /** A note was saved, or another notes file was opened. */
  'notes.changed': event(noParams, Type.Object({ revision: Type.Integer() })),
  /** The review bundle that is shown, made or checked now. */
  'bundle.changed': event(noParams, BundleState),
  'activity.changed': event(noParams, Type.Object({ revision: Type.Integer() })),
  /** The simulated market, once a second while a window shows it. */
  'practice.changed': event(noParams, PracticeState),
} as const;

export type EventName = keyof typeof events;

type EventTypes = {
  readonly [Name in EventName]: (typeof events)[Name] extends Event<infer Params, infer Payload>
    ? { readonly params: Params; readonly payload: Payload }
    : never;
};
export type EventParams<Name extends EventName> = EventTypes[Name]['params'];
export type EventPayload<Name extends EventName> = EventTypes[Name]['payload'];
