import type { Signal } from '#contract/model/signal.ts';
import type { Ticket } from '#contract/model/ticket.ts';
import { blotterRows, type BlotterInput } from './blotter.ts';
import type { CancelRow } from './cancel-row.ts';
import type { CheckFacts } from './checks.ts';
import { looksLike } from './fingerprint.ts';
import type { OrderDeskDeps } from './order-desk-deps.ts';
import type { OrderRow } from './order-row.ts';

/** A blotter with what it was made of. */
type Made = Required<BlotterInput> & { readonly signals: readonly Signal[] };
type Deps = Pick<OrderDeskDeps, 'journal' | 'profile' | 'state' | 'clock'>;

/** What this connection's part of the journal holds, alone and joined with the platform's lists. */
export class DeskRows {
  readonly #deps: Deps;
  readonly #reuseRefused: () => boolean;
  /** The last one of each strategy. Rows, cancels and records are never changed in place, so equal ones make an equal blotter. */
  readonly #made = new Map<string, Made>();

  constructor(deps: Deps, reuseRefused: () => boolean) {
    this.#deps = deps;
    this.#reuseRefused = reuseRefused;
  }

  all(): OrderRow[] {
    const { id, mode } = this.#deps.profile;
    return [...this.#deps.journal.orders()].filter((row) => row.profileId === id && row.mode === mode);
  }

  /** Undefined for a row of another connection too. */
  find(rowId: string): OrderRow | undefined {
    const { id, mode } = this.#deps.profile;
    const row = this.#deps.journal.order(rowId);
    return row?.profileId === id && row.mode === mode ? row : undefined;
  }

  of(systemId: string): OrderRow[] {
    return this.all().filter((row) => row.ticket.systemId === systemId);
  }

  cancels(): CancelRow[] {
    const { id, mode } = this.#deps.profile;
    return [...this.#deps.journal.cancels()].filter((row) => row.profileId === id && row.mode === mode);
  }

  signals(systemId: string): readonly Signal[] {
    const cancels = this.cancels().filter((row) => row.systemId === systemId);
    const records = this.#deps.state.signals(systemId);
    const input = { rows: this.of(systemId), cancels, records, reuseRefused: this.#reuseRefused() };
    const last = this.#made.get(systemId);
    if (last && isSame(last, input)) return last.signals;
    const signals = blotterRows(input);
    this.#made.set(systemId, { ...input, signals });
    return signals;
  }

  /** Service ids of orders that are there and can not be told from this one, or from the parent entered with it. */
  lookAlikes(ticket: Ticket): string[] {
    const records = this.#deps.state.signals(ticket.systemId);
    const orders = ticket.parent ? [ticket, { ...ticket, ...ticket.parent }] : [ticket];
    return records.filter((record) => orders.some((one) => looksLike(one, record))).map(({ serviceId }) => serviceId);
  }

  /** `except`: a row of its own that the ticket is checked for, which is no other order. */
  facts(ticket: Ticket, except: string | null = null): CheckFacts {
    const { clock, state } = this.#deps;
    const { readAt, staleAfterSeconds } = state.workingAge(ticket.systemId);
    const now = clock.now();
    return {
      ticket,
      signals: this.signals(ticket.systemId),
      positions: state.positions(ticket.systemId),
      rows: this.of(ticket.systemId).filter(({ rowId }) => rowId !== except),
      now,
      age: readAt === null ? null : Math.max(0, Math.floor(now / 1000) - readAt),
      staleAfterSeconds,
    };
  }
}

const isSame = (made: Made, input: Required<BlotterInput>): boolean =>
  made.records === input.records &&
  made.reuseRefused === input.reuseRefused &&
  areSame(made.rows, input.rows) &&
  areSame(made.cancels, input.cancels);

const areSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((one, at) => one === b[at]);
