import type { Text } from '../message.ts';
import type { EchoDifference } from './echo.ts';
import type { Action } from '../model/scalars.ts';

/** Sending, canceling and reconciling orders. */
export type OrderMessages = {
  /** HELD: the cancel of the replaced order was sent. */
  'replace.canceling-first': object;
  /** HELD: nothing proves that the replaced order is canceled. */
  'replace.cancel-not-proved': object;
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
  /** No clean read of the working orders since the start or the last reconnect. */
  'entry.first-read-pending': object;
  /**
   * The journal was restored from a copy; the lists are read two minutes after that, and then new
   * orders open.
   */
  'entry.journal-restored': object;
  /** The working orders were last read `seconds` ago, too long for new orders. */
  'entry.orders-too-old': { readonly seconds: number };
  /**
   * The orders or positions of this strategy cannot be read since `since`; other strategies are
   * unaffected.
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
