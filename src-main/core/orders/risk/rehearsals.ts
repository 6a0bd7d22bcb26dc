import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { Text } from '#contract/message.ts';
import type { MadeFrom } from '#contract/model/made-from.ts';
import { Nullable, UnixSeconds } from '#contract/model/scalars.ts';
import type { Check, Ticket } from '#contract/model/ticket.ts';
import { JsonFile } from '#core/files/json-file.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { isAccepted } from '#core/orders/journal/row-states.ts';
import { entersRisk } from './new-risk.ts';
import type { Clock, LostFile, Log } from '#core/ports.ts';

const Item = Type.Object({
  kind: Type.Union([
    Type.Literal('bracket-template'),
    Type.Literal('hotkey'),
    Type.Literal('autotrade'),
    Type.Literal('target'),
  ]),
  fingerprint: Type.String(),
  /** The last recorded run of the item on practice; null if it never ran. */
  rehearsed: Nullable(Type.Object({ at: UnixSeconds, outcome: Text })),
  /**
   * The first use of the item on a live connection. If it was not rehearsed, the trader confirmed
   * that use, unless no rehearsal was required.
   */
  usedAt: Nullable(UnixSeconds),
});
type Item = Static<typeof Item>;

const Stored = Type.Object({ version: Type.Literal(1), items: Type.Array(Item) });
const validator = Compile(Stored);

/**
 * Something that can be rehearsed, with the fingerprint of its content. It may not have run yet.
 */
export type RehearsalItem = Pick<Item, 'kind' | 'fingerprint'>;

/** The last run of an item on practice. */
export type LastRehearsal = NonNullable<Item['rehearsed']>;

/** Beyond this number the oldest items are removed, and the trader is asked about them again. */
const maxItems = 1_000;

type Deps = {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether the trader's preference asks for a rehearsal before the first live use. */
  readonly isRequired: () => boolean;
  readonly lost: (file: LostFile) => void;
};

/**
 * Records which items ran on practice and which were used on a live connection (acts.md §5). After
 * either, an item may be used live without a warning. An edit changes the fingerprint of an item,
 * so the edited item counts as a new one. If the file is lost, the trader is asked about everything
 * again.
 */
export class Rehearsals {
  readonly #file: JsonFile<Static<typeof Stored>>;
  readonly #deps: Deps;
  readonly #items: Map<string, Item>;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#file = new JsonFile(deps.dataDir, 'rehearsals.json', (value) => (validator.Check(value) ? value : null));
    const { value, lost } = this.#file.load();
    this.#items = new Map((value?.items ?? []).map((item) => [keyOf(item), item]));
    if (lost !== null) deps.lost(lost);
  }

  /** The checks of an order on a live connection. There are none for an order that only closes. */
  checks(ticket: Ticket): Check[] {
    if (!entersRisk(ticket)) return [];
    return (ticket.madeFrom ?? []).flatMap((made): Check[] => {
      const { kind, name } = made;
      const { rehearsed = null, usedAt = null } = this.#items.get(keyOf(made)) ?? {};
      if (usedAt !== null) return [];
      if (rehearsed !== null) return [{ ...note, text: { code: 'rehearsal.done', kind, name, ...rehearsed } }];
      return this.#deps.isRequired() ? [{ ...warning(kind), text: { code: 'rehearsal.missing', kind, name } }] : [];
    });
  }

  /** The last run of an item on practice. Null if it never ran there. */
  lastRehearsal(item: RehearsalItem): LastRehearsal | null {
    return this.#items.get(keyOf(item))?.rehearsed ?? null;
  }

  isUsed(item: RehearsalItem): boolean {
    return (this.#items.get(keyOf(item))?.usedAt ?? null) !== null;
  }

  get isRequired(): boolean {
    return this.#deps.isRequired();
  }

  /** Whether the item has to be rehearsed or confirmed before it is used on a live connection. */
  isRehearsalDue(item: RehearsalItem): boolean {
    const { rehearsed = null, usedAt = null } = this.#items.get(keyOf(item)) ?? {};
    return this.#deps.isRequired() && rehearsed === null && usedAt === null;
  }

  /**
   * Records an accepted order for the template or hotkey that it was made from. On practice the
   * order counts as a run of the item, on a live connection as a use. Before a use the item was
   * rehearsed or confirmed, unless no rehearsal was required. The journal has the confirmation.
   */
  orderChanged(row: OrderRow): void {
    const { madeFrom = [] } = row.ticket;
    if (madeFrom.length === 0 || !isAccepted(row)) return;
    for (const made of madeFrom) {
      if (row.mode === 'LIVE') this.markUsed(made);
      else if (this.#isWorthRecording(made, row)) this.record(made, outcomeOf(row));
    }
  }

  /**
   * Limits an item to two writes of the file: its first accepted and its first filled order.
   * `mirror` is the last known platform state of the order.
   */
  #isWorthRecording(item: RehearsalItem, { mirror }: OrderRow): boolean {
    const rehearsed = this.#items.get(keyOf(item))?.rehearsed ?? null;
    if (rehearsed === null) return true;
    const { outcome } = rehearsed;
    const wasFilled = typeof outcome === 'object' && outcome.code === 'rehearsal.order' && outcome.state === 'traded';
    return !wasFilled && mirror?.status === 'traded';
  }

  record({ kind, fingerprint }: RehearsalItem, outcome: Text): void {
    const storedItem = this.#items.get(keyOf({ kind, fingerprint }));
    this.#put({ kind, fingerprint, rehearsed: { at: this.#seconds(), outcome }, usedAt: storedItem?.usedAt ?? null });
  }

  markUsed({ kind, fingerprint }: RehearsalItem): void {
    const storedItem = this.#items.get(keyOf({ kind, fingerprint }));
    if (storedItem !== undefined && storedItem.usedAt !== null) return;
    this.#put({ kind, fingerprint, rehearsed: storedItem?.rehearsed ?? null, usedAt: this.#seconds() });
  }

  #put(item: Item): void {
    this.#items.delete(keyOf(item));
    this.#items.set(keyOf(item), item);
    for (const old of [...this.#items.keys()].slice(0, -maxItems)) this.#items.delete(old);
    try {
      this.#file.save({ version: 1, items: [...this.#items.values()] });
    } catch {
      // The item is valid in this run of the program. The next run asks about it again.
      this.#deps.log.warn('rehearsals.not-stored');
    }
  }

  #seconds(): number {
    return Math.floor(this.#deps.clock.now() / 1000);
  }
}

const keyOf = ({ kind, fingerprint }: RehearsalItem): string => `${kind} ${fingerprint}`;

const note = { code: 'rehearsed', level: 'note', field: null } as const;
const warning = (kind: MadeFrom['kind']) => ({ code: `not-rehearsed-${kind}`, level: 'warn', field: null }) as const;

function outcomeOf({ mirror, ticket }: OrderRow): Text {
  const { action, quantity, symbol, price } = ticket;
  const ticketPrice = price.kind === 'limit' ? price.limit : price.kind === 'stop' ? price.stop : null;
  return {
    code: 'rehearsal.order',
    role: 'order',
    action,
    quantity,
    symbol,
    kind: price.kind,
    price: mirror?.tradedPrice ?? ticketPrice,
    state: mirror?.status ?? 'working',
  };
}
