import type { ExitRequest } from '#contract/model/exit.ts';
import type { Duration } from '#contract/model/scalars.ts';
import type { OrderPrice } from '#contract/model/ticket.ts';
import type { Position } from '#contract/model/trade.ts';
import { readPrice } from '#renderer/format/read-price.ts';
import { readOrderQuantity } from '#renderer/format/read-quantity.ts';
import type { ReversalBracket } from '#renderer/stores/exit-store.svelte.ts';

/** `trim` cancels the quantity of working exits beyond the position size. */
export type ExitKind = Exclude<ExitRequest['kind'], 'flatten' | 'resume'>;
/** A percentage of the position size, or a typed quantity. */
export type ExitAmount = '25' | '50' | '75' | 'quantity';
export type ExitField = 'quantity' | 'limit' | 'stop' | 'target';

/** The typed fields for an exit of one position, and the request once they are complete. */
export class ExitForm {
  readonly #position: () => Position | null;
  readonly #bracket: ReversalBracket | null;
  kind = $state.raw<ExitKind>('close');
  amount = $state.raw<ExitAmount>('50');
  quantity = $state('');
  atMarket = $state.raw(true);
  limit = $state('');
  stop = $state('');
  target = $state('');
  readonly #errors = $derived.by(() => this.#read().errors);
  readonly #requestText = $derived.by(() => JSON.stringify(this.#read().request));
  /** The same object as long as its content does not change, so that the exit is planned once. */
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- own JSON
  readonly request = $derived(JSON.parse(this.#requestText) as ExitRequest | null);

  constructor(position: () => Position | null, kind: ExitKind, bracket: ReversalBracket | null = null) {
    this.#position = position;
    this.#bracket = bracket;
    this.choose(kind);
  }

  /**
   * Sets stop and target to the defaults of the kind, because the prices of another kind may be on
   * the other side of the market.
   */
  choose(kind: ExitKind): void {
    const bracket = kind === 'reverse' ? this.#bracket : null;
    this.kind = kind;
    this.stop = bracket?.stopLoss ?? '';
    this.target = bracket?.profitTarget ?? '';
  }

  /** The inputs that the dialog shows for an exit of this kind. */
  get inputs(): 'price' | 'stop-and-target' | null {
    if (this.kind === 'keep-overnight' || this.kind === 'trim') return null;
    return this.kind === 'close' || this.kind === 'scale-out' ? 'price' : 'stop-and-target';
  }

  error(field: ExitField): string | null {
    return this.#errors.get(field) ?? null;
  }

  #read(): { readonly request: ExitRequest | null; readonly errors: ReadonlyMap<ExitField, string> } {
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- never changed later
    const errors = new Map<ExitField, string>();
    const position = this.#position();
    const request = position === null ? null : this.#request(position, errors);
    return { request: errors.size > 0 ? null : request, errors };
  }

  #request({ systemId, id }: Position, errors: Map<ExitField, string>): ExitRequest | null {
    const positionRef = { systemId, positionId: id };
    const duration: Duration = 'DAY';
    if (this.kind === 'reverse') return this.#reverse(positionRef, errors);
    if (this.kind === 'keep-overnight' || this.kind === 'trim') return { kind: this.kind, ...positionRef };
    if (this.kind === 'protect') return this.#protect(positionRef, errors);
    const price = this.#price(errors);
    if (price === null) return null;
    if (this.kind === 'close') return { kind: 'close', ...positionRef, price, duration };
    const amount = this.#partialAmount(errors);
    return amount === null ? null : { kind: 'scale-out', ...positionRef, price, duration, amount };
  }

  /** The new position gets the typed bracket, as GTC. */
  #reverse(positionRef: { systemId: string; positionId: string }, errors: Map<ExitField, string>): ExitRequest {
    const stopLoss = typedValue('stop', readPrice(this.stop), errors);
    const profitTarget = typedValue('target', readPrice(this.target), errors);
    return { kind: 'reverse', ...positionRef, duration: 'GTC', stopLoss, profitTarget };
  }

  #protect(positionRef: { systemId: string; positionId: string }, errors: Map<ExitField, string>): ExitRequest | null {
    const stop = typedValue('stop', readPrice(this.stop), errors);
    const target = typedValue('target', readPrice(this.target), errors);
    // A DAY stop would leave the position unprotected after the close.
    return stop === null ? null : { kind: 'protect', ...positionRef, stop, target, duration: 'GTC' };
  }

  #price(errors: Map<ExitField, string>): OrderPrice | null {
    if (this.atMarket) return { kind: 'market' };
    const limit = typedValue('limit', readPrice(this.limit), errors);
    return limit === null ? null : { kind: 'limit', limit };
  }

  #partialAmount(errors: Map<ExitField, string>): { percent: number } | { quantity: string } | null {
    if (this.amount !== 'quantity') return { percent: Number(this.amount) };
    const quantity = typedValue('quantity', readOrderQuantity(this.quantity, 'STC'), errors);
    return quantity === null ? null : { quantity };
  }
}

function typedValue(
  field: ExitField,
  read: ReturnType<typeof readPrice>,
  errors: Map<ExitField, string>,
): string | null {
  if (read.state === 'refused') errors.set(field, read.reason);
  return read.state === 'read' ? read.value : null;
}
