import Type from 'typebox';
import type { Action } from './model/scalars.ts';

/** The last own fill, or a price implied by a position's profit. */
type Seen = { readonly price: string; readonly at: number; readonly implied: boolean };

/**
 * The texts of the core as codes with parameters. Their words are in `src-renderer/messages/en.ts`,
 * where a missing text does not compile. Prices, quantities and money are decimal texts, times are
 * unix seconds.
 */
export type MessageParams = {
  /** HELD: the cancel of the replaced order was sent. */
  'replace.canceling-first': object;
  /** HELD: nothing proves that the replaced order is canceled. */
  'replace.cancel-not-proved': object;
  /** The maximum number of connections is reached. */
  'connection.too-many': { readonly limit: number };
  /** Layouts and drafts exceed their limit, in megabytes; the change was not saved. */
  'preferences.too-large': { readonly limit: number };
  /** The service asked for no requests before `until`, unix seconds. */
  'connection.asked-to-wait': { readonly until: number };
  /** Another person owns the strategy. */
  'access.subscriber': object;
  /**
   * The platform refuses what only an owner may read, and nothing else shows who owns the strategy.
   */
  'access.unknown': object;
  /** Replacing it cancels this many other orders of its group. */
  'replace.ends-group': { readonly orders: number };
  /** HELD: the old order is canceled, and the new one was not sent for this reason. */
  'replace.held-back': { readonly reason: Text };
  /** HELD: the program ended between the two steps; `canceled` when the first one is proved. */
  'replace.interrupted': { readonly canceled: boolean };
  /** This member of the replaced order is not carried over; a release time is in unix seconds. */
  'replace.leaves-out': { readonly member: 'target' | 'stop' | 'condition' | 'release'; readonly value: string };
  /** The replaced order was entered elsewhere. */
  'replace.links-unknown': object;
  /** ABANDONED: the order to be replaced was filled. */
  'replace.old-traded': object;
  /** HELD: the old order was canceled too late to send the new one without another confirmation. */
  'replace.proved-late': object;
  /** The stop was canceled for a replacement that is on hold. */
  'replace.stop-missing': { readonly symbol: string };
  'replace.two-steps': object;
  /** The answer to a cancel describes another order than the one to be canceled. */
  'cancel.different': { readonly differences: readonly EchoDifference[] };
  /** Cancels the orders of `label`, and `count` orders whose records cannot be read. */
  'cancel.unreadable': { readonly count: number; readonly label: Text | null };
  /** The old connection is closed and the new one is not open yet. */
  'connection.changing': object;
  /** The old connection is closed, and the chosen one could not be opened; `reason` is what the system said. */
  'connection.not-opened': { readonly name: string; readonly reason: string };
  /** The kill switch is on, and no connection is open. */
  'risk.killed-without-connection': object;
  /**
   * The connection cannot be removed or moved while it has this many open orders; see the details.
   */
  'connection.open-orders': { readonly act: 'remove' | 'change'; readonly count: number };
  /** The stored key belongs to another address. Nothing was sent. */
  'connection.key-of-another-address': object;
  /** The account was never read, so the size cannot be compared with it. */
  'check.account-unknown': object;
  /**
   * More than `limit` percent of the account; `as` is the platform's time of the account figures.
   */
  'check.beyond-account': {
    readonly value: string;
    readonly account: string;
    readonly percent: string;
    readonly limit: string;
    readonly as: string;
  };
  'check.beyond-buying-power': { readonly value: string; readonly power: string; readonly as: string };
  'check.large-value': {
    readonly value: string;
    readonly account: string;
    readonly percent: string;
    readonly as: string;
  };
  'check.market-closed': object;
  'check.over-median': { readonly times: string; readonly median: string };
  /** `price` is this percentage away from the last known price of time `at`. */
  'check.price-far': Seen & { readonly percent: string };
  'check.stop-at-once': Seen & { readonly stop: string; readonly buys: boolean };
  'check.wrong-side': Seen & { readonly member: 'target' | 'stop' };
  /** This warning must be confirmed before a plan is executed. */
  'confirm-to-go-on': { readonly warning: Text };
  /** The mode was not declared off: the word was not typed. */
  'desired.type-off': object;
  /** A target list that was overtaken by a newer one took effect after all. */
  'desired.appeared-late': object;
  /**
   * The time for evidence is over, and the platform shows another list than the one that was sent.
   */
  'desired.contradicted': object;
  /** The known mode of the target list. */
  'desired.mode': { readonly mode: 'never-read' | 'off' | 'maintaining' | 'pending' | 'maybe-off' };
  /** Order entry is locked: the platform maintains a target list, or may do so. */
  'desired.maintaining': object;
  /** Order entry is locked: an overtaken list can still take effect. */
  'desired.overtaken': object;
  /** A notice: the list that was sent was not confirmed. */
  'desired.not-confirmed': object;
  /** Nothing was sent: the previous list has no clear outcome. */
  'desired.one-at-a-time': object;
  /** Order entry is locked: `stop` was answered, and no read-back shows it yet. */
  'desired.stop-not-read': object;
  /** Order entry is locked: a list was sent and is not confirmed. */
  'desired.unconfirmed': object;
  /** No clean read of the working orders since the start or the last reconnect. */
  'entry.first-read-pending': object;
  /**
   * The journal was restored from a copy; the lists are read two minutes after that, and then new
   * orders open.
   */
  'entry.journal-restored': object;
  /** The working orders were last read `seconds` ago, too long for new orders. */
  'entry.orders-too-old': { readonly seconds: number };
  /** No quantity is free: other exits may still close all `held` of it. */
  'exit.all-being-closed': { readonly held: string };
  /** Another plan runs for this strategy. */
  'exit.busy': object;
  /** No answer and no reading shows that the order was canceled. */
  'exit.cancel-not-confirmed': object;
  /** A plan that closes a position to this remaining quantity. */
  'exit.close': {
    readonly side: 'long' | 'short';
    readonly from: string;
    readonly to: string;
    readonly symbol: string;
  };
  'exit.connection-closed': object;
  /** The entry of a reversal was started before the program ended: its row shows the outcome. */
  'exit.entry-begun': object;
  /** An entry in the group of a remaining exit: canceling it would cancel the exit. */
  'exit.entry-kept': { readonly symbol: string; readonly quantity: string };
  'exit.filled-first': object;
  /**
   * The panic plan: the number of positions to close, and of those that remain with their stops.
   */
  'exit.flatten': { readonly positions: number; readonly kept: number };
  'exit.flat-list': object;
  'exit.gone-already': object;
  /** A position that is still open. */
  'exit.held': { readonly side: 'long' | 'short'; readonly quantity: string; readonly symbol: string };
  /** Its closing order would cancel orders of its group that close other symbols. */
  'exit.group-elsewhere': { readonly symbols: string };
  /** A position that cannot trade now remains, and a stop covers this quantity of it. */
  'exit.kept': { readonly covered: string };
  /** It could be closed, but its exits are in one group with those of a remaining position. */
  'exit.kept-with-group': { readonly symbol: string };
  /** The user ended the flat list while the run waited for a market. */
  'exit.list-ended': object;
  /** The flat list remains on: a position is still open. */
  'exit.list-left-on': object;
  /** `at` is the next opening, null where it is unknown. */
  'exit.market-closed': { readonly at: number | null };
  'exit.more-than-held': { readonly held: string };
  'exit.no-group': object;
  'exit.no-instrument': object;
  'exit.no-list': object;
  'exit.not-begun': object;
  'exit.not-journaled': object;
  'exit.not-read': object;
  'exit.nothing-left': object;
  /** A closing order was sent for less than planned: other exits may still close the rest. */
  'exit.keeps-stop': { readonly free: string };
  'exit.only-free': { readonly sent: string; readonly asked: string };
  'exit.nothing-to-flatten': object;
  /** An order of a plan; `replaces` is the service id of the order that it replaces. */
  'exit.order': {
    readonly action: 'BTO' | 'STO' | 'SSHORT' | 'BTC' | 'STC';
    readonly quantity: string;
    readonly symbol: string;
    readonly kind: 'market' | 'limit' | 'stop';
    readonly price: string | null;
    readonly replaces: string | null;
  };
  'exit.outdated': object;
  'exit.plan-again': object;
  'exit.position-gone': object;
  'exit.protect': { readonly quantity: string; readonly symbol: string };
  'exit.protected': object;
  'exit.read-lists': object;
  'exit.read-positions': object;
  'exit.reverse': { readonly side: 'long' | 'short'; readonly quantity: string; readonly symbol: string };
  'exit.step-failed': object;
  'exit.still-there': { readonly what: readonly Text[] };
  'exit.stop-first': object;
  'exit.stop-list': object;
  /** The run was ended by a panic or by the end of the connection. */
  'exit.stopped': object;
  'exit.unknown-plan': object;
  /** An order that still works. */
  'exit.works': { readonly action: string; readonly quantity: string; readonly symbol: string };
  'exit.wrong-sides': object;
  /**
   * An exit without an answer can no longer appear soon; another may close the same quantity again.
   */
  'exit.may-close-twice': object;
  /** `free` of `held` is not being closed by other orders; more may reverse the position. */
  'exit.may-turn': { readonly free: string; readonly held: string };
  /** An exit of this symbol has no answer; it can still appear for `seconds`. */
  'exit.unknown': { readonly seconds: number };
  /** Reversing adds risk, which the kill switch stops. */
  'exit.no-reverse-while-killed': object;
  /** The platform refused the flat list for this reason; the positions are closed one by one. */
  'exit.closing-by-orders': { readonly reason: Text };
  /** A process of the desktop program ended; Electron restarts it. */
  'host.process-ended': { readonly kind: string };
  /** The effect of the end of such a process. */
  'host.process-restarts': object;
  /** The page of the window ended and was loaded again. */
  'host.window-ended': object;
  /** What was lost with it. */
  'host.window-reloaded': object;
  /** The kill switch is on, with its reason. */
  'kill.on': { readonly reason: string };
  /** The kill switch is on; this plan adds no risk. */
  'kill.reduces-only': object;
  /** This file of the data folder was missing or could not be read. */
  'file.lost': { readonly name: string };
  /**
   * The new path of the lost file, null where it was missing; time of the copy used instead, null
   * where there was none.
   */
  'file.lost-copy': { readonly aside: string | null; readonly copyAt: number | null };
  /** A file has the name of this folder of the data folder. */
  'file.not-a-folder': { readonly name: string };
  'file.moved': { readonly aside: string };
  /** The choice must be typed. */
  'recovery.not-typed': object;
  /** This file or copy does not wait for a choice. */
  'recovery.unknown': object;
  'recovery.failed': { readonly reason: string };
  /** The replacement cannot be used either. */
  'recovery.damaged-too': object;
  /** The file was replaced; the connection could not be opened again now. */
  'recovery.busy': object;
  /** The practice service did not start, for this reason. */
  'practice.not-started': { readonly reason: string };
  /** The title for it. */
  'practice.not-started-title': object;
  /** The order remains on hold: the platform has not shown the group of its stop. */
  'exit.group-not-shown': object;
  /** No stop of this position ends today. */
  'keep.nothing': object;
  /** The headline of the plan that makes stops GTC. */
  'keep.summary': { readonly symbol: string };
  /**
   * The orders or positions of this strategy cannot be read since `since`; other strategies are
   * unaffected.
   */
  'entry.strategy-unread': { readonly since: number; readonly reason: Text };
  /**
   * An exit while its strategy cannot be read: ages of its data in seconds, null where it was never
   * read.
   */
  'exit.rests-on': {
    readonly ordersAge: number | null;
    readonly positionsAge: number | null;
    readonly reason: Text;
  };
  /** Nothing was sent, for this reason. */
  'nothing-sent': { readonly reason: Text };
  /** A DAY bracket: the position has no stop after this time, unix seconds. */
  'check.protection-ends': { readonly at: number };
  /** An order that cannot be verified may be a stop already. */
  'protect.cover-unknown': object;
  /** Each stop already has a target; the typed one is not sent. */
  'protect.target-exists': object;
  /** The quantity of a position that working stops cover: `covered` is below its size. */
  'protection.cover': { readonly covered: string; readonly quantity: string };
  /** A position that stops do not cover, or not completely. */
  'protection.unprotected': { readonly side: 'long' | 'short'; readonly quantity: string; readonly symbol: string };
  /** The action for exits beyond the position. */
  'protection.beyond-act': object;
  /** The stops of these symbols end at this New York time. */
  'protection.ends': { readonly time: string; readonly symbols: string };
  /** The action for stops that end. */
  'protection.ends-act': object;
  /** Working exits could close more than the position. */
  'protection.beyond': { readonly beyond: string; readonly quantity: string; readonly symbol: string };
  /** The working exits close no more than the position. */
  'trim.nothing': object;
  /** The headline of the plan that cancels the excess. */
  'trim.summary': { readonly beyond: string; readonly symbol: string };
  /** One open order of a connection. */
  'open-orders.order': {
    readonly action: Action;
    readonly quantity: string;
    readonly symbol: string;
    readonly systemId: string;
    readonly state: Text;
  };
  /** A target list of a strategy with an unknown outcome. */
  'open-orders.target': { readonly systemId: string };
  /** The answer accepted another order than was sent. */
  'echo.different': { readonly differences: readonly EchoDifference[] };
  /** The lists show another order than was sent. */
  'list.different': { readonly differences: readonly EchoDifference[] };
  /** The lists show the replaced order as working beside its replacement. */
  'list.replaced-works': { readonly serviceId: string };
  /** The lists show an order as working that should wait until then, unix seconds. */
  'list.works-before-release': { readonly until: number };
  /** The lists show an order as working that should wait for an order that is not filled. */
  'list.works-unconditionally': { readonly parent: string };
  /** Several alarms of one order. */
  'order.alarms': { readonly alarms: readonly Text[] };
  /**
   * UNKNOWN: the journal was restored from a copy, and the order may have been sent after the copy
   * was made.
   */
  'order.journal-restored': object;
  /** AMBIGUOUS: several records match; `sent` is its send time, in New York time. */
  'order.ambiguous': { readonly sent: string; readonly reason: Text };
  /** An entry is sent in whole units. */
  'order.whole-quantity': object;
  /** A list shows the same id more than once, with different content. */
  'order.contradicted': { readonly serviceId: string };
  /** Nothing was sent; this warning must be confirmed. */
  'order.confirm-to-send': { readonly warning: Text };
  /** Nothing was sent: an equal open order is in this state. */
  'order.duplicate': { readonly state: Text };
  /**
   * UNKNOWN after two minutes: a record that cannot be read could be this order. `sent`, `until` as
   * above.
   */
  'order.not-verifiable': { readonly sent: string; readonly until: string | null };
  /** The order is listed by its own id, but its record cannot be read. */
  'order.record-unreadable': object;
  /** HELD: nothing was sent, for this reason. */
  'order.on-hold': { readonly reason: Text };
  /**
   * PROBABLY_ABSENT; `until` is the New York time until which it is searched for, null where the
   * user set none.
   */
  'order.not-visible': { readonly reason: Text; readonly until: string | null };
  /** The state of the row does not allow this. */
  'order.not-now': { readonly act: 'confirm' | 'withdraw' | 'decide'; readonly state: Text };
  /** NOT_SENT, with the reason. */
  'order.not-sent': { readonly reason: Text };
  /**
   * UNKNOWN: the answer is no verdict. `sent` as above, `answer` verbatim: HTTP status, title,
   * message, errors.
   */
  'order.not-understood': { readonly sent: string; readonly answer: readonly string[] };
};

type OrderMember = 'action' | 'quantity' | 'symbol' | 'type' | 'duration' | 'kind' | 'limit' | 'stop';

/**
 * A member of a submit that an answer or a list shows. `parent-` are those of a parent entered with
 * the order.
 */
export type EchoMember =
  | OrderMember
  | `parent-${OrderMember}`
  | 'strategy'
  | 'target'
  | 'stop-loss'
  | 'condition'
  | 'replaces'
  | 'group'
  | 'release'
  | 'both-alive'
  | 'parent';

/** Null: none. */
export type EchoDifference = {
  readonly member: EchoMember;
  readonly sent: string | null;
  readonly echoed: string | null;
};

export type MessageCode = keyof MessageParams;

/** One text of the core, for example `{ code: 'entry.orders-too-old', seconds: 420 }`. */
export type Message = { [Code in MessageCode]: { readonly code: Code } & MessageParams[Code] }[MessageCode];

/**
 * A text for the window: a code, or a sentence from before there were codes. New texts are codes.
 */
export type Text = string | Message;

/** The schema of a `Text`. It types answers and events, which are not checked at run time. */
export const Text = Type.Unsafe<Text>(Type.Union([Type.String(), Type.Object({ code: Type.String() })]));
