import { untrack } from 'svelte';
import type { Bridge } from '#contract/bridge.ts';
import type { CommandOutcome } from '#contract/commands.ts';
import type { Preview, Ticket } from '#contract/model/ticket.ts';
import type { PreferencesStore } from './preferences-store.svelte.ts';
import { readTicket } from './read-ticket.ts';
import type { StrategyStore } from './strategy-store.svelte.ts';
import { emptyDraft, parseDraft, type TicketDraft } from './ticket-draft.ts';

const view = 'ticket.draft';
/** The preview follows the typing once it pauses. */
const pauseMs = 200;

type Parts = {
  readonly bridge: Bridge;
  readonly preferences: PreferencesStore;
  readonly strategy: StrategyStore;
  /** A version-4 UUID. */
  readonly uuid: () => string;
};

export type Sent = { readonly rowId: string; readonly ownId: string; readonly summary: string };

/**
 * The order ticket. One press, one order: every order has an intent made when its ticket opens, a second press while
 * one is under way does nothing, and the intent is given up only when the program has answered that it holds the order.
 * After an answer that proves nothing (the window lost the program) the same ticket keeps its intent, so that pressing
 * again can not make a second order of it; a ticket that was changed since is another order and gets its own.
 */
export class TicketStore {
  readonly #parts: Parts;
  #draft = $state.raw<TicketDraft>(emptyDraft);
  #restored = false;
  #intentId: string;
  /** The ticket, as text, that went out under the intent without a proof of what became of it. */
  #unproven: string | null = null;
  #sending = $state.raw(false);
  #attempted = $state.raw(false);
  #preview = $state.raw<{ readonly of: string; readonly value: Preview } | null>(null);
  #previewFailure = $state.raw<string | null>(null);
  #sent = $state.raw<Sent | null>(null);
  #timer: ReturnType<typeof setTimeout> | null = null;
  readonly #release: () => void;
  readonly read = $derived.by(() => readTicket(this.#draft, this.#parts.strategy.systemId));
  readonly #text = $derived(this.read.ticket === null ? null : JSON.stringify(this.read.ticket));

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#intentId = parts.uuid();
    this.#release = $effect.root(() => {
      $effect(() => {
        if (parts.preferences.known) untrack(() => this.#restore());
      });
      $effect(() => {
        const text = this.#text;
        // What is held and working changes what an order would do.
        const held = parts.strategy.key('orders', 'signalsWorking', 'tradesOpen')?.revision ?? null;
        untrack(() => this.#previewSoon(text, held));
      });
    });
  }

  get draft(): TicketDraft {
    return this.#draft;
  }

  /** True once the trader tried to send: from then on blank fields are told. */
  get attempted(): boolean {
    return this.#attempted;
  }

  get sending(): boolean {
    return this.#sending;
  }

  /** Of the ticket as it stands, or as it stood a moment ago (`previewCurrent` false). */
  get preview(): Preview | null {
    return this.#text === null ? null : (this.#preview?.value ?? null);
  }

  get previewCurrent(): boolean {
    return this.#preview !== null && this.#preview.of === this.#text;
  }

  get previewFailure(): string | null {
    return this.#previewFailure;
  }

  /** The last order that the program took from this ticket. */
  get sent(): Sent | null {
    return this.#sent;
  }

  get intentId(): string {
    return this.#intentId;
  }

  change(change: Partial<TicketDraft>): void {
    this.#draft = { ...this.#draft, ...change };
    this.#parts.preferences.setView(view, JSON.stringify(this.#draft));
  }

  /** Puts another order into the ticket: a close, a replacement, a symbol. */
  load(change: Partial<TicketDraft>): void {
    this.#attempted = false;
    this.#sent = null;
    this.change(change);
  }

  clear(): void {
    this.load(emptyDraft);
  }

  /** True when the ticket can be sent; else the blank fields are told from now on. */
  attempt(): boolean {
    this.#attempted = true;
    return this.read.ticket !== null;
  }

  /** The preview of exactly what stands in the ticket. */
  async previewNow(): Promise<Preview | null> {
    const text = this.#text;
    const ticket = this.read.ticket;
    if (text === null || ticket === null) return null;
    this.#stopTimer();
    await this.#load(text, ticket);
    return this.previewCurrent ? this.preview : null;
  }

  /** Null when there is nothing to send or an order is under way. `confirmed` are the codes of the warnings seen. */
  async submit(confirmed: readonly string[]): Promise<CommandOutcome<'orders.submit'> | null> {
    const ticket = this.read.ticket;
    const text = this.#text;
    if (ticket === null || text === null || this.#sending) return null;
    if (this.#unproven !== null && this.#unproven !== text) this.#newIntent();
    this.#sending = true;
    const summary = this.#preview?.of === text ? this.#preview.value.summary : '';
    const outcome = await this.#parts.bridge.call('orders.submit', {
      intentId: this.#intentId,
      ticket,
      confirmed: [...confirmed],
    });
    this.#sending = false;
    if (outcome.ok) this.#took({ ...outcome.value, summary });
    else if (outcome.failure.code === 'disconnected' || outcome.failure.code === 'internal') this.#unproven = text;
    return outcome;
  }

  dispose(): void {
    this.#stopTimer();
    this.#release();
  }

  #took(sent: Sent): void {
    this.#sent = sent;
    this.#attempted = false;
    this.#newIntent();
    if (this.#draft.replaces !== null) this.change({ replaces: null });
  }

  #newIntent(): void {
    this.#intentId = this.#parts.uuid();
    this.#unproven = null;
  }

  #restore(): void {
    if (this.#restored) return;
    this.#restored = true;
    // What was typed before the preferences arrived is newer than what they hold.
    if (this.#draft === emptyDraft) this.#draft = parseDraft(this.#parts.preferences.view(view));
  }

  #previewSoon(text: string | null, held: string | null): void {
    this.#stopTimer();
    const ticket = this.read.ticket;
    if (text === null || ticket === null || held === null) return;
    this.#timer = setTimeout(() => void this.#load(text, ticket), pauseMs);
  }

  async #load(text: string, ticket: Ticket): Promise<void> {
    const outcome = await this.#parts.bridge.call('orders.preview', { ticket });
    if (text !== this.#text) return;
    this.#previewFailure = outcome.ok ? null : outcome.failure.message;
    this.#preview = outcome.ok ? { of: text, value: outcome.value } : null;
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
