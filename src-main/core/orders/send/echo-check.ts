import type { EchoDifference, EchoMember } from '#contract/message.ts';
import type { NestedOrder, OrderPrice, Ticket } from '#contract/model/ticket.ts';
import type { EchoedOrder, SubmitEcho } from '#core/platform/submit-echo.ts';
import { sameAction } from '#core/same-action.ts';
import { sameContract } from '#rules/option-symbol.ts';
import { sameDecimal } from '#core/orders/same-decimal.ts';

type EchoCheck = {
  readonly different: readonly EchoDifference[];
  /**
   * Members that were sent but are not in the answer (platform-notes 33). The signal lists may show
   * them.
   */
  readonly notShown: readonly EchoMember[];
};

type SentOrder = { readonly ticket: Ticket; readonly parentOwnId?: string | undefined };
type Compared = { readonly member: EchoMember; readonly sent: string | null; readonly echoed: string | null };

/**
 * Compares the order with its echo in the answer, including members that were not sent.
 * `serviceIdOf` returns the platform's id for an own id; null if that id is unknown.
 */
export function checkEcho(
  { ticket, parentOwnId }: SentOrder,
  echo: SubmitEcho,
  serviceIdOf: (id: string) => string | null,
): EchoCheck {
  const comparison = new Comparison();
  comparison.text('strategy', ticket.systemId, echo.systemId);
  comparison.order(ticket, echo, '');
  comparison.price('target', ticket.profitTarget, echo.profitTarget);
  comparison.price('stop-loss', ticket.stopLoss, echo.stopLoss);
  // The id by which the echo names a nested parent was not known when the order was sent.
  if (!ticket.parent) comparison.signal('condition', ticket.conditionalUpon, echo.conditionalUpon, serviceIdOf);
  comparison.signal('replaces', ticket.replaces?.serviceId ?? null, echo.replaces, serviceIdOf);
  // Whether a replacement joins the group of the replaced order is not documented.
  if (ticket.ocaGroupId !== null || ticket.replaces === null)
    comparison.optionalText('group', ticket.ocaGroupId, echo.ocaId);
  if (ticket.parkUntil) comparison.optionalText('release', String(ticket.parkUntil), textOf(echo.parkedUntil));
  if (ticket.keepBothAlive && echo.bracketGroupId !== null) {
    comparison.differ({ member: 'both-alive', sent: 'both', echoed: echo.bracketGroupId });
  }
  if (ticket.parent) comparison.parent(ticket.parent, parentOwnId ?? null, echo);
  for (const member of echo.unreadable) comparison.differ({ member, sent: null, echoed: '?' });
  return comparison.result();
}

class Comparison {
  readonly #different: EchoDifference[] = [];
  readonly #notShown: EchoMember[] = [];

  result(): EchoCheck {
    return { different: this.#different, notShown: this.#notShown };
  }

  differ(difference: EchoDifference): void {
    this.#different.push(difference);
  }

  /** Compares the members that every order has. */
  order(sent: NestedOrder, echo: EchoedOrder, prefix: '' | 'parent-'): void {
    this.#compare(
      { member: `${prefix}action`, sent: sent.action, echoed: echo.action },
      () => echo.action !== null && sameAction(sent.action, echo.action),
    );
    this.#compare({ member: `${prefix}quantity`, sent: sent.quantity, echoed: echo.quantity }, sameDecimal);
    this.#compare({ member: `${prefix}symbol`, sent: sent.symbol, echoed: echo.symbol }, sameContract);
    this.text(`${prefix}type`, sent.instrument, echo.instrument);
    this.text(`${prefix}duration`, sent.duration, echo.duration);
    this.price(`${prefix}limit`, limitOf(sent.price), echo.limit);
    this.price(`${prefix}stop`, stopOf(sent.price), echo.stop);
    if (echo.market && sent.price.kind !== 'market') {
      this.differ({ member: `${prefix}kind`, sent: sent.price.kind, echoed: 'market' });
    }
  }

  parent(sent: NestedOrder, ownId: string | null, echo: SubmitEcho): void {
    if (echo.nestedParent === null) {
      this.#notShown.push('parent');
      return;
    }
    this.order(sent, echo.nestedParent, 'parent-');
    if (echo.nestedParentOwnId !== null && echo.nestedParentOwnId !== ownId) {
      this.differ({ member: 'parent', sent: ownId, echoed: echo.nestedParentOwnId });
    }
  }

  text(member: EchoMember, sent: string, echoed: string | null): void {
    this.#compare({ member, sent, echoed }, (a, b) => a === b);
  }

  /**
   * A price that was sent but is not echoed was dropped. A price that is echoed but was not sent
   * was made up by the platform.
   */
  price(member: EchoMember, sent: string | null, echoed: string | null): void {
    if (sent === null && echoed === null) return;
    if (sent !== null && echoed !== null && sameDecimal(sent, echoed)) return;
    this.differ({ member, sent, echoed });
  }

  /** A member that need not be sent, such as an id of another signal. */
  optionalText(member: EchoMember, sent: string | null, echoed: string | null): void {
    if (sent === null && echoed !== null) this.differ({ member, sent, echoed });
    if (sent !== null) this.text(member, sent, echoed);
  }

  /** The order may name a signal by its own id and the answer by the platform's, or the reverse. */
  signal(
    member: EchoMember,
    sent: string | null,
    echoed: string | null,
    serviceIdOf: (id: string) => string | null,
  ): void {
    const isDifferent = sent !== null && echoed !== null && sent !== echoed;
    if (!isDifferent) {
      this.optionalText(member, sent, echoed);
      return;
    }
    const listedId = serviceIdOf(sent) ?? serviceIdOf(echoed);
    if (listedId === echoed || listedId === sent) return;
    if (listedId === null && isOwnId(sent)) this.#notShown.push(member);
    else this.differ({ member, sent, echoed });
  }

  #compare(
    { member, sent, echoed }: Compared & { readonly sent: string },
    same: (a: string, b: string) => boolean,
  ): void {
    if (echoed === null) this.#notShown.push(member);
    else if (!same(sent, echoed)) this.differ({ member, sent, echoed });
  }
}

/** Own ids have 15 digits, those of the platform nine (order-safety 4). */
const isOwnId = (id: string): boolean => id.length >= 15;

const limitOf = (price: OrderPrice): string | null => (price.kind === 'limit' ? price.limit : null);
const stopOf = (price: OrderPrice): string | null => (price.kind === 'stop' ? price.stop : null);
const textOf = (seconds: number | null): string | null => (seconds === null ? null : String(seconds));
