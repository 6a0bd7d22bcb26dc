import type { Text } from '../message.ts';
import type { EchoDifference } from './echo.ts';
import type { Action, Duration } from '../model/scalars.ts';
import type { OrderKind, SignalRole, SignalState } from '../model/signal-kinds.ts';

type OrderName = { readonly action: Action; readonly quantity: string; readonly symbol: string };
/** An order in the label of a cancel. Targets and stops are named by their role. */
export type CancelName = OrderName & { readonly role: SignalRole };
/** The price is null for a market order. */
type OrderPrice = { readonly kind: OrderKind; readonly price: string | null };

/** Sending, canceling and reconciling orders. */
export type OrderMessages = {
  /** The order type with its price. */
  'order.price': OrderPrice;
  /** One order with its price. */
  'order.line': OrderName & OrderPrice;
  /** An order in a preview; `duration` is null if it is not shown. */
  'preview.order': OrderName & OrderPrice & { readonly role: SignalRole; readonly duration: Duration | null };
  /** The position before and after the order; short is negative. */
  'preview.summary': {
    readonly action: Action;
    readonly before: string;
    readonly after: string;
    readonly symbol: string;
  };
  'cause.canceled-here': object;
  'cause.expired': object;
  /** The order ended because its parent ended in this state. */
  'cause.parent-ended': { readonly state: SignalState };
  /** The order waits until this parent is filled. */
  'cause.parent-working': OrderName;
  'cause.replaced': object;
  /** Another order of its OCA group ended first. */
  'cause.sibling': { readonly role: SignalRole; readonly state: 'traded' | 'canceled' | 'expired' };
  /** The order ended, and nothing shows why. */
  'cause.unknown': { readonly state: 'canceled' | 'unlisted' };
  /** A notice about an order that was entered here. */
  'notice.order': OrderName & {
    readonly news:
      | 'alarm'
      | 'filled'
      | 'found'
      | 'no-answer'
      | 'not-found'
      | 'not-replaced'
      | 'not-sent'
      | 'not-understood'
      | 'not-verifiable'
      | 'on-hold'
      | 'rejected';
  };
  /** A leg or a nested parent was filled. */
  'notice.leg-filled': OrderName & { readonly leg: 'target' | 'stop' | 'parent' };
  /** The price is null if no list shows it. */
  'notice.fill-price': { readonly price: string | null };
  'notice.contradicted': { readonly serviceId: string };
  'notice.cancel': { readonly news: 'other-order' | 'also-filled' | 'not-confirmed' | 'too-late' | 'not-finished' };
  /** The order may still be working; the answers to its cancel, verbatim, or why there are none. */
  'cancel.not-confirmed': { readonly answer: readonly Text[] };
  /** The program ended before the answer to the cancel. */
  'cancel.not-finished': object;
  /** The connection closes, so the cancel was not sent. */
  'cancel.connection-closed': object;
  'cancel.ended': { readonly state: SignalState };
  'cancel.nothing': object;
  'cancel.not-listed': object;
  /** A leg of a chosen entry that has filled: it is not canceled with the entry. */
  'cancel.protects': object;
  /** The order has no answer yet. */
  'cancel.on-its-way': object;
  'cancel.one': { readonly order: CancelName };
  /** Some or all of `total` orders that belong together; at most four of them are named. */
  'cancel.some': { readonly count: number; readonly total: number; readonly named: readonly CancelName[] };
  /** HELD: the cancel of the replaced order was sent. */
  'replace.canceling-first': object;
  /** HELD: nothing proves that the replaced order is canceled. */
  'replace.cancel-not-proved': object;
  /** Replacing the order cancels this many other orders of its group. */
  'replace.ends-group': { readonly orders: number };
  /** This many orders wait for the fill of the order that is replaced. */
  'replace.ends-waiting': { readonly orders: number };
  /** HELD: the old order is canceled, and the new one was not sent for this reason. */
  'replace.not-sent': { readonly reason: Text };
  /** Another replacement of the same order, which is in this state, is not over. */
  'replace.in-progress': { readonly state: Text };
  /** HELD: the program ended between the two steps; `canceled` when the first one is proved. */
  'replace.interrupted': { readonly canceled: boolean };
  /** This member of the replaced order is not carried over; a release time is in unix seconds. */
  'replace.leaves-out': { readonly member: 'target' | 'stop' | 'condition' | 'release'; readonly value: string };
  /** The replaced order was entered elsewhere. */
  'replace.links-unknown': object;
  /** ABANDONED: the order to be replaced was filled. */
  'replace.old-traded': object;
  /** HELD: the old order is canceled, but this other order may have replaced it. */
  'replace.replaced-already': { readonly serviceId: string };
  /** HELD: the old order was canceled too late to send the new one without another confirmation. */
  'replace.proved-late': object;
  /** The stop was canceled for a replacement that is on hold. */
  'replace.stop-missing': { readonly symbol: string };
  'replace.two-steps': object;
  /** ABANDONED by the trader. `canceled`: the cancel of the order to be replaced was proved before. */
  'replace.withdrawn': { readonly canceled: boolean };
  /** The answer confirms the cancel, and its echo has a fill of the order. */
  'cancel.also-filled': { readonly price: string | null };
  /** The answer to a cancel describes another order than the one to be canceled. */
  'cancel.different': { readonly differences: readonly EchoDifference[] };
  /** The label of a cancel of the orders in `label` and of `count` unreadable orders. */
  'cancel.unreadable': { readonly count: number; readonly label: Text | null };
  /** No clean read of the working orders since the start or the last reconnect. */
  'entry.first-read-pending': object;
  /**
   * The journal was restored from a copy. New orders wait for readings of the platform's lists that
   * begin at least two minutes after the start.
   */
  'entry.journal-restored': object;
  /**
   * The working orders were last read `seconds` ago, too long for new orders. Null if the age is
   * unknown because the clock was set back since.
   */
  'entry.orders-too-old': { readonly seconds: number | null };
  /**
   * Since the time `since`, the orders or positions of this strategy cannot be read; other
   * strategies are unaffected.
   */
  'entry.strategy-unread': { readonly since: number; readonly reason: Text };
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
  /** A change with an unknown outcome that is no order and no target list. */
  'open-orders.act': { readonly command: string };
  /** Changes of a run that has not ended, which were not sent yet. */
  'open-orders.changes': { readonly count: number };
  /** The answer accepted another order than was sent. */
  'echo.different': { readonly differences: readonly EchoDifference[] };
  /** The lists show another order than was sent. */
  'list.different': { readonly differences: readonly EchoDifference[] };
  /** The lists show the replaced order as working beside its replacement. */
  'list.replaced-works': { readonly serviceId: string };
  /** The lists show an order as working that should wait until this time, unix seconds. */
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
  /**
   * AMBIGUOUS: several records match; `sent` is when the order was sent, unix seconds. `answered`:
   * an answer came, but was not understood.
   */
  'order.ambiguous': { readonly sent: number | null; readonly answered: boolean; readonly reason: Text };
  /** A record that may be the order; `status` is the platform's word. */
  'order.candidate': OrderName & OrderPrice & { readonly status: string; readonly postedAt: number | null };
  'order.accepted': object;
  /** CLOSED_ABSENT: no list showed the order within 24 hours. */
  'order.closed-absent': object;
  /** PROBABLY_ABSENT: the replaced order has ended, so the position may be unprotected. */
  'order.exposed': object;
  /** LANDED: found in the lists. `answered`: an answer came, but it did not accept the order. */
  'order.landed': { readonly answered: boolean };
  'order.landed-probable': object;
  'order.no-answer': { readonly sent: number | null };
  'order.queued': object;
  'order.rejected': object;
  /** REJECTED_SOFT: the platform refused the order, and the lists have not confirmed that yet. */
  'order.rejected-soft': object;
  /** PROBABLY_ABSENT: the order is to be sent again under its own id. */
  'order.resend-asked': object;
  'order.sending': object;
  'order.withdrawn': object;
  /** HELD: prepared by the trader, to be sent by hand. */
  'hold.staged': object;
  /** The order waited longer than this many seconds. */
  'hold.too-old': { readonly seconds: number };
  'hold.program-ended': object;
  'hold.connection-closed': object;
  'hold.canceled': object;
  'hold.no-connection': object;
  /** UNKNOWN: the program ended before the answer. */
  'lost.program-ended': object;
  'probe.running': object;
  'probe.no-test-strategy': object;
  /** The order of the probe was not accepted, or its outcome is not known. */
  'probe.not-accepted': object;
  /** A step of the probe had no answer; its order is canceled. */
  'probe.unclear': { readonly step: string; readonly reason: Text };
  /** UNKNOWN: the order was sent before it was in the journal. */
  'lost.not-recorded': object;
  /** UNKNOWN: the second request was not sent, for this reason; the first one may still arrive. */
  'lost.sent-again': { readonly reason: Text };
  /** UNKNOWN: the answer does not name this order. */
  'lost.other-order': object;
  'lost.unreadable-answer': { readonly httpStatus: number };
  /** UNKNOWN: the answer is a refusal that this program does not know, verbatim. */
  'lost.unknown-refusal': { readonly answer: string };
  /** AMBIGUOUS: this many records match. */
  'ambiguous.matches': { readonly count: number };
  /** PROBABLY_ABSENT: no list shows the order two minutes after it was sent. */
  'absent.late': object;
  /** As `absent.late`, but an order that equals the parent entered with the order is listed. */
  'absent.parent-listed': object;
  /**
   * PROBABLY_ABSENT: the order to be replaced was filled, is shown with this word of the platform, or
   * was replaced by this other order.
   */
  'absent.replace-not-done': { readonly old: 'filled' | { readonly status: string } | { readonly replacedBy: string } };
  'absent.replace-lost': { readonly old: 'canceled' | 'expired' | 'unlisted' };
  /** An order that was believed absent is listed. */
  'alarm.appeared': object;
  'alarm.both-filled': object;
  /** These other records also match the order, but only one order was sent from here. */
  'alarm.copies': { readonly serviceIds: readonly string[] };
  /** The platform has this many orders under the own id of the order. */
  'alarm.duplicates': { readonly count: number };
  'alarm.parent-duplicates': { readonly count: number };
  /** The order was matched with this service id, and a list shows it under another one. */
  'alarm.other-order': { readonly serviceId: string };
  'alarm.record-of-other': { readonly serviceId: string };
  'alarm.id-used': object;
  'alarm.refused-but-listed': object;
  'alarm.replace-lost': { readonly old: 'canceled' | 'expired' | 'unlisted' };
  'alarm.replaced-works': object;
  /**
   * The answer and the preview differ in this member. If `shown`, the answer shows it and the
   * preview did not; otherwise the preview showed it and the answer does not.
   */
  'preview.missed': { readonly member: 'target' | 'stop' | 'group'; readonly shown: boolean };
  /** The OCA group id is that of a signal. */
  'order.group-id-used': { readonly id: string };
  /** An entry is sent in whole units. */
  'order.whole-quantity': object;
  /** A list shows the same id more than once, with different content. */
  'order.contradicted': { readonly serviceId: string };
  /** Nothing was sent; this warning must be confirmed. */
  'order.confirm-to-send': { readonly warning: Text };
  'order.unknown-row': object;
  /** The intent id of the press belongs to another request. */
  'order.intent-used': object;
  /** The press repeats the one that entered an order at this time, whose answer was lost. */
  'order.entered-before': { readonly at: number; readonly staged: boolean };
  'order.not-armed': object;
  /** The connection was closed: nothing was sent, or with `staging` nothing was staged. */
  'order.connection-closed': { readonly staging: boolean };
  /** Nothing was sent: the order may not be entered again beside this equal open order. */
  'order.duplicate-of': { readonly ownId: string };
  /** Price and age must be confirmed again before the order is sent again. */
  'order.confirm-age': { readonly minutes: number };
  /** This text must be typed to enter a second order. */
  'order.type-to-confirm': { readonly text: string };
  'order.not-a-candidate': object;
  /** Nothing was sent: an equal open order is in this state. */
  'order.duplicate': { readonly state: Text };
  /**
   * UNKNOWN after two minutes: a record that cannot be read could be this order. `sent` as in
   * `order.ambiguous`, `until` as in `order.not-visible`.
   */
  'order.not-verifiable': { readonly sent: number | null; readonly until: number | null };
  /** The order is listed by its own id, but its record cannot be read. */
  'order.record-unreadable': object;
  /** HELD: nothing was sent, for this reason. */
  'order.on-hold': { readonly reason: Text };
  /**
   * PROBABLY_ABSENT; `until` is the time until which the order is searched for, null if the user
   * set none.
   */
  'order.not-visible': { readonly reason: Text; readonly until: number | null };
  /** The state of the row does not allow this. */
  'order.not-now': { readonly act: 'confirm' | 'withdraw' | 'decide'; readonly state: Text };
  /** NOT_SENT, with the reason. */
  'order.not-sent': { readonly reason: Text };
  /**
   * UNKNOWN: the answer is no verdict. `sent` is the send time in unix seconds; `answer` has the
   * HTTP status, title, message and errors verbatim.
   */
  'order.not-understood': { readonly sent: number | null; readonly answer: readonly string[] };
  /** UNKNOWN: the second sending was refused; the first one has no answer. */
  'order.refused-again': { readonly sent: number | null; readonly answer: readonly string[] };
};
