import Big from 'big.js';
import { failed } from '#contract/outcome.ts';
import type { CommandOutcome } from '#contract/commands.ts';
import type { ExitRequest } from '#contract/model/exit.ts';
import type { Signal } from '#contract/model/signal.ts';
import type { Check, Ticket } from '#contract/model/ticket.ts';
import { siblingKey } from '../protection/sibling-exits.ts';
import { sharesGroup } from '../signal-state.ts';
import { mayFill } from './shared-groups.ts';
import { closingTicket, priceOf, workingExitsOf, type ClosablePosition } from '#core/orders/protection/exit-orders.ts';

/** An order of the plan. `group` is the number of a new group of this plan, or null for none. */
export type ProtectOrder = { readonly ticket: Ticket; readonly group: number | null };
export type ProtectPlan = {
  readonly quantity: string;
  readonly orders: readonly ProtectOrder[];
  readonly checks: readonly Check[];
};

type Failure = Extract<CommandOutcome<'orders.plan-exit'>, { ok: false }>;
type Request = Extract<ExitRequest, { kind: 'protect' }>;

/**
 * Adds stops for the part that no stop covers. A stop joins the group of the target beside it, so
 * that a fill of one cancels the other. If the group is unknown, or target and stop differ
 * in duration, the stop is entered in a new group and the target is replaced into that group. A
 * target with siblings is left as it is, because the siblings would no longer cancel it. Stops are
 * sent before everything else.
 */
export function planProtect(
  request: Request,
  position: ClosablePosition,
  signals: readonly Signal[],
): ProtectPlan | Failure {
  const { stop, target, duration } = request;
  const uncovered = new Big(position.quantity).minus(position.protectedQuantity).toFixed();
  if (new Big(uncovered).lte(0)) return failed('nothing-to-do', { code: 'exit.protected' });
  const direction = target === null ? 0 : new Big(target).cmp(stop);
  if (target !== null && direction !== (position.side === 'long' ? 1 : -1)) {
    return failed('not-possible', { code: 'exit.wrong-sides' });
  }
  const builder = new OrderBuilder(position, stop, duration);
  let remaining = new Big(uncovered);
  const found = loneTargets(position, signals);
  for (const order of found) {
    const hasSiblings = signals.some((one) => one !== order && sharesGroup(one, order) && mayFill(one));
    if (remaining.gt(0)) remaining = remaining.minus(builder.addBesideTarget(order, remaining, hasSiblings));
  }
  if (remaining.gt(0)) builder.addRemaining(remaining.toFixed(), target);
  const checks = [
    ...(position.coverKnown === false ? [coverUnknown] : []),
    ...(target !== null && remaining.lte(0) ? [targetExists] : []),
  ];
  return { quantity: uncovered, orders: builder.orders(), checks };
}

class OrderBuilder {
  readonly #position: ClosablePosition;
  readonly #stop: string;
  readonly #duration: Request['duration'];
  readonly #stops: ProtectOrder[] = [];
  readonly #targets: ProtectOrder[] = [];
  #nextGroup = 0;

  constructor(position: ClosablePosition, stop: string, duration: Request['duration']) {
    this.#position = position;
    this.#stop = stop;
    this.#duration = duration;
  }

  orders(): ProtectOrder[] {
    return [...this.#stops, ...this.#targets];
  }

  /** Adds a stop beside this target. Returns the quantity of the stop, zero if none was added. */
  addBesideTarget(target: Signal, remaining: Big, hasSiblings: boolean): Big {
    const quantity = new Big(target.quantity).lt(remaining) ? new Big(target.quantity) : remaining;
    const id = target.serviceId ?? target.ownId;
    const price = priceOf(target);
    if (target.ocaGroupId !== null && target.duration === this.#duration) {
      this.#stops.push({ ticket: this.#stopOf(quantity.toFixed(), { ocaGroupId: target.ocaGroupId }), group: null });
      return quantity;
    }
    if (id === null || price === null || hasSiblings) return new Big(0);
    const group = this.#nextGroup++;
    const replaces = { serviceId: id, leaveOcaIntact: true };
    this.#stops.push({ ticket: this.#stopOf(quantity.toFixed()), group });
    this.#targets.push({
      ticket: closingTicket(this.#position, target.quantity, price, this.#duration, { replaces }),
      group,
    });
    return quantity;
  }

  addRemaining(quantity: string, target: string | null): void {
    const group = target === null ? null : this.#nextGroup++;
    this.#stops.push({ ticket: this.#stopOf(quantity), group });
    if (target === null) return;
    const ticket = closingTicket(this.#position, quantity, { kind: 'limit', limit: target }, this.#duration);
    this.#targets.push({ ticket, group });
  }

  #stopOf(quantity: string, changes: Partial<Ticket> = {}): Ticket {
    return closingTicket(this.#position, quantity, { kind: 'stop', stop: this.#stop }, this.#duration, changes);
  }
}

/**
 * Working targets without a stop in their group, the largest first. Only one order of a group
 * fills, so a group gets one stop and only its largest target is returned.
 */
function loneTargets(position: ClosablePosition, signals: readonly Signal[]): Signal[] {
  const exits = workingExitsOf(position, signals);
  const withStop = new Set(exits.filter(({ kind }) => kind === 'stop').map(siblingKey));
  const targets = exits.filter((order) => order.kind === 'limit' && !withStop.has(siblingKey(order)));
  const largestFirst = targets.toSorted((a, b) => new Big(b.quantity).cmp(a.quantity));
  return largestFirst.filter((one, index) => !largestFirst.slice(0, index).some((larger) => sharesGroup(larger, one)));
}

const coverUnknown: Check = {
  code: 'cover-unknown',
  level: 'warn',
  text: { code: 'protect.cover-unknown' },
  field: null,
};
const targetExists: Check = {
  code: 'target-exists',
  level: 'note',
  text: { code: 'protect.target-exists' },
  field: null,
};
