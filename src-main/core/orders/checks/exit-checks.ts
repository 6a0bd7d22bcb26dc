import Big from 'big.js';
import type { Signal } from '#contract/model/signal.ts';
import type { Check, Ticket } from '#contract/model/ticket.ts';
import { exitVerdict, type Exposure } from '#core/orders/exposure.ts';

/** `now` is milliseconds; `exposure` is null for an order that does not close. */
type ExitFacts = {
  readonly ticket: Ticket;
  readonly exposure: Exposure | null;
  readonly now: number;
  /**
   * The journal was restored from a copy: a closing order that it does not contain may be in
   * flight.
   */
  readonly restored?: boolean;
  /** Set while the strategy cannot be read. Another check asks about the age of the data. */
  readonly unread?: object;
};

/** Seconds after the send during which an order without an answer can still appear (T_late). */
const lateSeconds = 120;

/**
 * The checks of a closing order that may close more than the position. They never block the order
 * for good.
 */
export function exitChecks({ ticket, exposure, now, restored, unread }: ExitFacts): Check[] {
  if (exposure === null || ticket.conditionalUpon !== null) return [];
  if (restored === true && ticket.price.kind !== 'stop') return [mayCloseTwiceCheck];
  const verdict = exitVerdict(ticket.quantity, exposure);
  if (verdict !== 'read-first') return [];
  if (unread !== undefined && new Big(ticket.quantity).lte(exposure.freeQuantity)) return [];
  const mayCloseTwice = exposure.unknown.length > 0 && new Big(ticket.quantity).gt(exposure.freeQuantity);
  // A stop waits for its price. A lost answer must not leave the position without a stop.
  if (mayCloseTwice && ticket.price.kind !== 'stop') return [unknownExitCheck(exposure.unknown, now)];
  return [mayReverseCheck(exposure)];
}

/**
 * Warns that the order may close more than the position and so reverse the position: the order
 * exceeds the free quantity, or the last reading of the positions is uncertain.
 */
export function mayReverseCheck({
  freeQuantity,
  positionSize,
}: Pick<Exposure, 'freeQuantity' | 'positionSize'>): Check {
  const text = { code: 'exit.may-turn', free: freeQuantity.toFixed(), held: positionSize.toFixed() } as const;
  return { code: 'may-turn', level: 'warn', text, field: 'quantity' };
}

/**
 * While the unknown order can still appear, only Flatten closes the position. After that another
 * closing order needs one confirmation.
 */
function unknownExitCheck(unknownExits: readonly Signal[], now: number): Check {
  const waits = unknownExits.map(({ journal }) => (journal?.sentAt ?? 0) + lateSeconds - Math.floor(now / 1000));
  // A longer wait means that the clock was set back since. That must not block the exit.
  const wait = Math.max(0, ...waits.filter((one) => one <= lateSeconds));
  if (wait > 0) {
    return { code: 'exit-unknown', level: 'block', text: { code: 'exit.unknown', seconds: wait }, field: null };
  }
  return mayCloseTwiceCheck;
}

const mayCloseTwiceCheck: Check = {
  code: 'may-close-twice',
  level: 'warn',
  text: { code: 'exit.may-close-twice' },
  field: null,
};
