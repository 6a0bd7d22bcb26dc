import { untrack } from 'svelte';
import type { Bridge } from '#contract/bridge.ts';
import type { CommandInput, CommandOutcome } from '#contract/commands.ts';
import { failed } from '#contract/outcome.ts';
import type { Instrument } from '#contract/model/scalars.ts';
import type { Preview, Ticket } from '#contract/model/ticket.ts';
import { halfWidth } from '#renderer/format/half-width.ts';
import type { ClockStore } from './clock-store.svelte.ts';
import { instrumentFacts } from './instrument-facts.ts';
import type { PositionsStore } from './positions-store.svelte.ts';
import type { PracticeStore } from './practice-store.svelte.ts';
import type { PreferencesStore } from './preferences-store.svelte.ts';
import { PricedSymbol } from './priced-symbol.ts';
import { PreviewLoader } from './preview-loader.svelte.ts';
import type { ReversalBracket } from './exit-store.svelte.ts';
import { readTicket, type TypedField } from './read-ticket.ts';
import type { SignalsStore } from './signals-store.svelte.ts';
import type { StrategyStore } from './strategy-store.svelte.ts';
import { emptyDraft, parseDraft, restoreDraft, type TicketDraft } from './ticket-draft.ts';
import type { TicketFacts } from './ticket-facts.ts';
import { TicketSetupStore } from './ticket-setup-store.svelte.ts';
import { words } from '#renderer/messages/words.ts';

const viewOf = (systemId: string): string => `ticket.draft ${systemId}`;
/**
 * Each time the focus enters a field, the ticket asks core for a network connection, but at most
 * once in this time. Core opens a connection only if none is open, and closes an unused connection
 * after some seconds.
 */
const prewarmMs = 2_000;
/**
 * Seconds. A press that repeats one whose answer was lost means the same order. If that order was
 * entered longer ago than this, the trader may mean another one.
 */
const repeatSeconds = 30;
/**
 * Milliseconds. A press so soon after the refusal of a repeat is the second one of a double click.
 */
const doublePressMs = 1_000;

/** A change of one of these members of a draft sets a new base price. */
const baseMembers = ['symbol', 'kind', 'action', 'template', 'bracket'] as const;

type Parts = {
  readonly bridge: Bridge;
  readonly clock: Pick<ClockStore, 'now' | 'millis'>;
  readonly positions: Pick<PositionsStore, 'of' | 'pointValue'>;
  readonly practice: PracticeStore;
  readonly preferences: PreferencesStore;
  readonly signals: Pick<SignalsStore, 'list'>;
  readonly strategy: StrategyStore;
  /** A version-4 UUID. */
  readonly uuid: () => string;
  /** False for the ticket of quick orders, whose draft is not stored. */
  readonly storesDraft?: boolean;
};

export type EnteredOrder = {
  readonly rowId: string;
  readonly ownId: string;
  readonly summary: string;
  readonly staged: boolean;
};
/** The result of a press: accepted, refused, or null if nothing was done. */
export type TicketOutcome = CommandOutcome<'orders.submit'> | null;

/** The order as it was at the press. The ticket can change until the answer arrives. */
type PressedOrder = Pick<EnteredOrder, 'summary' | 'staged'> & {
  readonly ticket: Ticket;
  readonly draft: TicketDraft;
};

/** The text by which drafts are compared, without their links to orders. */
const comparedText = (draft: TicketDraft): string => JSON.stringify(parseDraft(JSON.stringify(draft)));

/** What remains of a draft whose order was accepted, so that a second press has nothing to send. */
const clearedDraft = ({ symbol, instrument, kind, duration, template }: TicketDraft): TicketDraft => ({
  ...emptyDraft,
  symbol,
  instrument,
  kind,
  duration,
  template,
});

/**
 * The order ticket. One press makes one order: a press while an order is being sent does nothing,
 * and an accepted order is followed by a new intent id. A refused ticket keeps its intent id. After
 * an answer that proves nothing (the window lost its connection to the program, or an internal
 * error) the same ticket is sent with the same intent id, so that another press cannot make a
 * second order. If that order was entered long ago, the press is refused, and the next one makes a
 * new order. A ticket that was changed since is another order and has a new intent id. An answer
 * changes the ticket only if the ticket still has the order that was sent.
 */
export class TicketStore {
  readonly settings: TicketSetupStore;
  readonly #parts: Parts;
  readonly #loader: PreviewLoader;
  #draft = $state.raw<TicketDraft>(emptyDraft);
  #symbolChangeCount = $state.raw(0);
  readonly #pricedSymbol = new PricedSymbol();
  /** The strategy that the draft belongs to. */
  #systemId: string | null = null;
  /** By strategy: the draft that was left, with its links to orders. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- not shown
  readonly #leftDrafts = new Map<string, TicketDraft>();
  #intentId: string;
  /**
   * By strategy and button: the ticket of the last press, if its outcome is not known, and its
   * intent id.
   */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- not shown
  readonly #unproven = new Map<string, { readonly text: string; readonly intentId: string }>();
  /** The last refusal of a press that repeats an earlier one. */
  #refusedRepeat: { readonly text: string; readonly atMs: number; readonly outcome: TicketOutcome } | null = null;
  #sending = $state.raw(false);
  #attempted = $state.raw(false);
  #lastEntered = $state.raw<EnteredOrder | null>(null);
  #prewarmedAt = -prewarmMs;
  /**
   * The base price of the bracket of a market order. Once a quantity is typed, it does not change,
   * so that the order does not change with the market.
   */
  #basePrice = $state.raw<{ readonly symbol: string; readonly price: string } | null>(null);
  readonly #release: () => void;
  readonly #facts: TicketFacts;
  readonly read = $derived.by(() => readTicket(this.#draft, this.#parts.strategy.systemId, this.#facts));
  readonly #text = $derived(this.read.ticket === null ? null : JSON.stringify(this.read.ticket));

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#intentId = parts.uuid();
    this.#loader = new PreviewLoader(parts.bridge);
    this.settings = new TicketSetupStore(parts.preferences);
    this.#facts = this.#factsOf(parts);
    this.#release = $effect.root(() => {
      $effect(() => {
        const { systemId } = parts.strategy;
        if (parts.preferences.known && systemId !== null) untrack(() => this.#switchTo(systemId));
      });
      $effect(() => {
        const text = this.#text;
        // Positions and working orders change the effect of an order.
        const revision = this.accountRevision;
        untrack(() => this.#loader.loadSoon(text, this.read.ticket, revision));
      });
      $effect(() => this.#setBasePrice());
    });
  }

  get draft(): TicketDraft {
    return this.#draft;
  }

  /** Grows whenever the symbol in the ticket changes, also when it changes back. */
  get symbolChangeCount(): number {
    return this.#symbolChangeCount;
  }

  /** The known facts of the symbol in the ticket. */
  get instrument() {
    return this.#facts.instrument(this.#draft.symbol.trim(), this.#draft.instrument);
  }

  /** The price from which the bracket of a market order is computed. Null if it is not known. */
  get basePrice(): string | null {
    return this.#facts.basePrice(this.#draft.symbol.trim());
  }

  /**
   * The target and stop of a market entry that is not in the ticket. Null for a leg that is not
   * wanted. The result is null if a wanted price cannot be computed.
   */
  bracketOf(draft: TicketDraft): ReversalBracket | null {
    const basePrice = (symbol: string): string | null => this.#parts.practice.instrument(symbol)?.price ?? null;
    const { ticket } = readTicket(draft, this.#parts.strategy.systemId, { ...this.#facts, basePrice });
    return ticket && { profitTarget: ticket.profitTarget, stopLoss: ticket.stopLoss };
  }

  /** True after the trader tried to send. From then on blank fields are marked. */
  get attempted(): boolean {
    return this.#attempted;
  }

  /** The error of a field. A missing value is an error after the trader tried to send. */
  error(field: TypedField): string | null {
    return this.read.errors.get(field) ?? (this.#attempted ? this.read.missing.get(field) : null) ?? null;
  }

  /** `Read as 1200`, if the value that was read from a field differs from the typed text. */
  readAs(field: TypedField): string | null {
    return this.read.readAsTexts.get(field) ?? null;
  }

  get sending(): boolean {
    return this.#sending;
  }

  /** The preview of the ticket, or of an earlier version of it (`isPreviewCurrent` false). */
  get preview(): Preview | null {
    return this.#text === null ? null : this.#loader.value;
  }

  /** The order as it would be sent now, as JSON. Null while the ticket is incomplete. */
  get text(): string | null {
    return this.#text;
  }

  get isPreviewCurrent(): boolean {
    return this.#loader.ticketText !== null && this.#loader.ticketText === this.#text;
  }

  get previewFailure(): string | null {
    return this.#loader.failure;
  }

  /** The order that was last sent or staged from this ticket. Null after the next change. */
  get lastEntered(): EnteredOrder | null {
    return this.#lastEntered;
  }

  get intentId(): string {
    return this.#intentId;
  }

  change(change: Partial<TicketDraft>): void {
    const noTarget = change.noTarget ?? this.#leavesOut('profitTarget', change.profitTarget);
    const noStop = change.noStop ?? this.#leavesOut('stopLoss', change.stopLoss);
    const blanks = { ...(noTarget === undefined ? {} : { noTarget }), ...(noStop === undefined ? {} : { noStop }) };
    const typed = { ...this.#draft, ...change, ...blanks };
    // Positions and prices are looked up by this symbol, which is sent in plain letters.
    const draft = { ...typed, symbol: halfWidth(typed.symbol) };
    const next = this.#pricedSymbol.clearIfOther(this.#draft, draft, change);
    if (JSON.stringify(next) !== JSON.stringify(this.#draft)) this.#lastEntered = null;
    if (baseMembers.some((name) => next[name] !== this.#draft[name])) this.#basePrice = null;
    this.#setDraft(next);
    // Set the base price now: a key that sends does not wait for the effects.
    untrack(() => this.#setBasePrice());
    this.#save();
  }

  /**
   * Whether the change leaves out the target or stop: it clears a price that was typed or that the
   * template filled. Undefined if the change does not decide this.
   */
  #leavesOut(field: 'profitTarget' | 'stopLoss', typed: string | undefined): boolean | undefined {
    if (typed !== '') return typed === undefined ? undefined : false;
    const shown = this.#draft[field] || (this.read.templatePrices[field] ?? '');
    return shown === '' ? undefined : true;
  }

  /**
   * Sets a symbol that was chosen, not typed. Prices and links that were typed before any symbol
   * are for this one. If `instrument` is null, the ticket keeps its instrument.
   */
  chooseSymbol(symbol: string, instrument: Instrument | null = null): void {
    this.#pricedSymbol.finish(symbol);
    this.change(instrument === null ? { symbol } : { symbol, instrument });
  }

  /** Called when the symbol field has lost the focus. */
  finishSymbol(): void {
    this.#pricedSymbol.finish(this.#draft.symbol);
  }

  /** Loads new content into the ticket, for example a close, a replacement or only a symbol. */
  load(change: Partial<TicketDraft>): void {
    this.#attempted = false;
    this.#lastEntered = null;
    this.#basePrice = null;
    this.change(change);
  }

  /** Loads an order into the ticket of a strategy, and chooses the strategy. */
  loadFor(systemId: string, draft: TicketDraft): void {
    const { preferences, strategy } = this.#parts;
    if (systemId === strategy.systemId) return this.load(draft);
    preferences.setView(viewOf(systemId), JSON.stringify(draft));
    strategy.choose(systemId);
  }

  clear(): void {
    this.load(emptyDraft);
  }

  /** True if the ticket can be sent. Otherwise blank fields are marked from now on. */
  checkComplete(): boolean {
    this.#attempted = true;
    return this.read.ticket !== null;
  }

  /** Makes core open a network connection, because the trader is about to use the ticket. */
  prewarm(): void {
    const now = this.#parts.clock.millis;
    if (now - this.#prewarmedAt < prewarmMs) return;
    this.#prewarmedAt = now;
    void this.#parts.bridge.call('orders.prewarm', {});
  }

  /**
   * Reserves a new group and puts the order into the group, unless the order has changed meanwhile.
   * Returns why the group could not be reserved. Null if it was, or if the order has changed.
   */
  async makeGroup(): Promise<string | null> {
    const { bridge, strategy } = this.#parts;
    const { systemId } = strategy;
    const { symbol, group } = this.#draft;
    const outcome = await bridge.call('orders.make-group', { systemId: systemId ?? '0' });
    const isSame = strategy.systemId === systemId && this.#draft.symbol === symbol && this.#draft.group === group;
    if (!isSame) return null;
    if (!outcome.ok) return words(outcome.failure.message);
    this.change({ group: { how: 'group', id: outcome.value.ocaGroupId, label: 'a new group' } });
    return null;
  }

  /** Identifies the state of positions and working orders. Null while it is not known. */
  get accountRevision(): string | null {
    const key = this.#parts.strategy.loadKey('orders', 'signalsWorking', 'tradesOpen');
    return key === null ? null : `${key.scope} ${key.revision}`;
  }

  /** Prefetches the preview of an order that is not in the ticket yet. */
  prefetch(draft: TicketDraft): void {
    const { practice, strategy } = this.#parts;
    const basePrice = (symbol: string): string | null => practice.instrument(symbol)?.price ?? null;
    const { ticket } = readTicket(draft, strategy.systemId, { ...this.#facts, basePrice });
    const { accountRevision } = this;
    if (ticket !== null && accountRevision !== null)
      void this.#loader.prefetch(JSON.stringify(ticket), ticket, accountRevision);
  }

  /** The preview of exactly this ticket. */
  async previewNow(): Promise<Preview | null> {
    const text = this.#text;
    const ticket = this.read.ticket;
    if (text === null || ticket === null) return null;
    await this.#loader.loadNow(text, ticket, this.accountRevision);
    return this.isPreviewCurrent ? this.preview : null;
  }

  /** `confirmed`: codes of the confirmed warnings. `isWithoutReview`: no preview was shown. */
  submit(
    confirmed: readonly string[],
    { isWithoutReview = false }: { readonly isWithoutReview?: boolean } = {},
  ): Promise<TicketOutcome> {
    return this.#press(false, (input) =>
      this.#parts.bridge.call('orders.submit', {
        ...input,
        confirmed: [...confirmed],
        ...(isWithoutReview ? { direct: isWithoutReview } : {}),
      }),
    );
  }

  /** Stages the order, to be sent later. */
  stage(): Promise<TicketOutcome> {
    return this.#press(true, (input) => this.#parts.bridge.call('orders.prepare', input));
  }

  dispose(): void {
    this.#loader.dispose();
    this.#release();
  }

  async #press(
    staged: boolean,
    enter: (input: CommandInput<'orders.prepare'>) => Promise<CommandOutcome<'orders.submit'>>,
  ): Promise<TicketOutcome> {
    const ticket = this.read.ticket;
    const text = this.#text;
    if (ticket === null || text === null || this.#sending) return null;
    const refused = this.#refusedRepeat;
    if (refused?.text === text && Math.abs(this.#parts.clock.millis - refused.atMs) < doublePressMs)
      return refused.outcome;
    this.#sending = true;
    const shown = this.#loader.ticketText === text ? this.#loader.value : null;
    const summary = shown === null ? '' : words(shown.summary);
    const draft = this.#draft;
    // Core answers a known intent id with its order. So the other button must not repeat the id: a
    // staged order would count as sent, and a sent order as staged.
    const pressKey = `${ticket.systemId} ${staged}`;
    const intentId = this.#intentOf(pressKey, text);
    const edits = draft.edits === null ? {} : { edits: draft.edits.rowId };
    const outcome = await enter({ intentId, ticket, ...edits });
    this.#sending = false;
    if (outcome.ok) {
      this.#newIntent();
      this.#unproven.delete(pressKey);
      const { enteredAt: at } = outcome.value;
      const { millis: atMs } = this.#parts.clock;
      if (at !== undefined && Math.abs(atMs / 1000 - at) > repeatSeconds) {
        const refusal = failed('duplicate', { code: 'order.entered-before', at, staged });
        this.#refusedRepeat = { text, atMs, outcome: refusal };
        return refusal;
      }
      this.#onAccepted(outcome.value, { ticket, draft, summary, staged });
    } else if (outcome.failure.code === 'disconnected' || outcome.failure.code === 'internal') {
      this.#newIntent();
      this.#unproven.set(pressKey, { text, intentId });
    }
    return outcome;
  }

  /**
   * The intent id of the last press of this button for this strategy, if its answer proved nothing
   * and its ticket was the same. Otherwise the current intent id.
   */
  #intentOf(pressKey: string, text: string): string {
    const unproven = this.#unproven.get(pressKey);
    if (unproven?.text === text) return unproven.intentId;
    this.#unproven.delete(pressKey);
    return this.#intentId;
  }

  #onAccepted(order: Pick<EnteredOrder, 'rowId' | 'ownId'>, { ticket, draft, summary, staged }: PressedOrder): void {
    const { storesDraft, preferences, strategy } = this.#parts;
    if (ticket.systemId !== strategy.systemId) {
      const view = viewOf(ticket.systemId);
      if (storesDraft !== false && comparedText(parseDraft(preferences.view(view))) === comparedText(draft))
        preferences.setView(view, JSON.stringify(clearedDraft(draft)));
    } else if (comparedText(this.#draft) === comparedText(draft)) {
      this.#attempted = false;
      this.change(clearedDraft(draft));
      this.#lastEntered = { ...order, summary, staged };
    }
  }

  #newIntent(): void {
    this.#intentId = this.#parts.uuid();
  }

  #switchTo(systemId: string): void {
    if (this.#systemId === systemId) return;
    const { storesDraft } = this.#parts;
    if (this.#systemId !== null && storesDraft !== false) this.#leftDrafts.set(this.#systemId, this.#draft);
    const isFirst = this.#systemId === null;
    this.#systemId = systemId;
    // A draft that was typed before the preferences arrived is newer than the stored draft.
    if (isFirst && (storesDraft === false || this.#draft !== emptyDraft)) return this.#save();
    this.#setDraft(storesDraft === false ? emptyDraft : this.#draftOf(systemId));
    this.#pricedSymbol.set(this.#draft.symbol);
    this.#basePrice = null;
    this.#attempted = false;
    this.#lastEntered = null;
    this.#newIntent();
  }

  /** The draft that was left, unless another window or an answer changed it meanwhile. */
  #draftOf(systemId: string): TicketDraft {
    const stored = this.#parts.preferences.view(viewOf(systemId));
    const left = this.#leftDrafts.get(systemId);
    return left !== undefined && JSON.stringify(left) === stored ? left : restoreDraft(stored);
  }

  #setDraft(draft: TicketDraft): void {
    if (draft.symbol.trim() !== this.#draft.symbol.trim()) this.#symbolChangeCount += 1;
    this.#draft = draft;
  }

  #save(): void {
    if (this.#parts.storesDraft === false || this.#systemId === null) return;
    this.#parts.preferences.setView(viewOf(this.#systemId), JSON.stringify(this.#draft));
  }

  /** While no quantity is typed, there is no order yet: the base price follows the market. */
  #setBasePrice(): void {
    const { kind, quantity, symbol } = this.#draft;
    const name = symbol.trim();
    const before = this.#basePrice;
    const isSet = before?.symbol === name;
    if (kind !== 'market' || (isSet && quantity.trim() !== '')) return;
    const price = this.#parts.practice.instrument(name)?.price ?? null;
    if (!isSet || before.price !== price) this.#basePrice = price === null ? null : { symbol: name, price };
  }

  #factsOf({ clock, positions, practice, signals }: Parts): TicketFacts {
    return {
      instrument: (symbol, instrument) => instrumentFacts(symbol, instrument, { positions, practice }),
      basePrice: (symbol) => (this.#basePrice?.symbol === symbol ? this.#basePrice.price : null),
      template: (id) => this.settings.template(id),
      now: () => practice.state?.market?.clock.now ?? clock.now,
      idUse: (id) => {
        const list = signals.list ?? [];
        if (list.some((one) => one.serviceId === id || one.ownId === id)) return 'signal';
        return list.some((one) => one.ocaGroupId === id) ? 'group' : null;
      },
    };
  }
}
