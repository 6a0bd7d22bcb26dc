import Type from 'typebox';
import type { ActMessages } from './messages/acts.ts';
import type { BundleMessages } from './messages/bundles.ts';
import type { ChangeMessages } from './messages/changes.ts';
import type { CheckMessages } from './messages/checks.ts';
import type { ConnectionMessages } from './messages/connections.ts';
import type { DataMessages } from './messages/data.ts';
import type { EchoDifference, EchoMember } from './messages/echo.ts';
import type { ExitMessages } from './messages/exits.ts';
import type { FileMessages } from './messages/files.ts';
import type { HostMessages } from './messages/hosts.ts';
import type { NoteMessages } from './messages/notes.ts';
import type { OrderMessages } from './messages/orders.ts';
import type { PersonMessages } from './messages/people.ts';
import type { PlatformMessages } from './messages/platform.ts';
import type { RehearsalMessages } from './messages/rehearsals.ts';
import type { ReviewMessages } from './messages/review.ts';
import type { StrategyMessages } from './messages/strategies.ts';
import type { SubscriptionMessages } from './messages/subscriptions.ts';
import type { RiskMessages } from './messages/risk.ts';
import type { TargetMessages } from './messages/targets.ts';

/**
 * The texts of the core as codes with parameters. Their words are in `src-renderer/messages/en`,
 * where a missing text does not compile. Prices, quantities and money are decimal texts, times are
 * unix seconds.
 */
export type MessageParams = ActMessages &
  BundleMessages &
  ChangeMessages &
  CheckMessages &
  ConnectionMessages &
  DataMessages &
  ExitMessages &
  FileMessages &
  HostMessages &
  NoteMessages &
  OrderMessages &
  PersonMessages &
  PlatformMessages &
  RehearsalMessages &
  ReviewMessages &
  RiskMessages &
  StrategyMessages &
  SubscriptionMessages &
  TargetMessages & {
    /** Nothing was sent, for this reason. */
    'nothing-sent': { readonly reason: Text };
    /** This warning must be confirmed before a plan is executed. */
    'confirm-to-continue': { readonly warning: Text };
  };

export type { EchoDifference, EchoMember };

export type MessageCode = keyof MessageParams;

/** One text of the core, for example `{ code: 'entry.orders-too-old', seconds: 420 }`. */
export type Message = { [Code in MessageCode]: { readonly code: Code } & MessageParams[Code] }[MessageCode];

/**
 * A text for the window: a code, or a sentence from before there were codes. New texts are codes.
 */
export type Text = string | Message;

/** The schema of a `Message`. It types answers and events, which are not checked at run time. */
export const Message = Type.Unsafe<Message>(Type.Object({ code: Type.String() }));

/** The schema of a `Text`. It types answers and events, which are not checked at run time. */
export const Text = Type.Unsafe<Text>(Type.Union([Type.String(), Type.Object({ code: Type.String() })]));
