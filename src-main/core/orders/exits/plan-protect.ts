import Big from 'big.js';
import { failed } from '#contract/outcome.ts';
import type { CommandOutcome } from '#contract/commands.ts';
import type { ExitRequest } from '#contract/model/exit.ts';
import type { Signal } from '#contract/model/signal.ts';
import type { Check, Ticket } from '#contract/model/ticket.ts';
import { exitGroupKey } from '../protection/exit-groups.ts';
import { closingTicket, priceOf, protectiveOf, type Held } from './exit-orders.ts';

/** An order of the plan; `group` numbers a new group of this plan. */
export type ProtectOrder = { readonly ticket: Ticket; readonly group: number | false };
export type ProtectPlan = {
  readonly quantity: string;
  readonly orders: readonly ProtectOrder[];
  readonly checks: readonly Check[];
};

type Failure = Extract<CommandOutcome<'orders.plan-exit'>, { ok: false }>;
type Request = Extract<ExitRequest, { kind: 'protect' }>;

/**
 * Stops for what no stop covers. A stop joins the group of the target beside it, so that one cancels the other. Where the
 * target's group is not known, or its duration would take the stop with it, the stop is made in a new group first and the
 * target is replaced into it. Stops come before everything else.
 */
export function planProtect(request: Request, held: Held, signals: readonly Signal[]): ProtectPlan | Failure {
  const { stop, target, duration } = request;
  const open = new Big(held.quantity).minus(held.protectedQuantity).toFixed();
  if (new Big(open).lte(0)) return failed('nothing-to-do', { code: 'exit.protected' });
  const beyond = target === null ? 0 : new Big(target).cmp(stop);
  if (target !== null && beyond !== (held.side === 'long' ? 1 : -1)) {
    return failed('not-possible', { code: 'exit.wrong-sides' });
  }
  const make = new Orders(held, stop, duration);
  let left = new Big(open);
  const found = loneTargets(held, signals);
  for (const order of found) {
    if (left.gt(0)) left = left.minus(make.besideTarget(order, left));
  }
  if (left.gt(0)) make.lone(left.toFixed(), target);
  const checks = [
    ...(held.coverKnown === false ? [coverUnknown] : []),
    ...(target !== null && left.lte(0) ? [targetExists] : []),
  ];
  return { quantity: open, orders: make.orders(), checks };
}

class Orders {
  readonly #held: Held;
  readonly #stop: string;
  readonly #duration: Request['duration'];
  readonly #stops: ProtectOrder[] = [];
  readonly #targets: ProtectOrder[] = [];
  #groups = 0;

  constructor(held: Held, stop: string, duration: Request['duration']) {
    this.#held = held;
    this.#stop = stop;
    this.#duration = duration;
  }

  orders(): ProtectOrder[] {
    return [...this.#stops, ...this.#targets];
  }

  /** How much of the position the stop beside this target covers. */
  besideTarget(target: Signal, left: Big): Big {
    const quantity = new Big(target.quantity).lt(left) ? new Big(target.quantity) : left;
    const id = target.serviceId ?? target.ownId;
    const price = priceOf(target);
    if (target.ocaGroupId !== null && target.duration === this.#duration) {
      this.#stops.push({ ticket: this.#stopOf(quantity.toFixed(), { ocaGroupId: target.ocaGroupId }), group: false });
      return quantity;
    }
    if (id === null || price === null) return new Big(0);
    const group = this.#groups++;
    const replaces = { serviceId: id, leaveOcaIntact: true };
    this.#stops.push({ ticket: this.#stopOf(quantity.toFixed()), group });
    this.#targets.push({
      ticket: closingTicket(this.#held, target.quantity, price, this.#duration, { replaces }),
      group,
    });
    return quantity;
  }

  lone(quantity: string, target: string | null): void {
    const group = target === null ? false : this.#groups++;
    this.#stops.push({ ticket: this.#stopOf(quantity), group });
    if (target === null) return;
    const ticket = closingTicket(this.#held, quantity, { kind: 'limit', limit: target }, this.#duration);
    this.#targets.push({ ticket, group });
  }

  #stopOf(quantity: string, more: Partial<Ticket> = {}): Ticket {
    return closingTicket(this.#held, quantity, { kind: 'stop', stop: this.#stop }, this.#duration, more);
  }
}

/** Working targets that no stop shares a group with, the largest first. */
function loneTargets(held: Held, signals: readonly Signal[]): Signal[] {
  const exits = protectiveOf(held, signals);
  const withStop = new Set(exits.filter(({ kind }) => kind === 'stop').map(exitGroupKey));
  const targets = exits.filter((order) => order.kind === 'limit' && !withStop.has(exitGroupKey(order)));
  return targets.sort((a, b) => new Big(b.quantity).cmp(a.quantity));
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
