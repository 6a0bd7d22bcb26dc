import { untrack } from 'svelte';
import type { Bridge } from '#contract/bridge.ts';
import type { CommandOutcome } from '#contract/commands.ts';
import type { Preview, Ticket } from '#contract/model/ticket.ts';
import type { ClockStore } from './clock-store.svelte.ts';
import { instrumentFacts } from './instrument-facts.ts';
import type { PositionsStore } from './positions-store.svelte.ts';
import type { PracticeStore } from './practice-store.svelte.ts';
import type { PreferencesStore } from './preferences-store.svelte.ts';
import { PreviewLoader } from './preview-loader.svelte.ts';
import { readTicket, type TypedField } from './read-ticket.ts';
import type { SignalsStore } from './signals-store.svelte.ts';
import type { StrategyStore } from './strategy-store.svelte.ts';
import { emptyDraft, parseDraft, type TicketDraft } from './ticket-draft.ts';
import type { TicketFacts } from './ticket-facts.ts';
import { TicketSetupStore } from './ticket-setup-store.svelte.ts';
import { words } from '#renderer/messages/words.ts';

const viewOf = (systemId: string): string => `ticket.draft ${systemId}`;
/** A connection made ready is closed again when nothing comes; coming back to the ticket later asks for another. */
const prewarmMs = 20_000;

/** Members of a draft that mean something for its symbol alone. */
const symbolMembers = [
  'limit',
  'stop',
  'profitTarget',
  'stopLoss',
  'noTarget',
  'noStop',
  'waits',
  'group',
  'parkUntil',
  'replaces',
  'edits',
] as const satisfies readonly (keyof TicketDraft)[];

type Parts = {
  readonly bridge: Bridge;
  readonly clock: Pick<ClockStore, 'now' | 'millis'>;
  readonly positions: Pick<PositionsStore, 'of'>;
  readonly practice: PracticeStore;
  readonly preferences: PreferencesStore;
  readonly signals: Pick<SignalsStore, 'list'>;
  readonly strategy: StrategyStore;
  /** A version-4 UUID. */
  readonly uuid: () => string;
  /** False: the draft of a key press, which is over when it is dropped; the ticket's own is kept. */
  readonly keep?: boolean;
};

export type Sent = {
  readonly rowId: string;
  readonly ownId: string;
  readonly summary: string;
  readonly prepared: boolean;
};
/** What became of a press: taken, refused, or null when there was nothing to do. */
export type TicketOutcome = CommandOutcome<'orders.submit'> | CommandOutcome<'orders.abandon'> | null;

/**
 * The order ticket. One press, one order: every order has an intent made when its ticket opens, a second press while
 * one is under way does nothing, and the intent is given up only when the program has answered that it holds the order.
 * After an answer that proves nothing (the window lost the program) the same ticket keeps its intent, so that pressing
 * again cannot make a second order of it; a ticket that was changed since is another order and gets its own.
 */
export class TicketStore {
  readonly setup: TicketSetupStore;
  readonly #parts: Parts;
  readonly #loader: PreviewLoader;
  #draft = $state.raw<TicketDraft>(emptyDraft);
  /** The symbol for which prices and links were typed; blank while there are none. */
  #madeFor = '';
  /** The strategy that the draft belongs to. */
  #systemId: string | null = null;
  #intentId: string;
  /** The ticket, as text, that went out under the intent without a proof of what became of it. */
  #unproven: string | null = null;
  #sending = $state.raw(false);
  #attempted = $state.raw(false);
  #sent = $state.raw<Sent | null>(null);
  #prewarmedAt = -prewarmMs;
  /** The price a market order's bracket is measured from: taken once, so that the order does not change under the hand. */
  #anchor = $state.raw<{ readonly symbol: string; readonly price: string } | null>(null);
  readonly #release: () => void;
  readonly #facts: TicketFacts;
  readonly read = $derived.by(() => readTicket(this.#draft, this.#parts.strategy.systemId, this.#facts));
  readonly #text = $derived(this.read.ticket === null ? null : JSON.stringify(this.read.ticket));

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#intentId = parts.uuid();
    this.#loader = new PreviewLoader(parts.bridge);
    this.setup = new TicketSetupStore(parts.preferences);
    this.#facts = this.#factsOf(parts);
    this.#release = $effect.root(() => {
      $effect(() => {
        const { systemId } = parts.strategy;
        if (parts.preferences.known && systemId !== null) untrack(() => this.#belongTo(systemId));
      });
      $effect(() => {
        const text = this.#text;
        // What is held and working changes what an order would do.
        const held = this.held;
        untrack(() => this.#loader.soon(text, this.read.ticket, held !== null));
      });
      $effect(() => this.#takeAnchor());
    });
  }

  get draft(): TicketDraft {
    return this.#draft;
  }

  /** What is known of the symbol in the ticket. */
  get instrument() {
    return this.#facts.instrument(this.#draft.symbol.trim(), this.#draft.instrument);
  }

  /** The price a market order is measured from, null where none is known. */
  get marketPrice(): string | null {
    return this.#facts.marketPrice(this.#draft.symbol.trim());
  }

  /** True once the trader tried to send: from then on blank fields are told. */
  get attempted(): boolean {
    return this.#attempted;
  }

  /** What is wrong with a field; what is missing is told once the trader tried to send. */
  error(field: TypedField): string | null {
    return this.read.errors.get(field) ?? (this.#attempted ? this.read.missing.get(field) : null) ?? null;
  }

  /** What was read of a field where that differs from what was typed. */
  echo(field: TypedField): string | null {
    return this.read.echoes.get(field) ?? null;
  }

  get sending(): boolean {
    return this.#sending;
  }

  /** Of the ticket as it stands, or as it stood a moment ago (`previewCurrent` false). */
  get preview(): Preview | null {
    return this.#text === null ? null : this.#loader.value;
  }

  get previewCurrent(): boolean {
    return this.#loader.of !== null && this.#loader.of === this.#text;
  }

  get previewFailure(): string | null {
    return this.#loader.failure;
  }

  /** The last order that the program took from this ticket. */
  get sent(): Sent | null {
    return this.#sent;
  }

  get intentId(): string {
    return this.#intentId;
  }

  change(change: Partial<TicketDraft>): void {
    // Clearing a target or a stop that the template filled means that there shall be none.
    const noTarget = change.noTarget ?? (change.profitTarget === undefined ? undefined : change.profitTarget === '');
    const noStop = change.noStop ?? (change.stopLoss === undefined ? undefined : change.stopLoss === '');
    const blanks = { ...(noTarget === undefined ? {} : { noTarget }), ...(noStop === undefined ? {} : { noStop }) };
    const next = this.#forSymbol({ ...this.#draft, ...change, ...blanks }, change);
    if (JSON.stringify(next) !== JSON.stringify(this.#draft)) this.#sent = null;
    this.#draft = next;
    if (['symbol', 'kind', 'action', 'template', 'bracket'].some((name) => name in change)) this.#anchor = null;
    // At once, for a key that sends: it does not wait for the window to be brought up to date.
    untrack(() => this.#takeAnchor());
    this.#keep();
  }

  /** What was typed for one symbol never meets another: prices, bracket, links and what is replaced are cleared. */
  #forSymbol(next: TicketDraft, change: Partial<TicketDraft>): TicketDraft {
    const symbol = next.symbol.trim();
    const isOther = symbol !== this.#madeFor && this.#madeFor !== '';
    const belongs = symbolMembers.some((name) => JSON.stringify(next[name]) !== JSON.stringify(emptyDraft[name]));
    const given = symbolMembers.some((name) => name in change);
    if (given || !belongs) this.#madeFor = belongs ? symbol : '';
    if (given || !belongs || !isOther) return next;
    this.#madeFor = '';
    return { ...next, ...Object.fromEntries(symbolMembers.map((name) => [name, emptyDraft[name]])) };
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

  /** The ticket is about to be used: main makes a connection ready. */
  prewarm(): void {
    const now = this.#parts.clock.millis;
    if (now - this.#prewarmedAt < prewarmMs) return;
    this.#prewarmedAt = now;
    void this.#parts.bridge.call('orders.prewarm', {});
  }

  /** Draws a group of our own and puts the order into it. */
  async makeGroup(): Promise<string | null> {
    const systemId = this.#parts.strategy.systemId ?? '0';
    const outcome = await this.#parts.bridge.call('orders.make-group', { systemId });
    if (!outcome.ok) return words(outcome.failure.message);
    this.change({ group: { how: 'group', id: outcome.value.ocaGroupId, label: 'a new group' } });
    return null;
  }

  /** The state of what is held and working, null while it is not known. */
  get held(): string | null {
    const key = this.#parts.strategy.key('orders', 'signalsWorking', 'tradesOpen');
    return key === null ? null : `${key.scope} ${key.revision}`;
  }

  /** Asks what an order would do that is not in the ticket yet, so that its preview is there when it is. */
  foresee(draft: TicketDraft): void {
    const { practice, strategy } = this.#parts;
    const marketPrice = (symbol: string): string | null => practice.instrument(symbol)?.price ?? null;
    const { ticket } = readTicket(draft, strategy.systemId, { ...this.#facts, marketPrice });
    const { held } = this;
    if (ticket !== null && held !== null) void this.#loader.foresee(JSON.stringify(ticket), ticket, held);
  }

  /** The preview of exactly what stands in the ticket. */
  async previewNow(): Promise<Preview | null> {
    const text = this.#text;
    const ticket = this.read.ticket;
    if (text === null || ticket === null) return null;
    await this.#loader.now(text, ticket, this.held);
    return this.previewCurrent ? this.preview : null;
  }

  /** `confirmed` are the codes of the warnings seen; `direct` when nothing was shown before. */
  submit(confirmed: readonly string[], direct = false): Promise<TicketOutcome> {
    return this.#press(false, (intentId, ticket) =>
      this.#parts.bridge.call('orders.submit', {
        intentId,
        ticket,
        confirmed: [...confirmed],
        ...(direct ? { direct } : {}),
      }),
    );
  }

  /** Keeps the order, held, to be sent later. */
  prepare(): Promise<TicketOutcome> {
    return this.#press(true, (intentId, ticket) => this.#parts.bridge.call('orders.prepare', { intentId, ticket }));
  }

  dispose(): void {
    this.#loader.dispose();
    this.#release();
  }

  async #press(
    prepared: boolean,
    enter: (intentId: string, ticket: Ticket) => Promise<CommandOutcome<'orders.submit'>>,
  ): Promise<TicketOutcome> {
    const ticket = this.read.ticket;
    const text = this.#text;
    if (ticket === null || text === null || this.#sending) return null;
    if (this.#unproven !== null && this.#unproven !== text) this.#newIntent();
    this.#sending = true;
    const summary = this.#loader.of === text ? (this.#loader.value?.summary ?? '') : '';
    const { edits } = this.#draft;
    const dropped = edits === null ? null : await this.#dropEdited(edits.rowId);
    const outcome = dropped?.ok === false ? dropped : await this.#enter(enter, ticket, text, { summary, prepared });
    this.#sending = false;
    return outcome;
  }

  async #enter(
    enter: (intentId: string, ticket: Ticket) => Promise<CommandOutcome<'orders.submit'>>,
    ticket: Ticket,
    text: string,
    what: Pick<Sent, 'summary' | 'prepared'>,
  ): Promise<CommandOutcome<'orders.submit'>> {
    const outcome = await enter(this.#intentId, ticket);
    if (outcome.ok) this.#took({ ...outcome.value, ...what });
    else if (outcome.failure.code === 'disconnected' || outcome.failure.code === 'internal') this.#unproven = text;
    return outcome;
  }

  /** The prepared order goes first: had it been sent meanwhile, a second one would stand beside it. */
  async #dropEdited(rowId: string): Promise<CommandOutcome<'orders.abandon'>> {
    const outcome = await this.#parts.bridge.call('orders.abandon', { rowId });
    if (outcome.ok) this.change({ edits: null });
    return outcome;
  }

  #took(sent: Sent): void {
    this.#attempted = false;
    this.#newIntent();
    // The next order starts blank: a second press has nothing to send.
    const { symbol, instrument, kind, duration, template } = this.#draft;
    this.change({ ...emptyDraft, symbol, instrument, kind, duration, template });
    this.#sent = sent;
  }

  #newIntent(): void {
    this.#intentId = this.#parts.uuid();
    this.#unproven = null;
  }

  /** Each strategy has a draft of its own; a link to an order of the list is dropped with the change. */
  #belongTo(systemId: string): void {
    if (this.#systemId === systemId) return;
    const first = this.#systemId === null;
    this.#systemId = systemId;
    const { keep, preferences } = this.#parts;
    // What was typed before the preferences arrived is newer than what they hold.
    if (first && (keep === false || this.#draft !== emptyDraft)) return this.#keep();
    this.#draft = keep === false ? emptyDraft : parseDraft(preferences.view(viewOf(systemId)));
    this.#madeFor = this.#draft.symbol.trim();
    this.#anchor = null;
    this.#attempted = false;
    this.#sent = null;
    this.#newIntent();
  }

  #keep(): void {
    if (this.#parts.keep === false || this.#systemId === null) return;
    this.#parts.preferences.setView(viewOf(this.#systemId), JSON.stringify(this.#draft));
  }

  #takeAnchor(): void {
    const { kind, symbol } = this.#draft;
    const name = symbol.trim();
    if (kind !== 'market' || this.#anchor?.symbol === name) return;
    const price = this.#parts.practice.instrument(name)?.price;
    if (price !== undefined) this.#anchor = { symbol: name, price };
  }

  #factsOf({ clock, positions, practice, signals }: Parts): TicketFacts {
    return {
      instrument: (symbol, instrument) => instrumentFacts(symbol, instrument, { positions, practice }),
      marketPrice: (symbol) => (this.#anchor?.symbol === symbol ? this.#anchor.price : null),
      template: (id) => this.setup.template(id),
      now: () => practice.state?.market?.clock.now ?? clock.now,
      idUse: (id) => {
        const list = signals.list ?? [];
        if (list.some((one) => one.serviceId === id || one.ownId === id)) return 'signal';
        return list.some((one) => one.ocaGroupId === id) ? 'group' : null;
      },
    };
  }
}
