import type { ExitRequest } from '#contract/model/exit.ts';
import type { Signal } from '#contract/model/signal.ts';
import { isEntry } from '#contract/model/order-action.ts';
import { actionWords } from '#renderer/format/action-words.ts';
import { absenceText } from '#renderer/messages/absence-text.ts';
import { failureLines } from '#renderer/messages/failure-lines.ts';
import { sameContract } from '#renderer/format/option-symbol.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';
import { priceText } from '#renderer/format/price-text.ts';
import { readQuantity } from '#renderer/format/read-quantity.ts';
import { revealOrder } from '#renderer/orders/reveal-order.ts';
import { canCancel, signalText, unreadableWorkingIds } from '#renderer/orders/signal-text.ts';
import { activeSymbol, chosenRow } from '#renderer/stores/active-symbol.ts';
import type { App } from '#renderer/stores/app-context.ts';
import { hotkeyVerbs, maySend, type HotkeyVerb } from '#renderer/stores/hotkey-verbs.ts';
import { madeFromHotkey } from '#renderer/stores/made-from.ts';
import type { TicketDraft } from '#renderer/stores/ticket-draft.ts';
import {
  activePosition,
  replacementOrder,
  keyOrder,
  lastOrder,
  focusedPosition,
  focusedSymbol,
  reversedEntry,
  type OrderVerb,
} from './hotkey-orders.ts';
import { words } from '#renderer/messages/words.ts';

type Exit<Kind extends ExitRequest['kind']> = Extract<ExitRequest, { kind: Kind }>;

const closeRequest = (ids: Pick<Exit<'close'>, 'systemId' | 'positionId'>): Exit<'close'> => ({
  kind: 'close',
  ...ids,
  price: { kind: 'market' },
  duration: 'DAY',
});

type Surroundings = { readonly focusSymbol: () => Promise<void>; readonly uuid: () => string };

/**
 * Executes hotkeys. Each key is set to "Preview", the default, or to "Send at once". A preview
 * shows an order or a plan and sends nothing. Keys set to "Send at once" send without a preview:
 * buy, sell and reverse only while the desk is armed, close and cancel always. Keys run one at a
 * time: while one runs, a further press shows a message and does nothing else. The kill switch,
 * flatten and the preview of "Cancel all" run at any time. A "Cancel all" that is set to
 * "Send at once" is refused only while an earlier press of it still runs.
 */
export class HotkeyRunner {
  readonly #app: App;
  readonly #surroundings: Surroundings;
  /** The kinds of key that run now. At most one key of each kind runs. */
  readonly #running = new Set<'cancel-all' | 'other'>();

  constructor(app: App, surroundings: Surroundings) {
    this.#app = app;
    this.#surroundings = surroundings;
  }

  async run(verb: HotkeyVerb, send: boolean): Promise<void> {
    if (verb === 'kill') return this.#kill();
    if (verb === 'flatten') return this.#flatten();
    if (verb === 'cancel-all' && !send) return this.#cancel(verb, false);
    const kind = verb === 'cancel-all' ? verb : 'other';
    if (this.#running.has(kind)) return this.#sayBusy();
    this.#running.add(kind);
    try {
      await this.#do(verb, send && maySend(verb));
    } finally {
      this.#running.delete(kind);
    }
  }

  #do(verb: Exclude<HotkeyVerb, 'kill' | 'flatten'>, send: boolean): Promise<void> | void {
    switch (verb) {
      case 'buy-market':
      case 'sell-market':
      case 'buy-limit':
      case 'sell-limit':
        return this.#order(verb, send);
      case 'close':
      case 'reverse':
      case 'scale-out':
      case 'protect':
        return this.#exit(verb, send);
      case 'cancel-selected':
      case 'cancel-symbol':
      case 'cancel-all':
        return this.#cancel(verb, send);
      case 'repeat':
        return this.#show(lastOrder(this.#app), 'Repeat the last order', 'No order was entered here yet.');
      case 'change':
        return this.#change();
      case 'arm':
        return this.#app.actions.get('desk.arm')?.run();
      case 'focus-symbol':
        return this.#surroundings.focusSymbol();
      default:
        return this.#chooseSize(Number(verb.slice(-1)));
    }
  }

  async #order(verb: OrderVerb, send: boolean): Promise<void> {
    const { desk, quickOrder, positions, strategy, toasts } = this.#app;
    // Only the setting of the key ("Preview" or "Send at once") decides which symbol is meant.
    // Arming must not change the symbol that a key acts on.
    const symbol = send ? activeSymbol(this.#app) : focusedSymbol(this.#app);
    if (symbol === null) return this.#say('No symbol. Type one in the ticket, or press Enter on a row.');
    const typed = send && chosenRow(this.#app) === null ? this.#ticketQuantity() : '';
    const draft = keyOrder(verb, symbol, this.#app, typed ?? '');
    const title = `${hotkeyVerbs.find(({ id }) => id === verb)?.label ?? verb} ${symbol}`;
    // Positions decide whether a sale closes or sells short. While they are unknown, the order is
    // previewed. An order is also previewed if the quantity in the ticket cannot be read.
    if (!send || typed === null || !desk.armed || !positions.known) return this.#open(draft, title);
    if (quickOrder.busy) return this.#sayBusy();
    const hotkey = madeFromHotkey(verb, this.#app.hotkeys.map);
    const { systemId } = strategy;
    if ((await quickOrder.sendNow({ ...draft, hotkey }, title)) !== null) this.#showSent(draft, systemId);
    else if (quickOrder.title === null && quickOrder.failure !== null)
      toasts.show('danger', `${title}: ${quickOrder.failure}`);
  }

  /** The quantity in the ticket, or null if it cannot be read. */
  #ticketQuantity(): string | null {
    const read = readQuantity(this.#app.ticket.draft.quantity);
    return read.state === 'read' ? read.value : null;
  }

  #showSent({ action, quantity, symbol, kind, limit }: TicketDraft, systemId: string | null): void {
    const { quickOrder, toasts } = this.#app;
    const { rowId } = quickOrder.ticket.lastEntered ?? {};
    const price = kind === 'market' ? 'at market' : `at limit ${priceText(limit)}`;
    const text = `Submitted: ${actionWords[action]} ${decimalText(quantity)} ${symbol} ${price}.`;
    const show = (): void => revealOrder(this.#app, { rowId, systemId });
    toasts.show('good', text, { label: 'Show order', run: show });
  }

  async #exit(kind: Exclude<ExitRequest['kind'], 'flatten' | 'resume'>, send: boolean): Promise<void> {
    const { desk, exits, quickOrder, strategy, toasts } = this.#app;
    const position = send ? activePosition(this.#app) : focusedPosition(this.#app);
    if (position === null) return this.#sayNoPosition(send);
    const { id: positionId, systemId } = position;
    const needsArming = kind === 'reverse' && !desk.armed;
    const bracket = quickOrder.ticket.bracketOf(reversedEntry(position, this.#app));
    const show = (): void => {
      if (strategy.systemId !== systemId) return;
      if (this.#isPlanOpen()) this.#say('The plan of this exit is not shown: another plan is open.');
      else exits.open(kind === 'reverse' ? { kind, positionId, bracket } : { kind, positionId });
    };
    if (!send || needsArming || (kind !== 'close' && kind !== 'reverse')) return show();
    const ids = { systemId, positionId } as const;
    // A reversal whose stop has no price is shown, so that the trader can type the price.
    if (kind === 'reverse' && bracket === null) return show();
    // The new side gets the bracket of hotkey entries, as GTC.
    const request = kind === 'close' ? closeRequest(ids) : { kind, ...ids, duration: 'GTC' as const, ...bracket };
    // The dialog must not be open yet: it requests a plan too, and the later request wins.
    const plan = await exits.ask(request);
    // A plan with warnings is shown.
    if (plan === null || plan.checks.some(({ level }) => level !== 'note')) return show();
    const outcome = await exits.execute([]);
    if (outcome?.ok !== true) {
      const failure = outcome === null ? exits.failure : failureLines(outcome.failure).join(' ');
      if (failure !== null) toasts.show('danger', failure);
      return show();
    }
    // A dialog of another strategy can be open by now.
    if (exits.plan === plan) exits.close();
    const [first, ...later] = plan.steps.filter((step) => step.kind === 'order').map(({ text }) => words(text));
    const text = [`Submitted: ${first ?? words(plan.summary)}.`, ...later.map((step) => `Then: ${step}.`)];
    toasts.show('good', text.join(' '));
  }

  async #cancel(verb: 'cancel-selected' | 'cancel-symbol' | 'cancel-all', send: boolean): Promise<void> {
    const { cancels, focusedRow, signals, toasts } = this.#app;
    const symbol = send ? activeSymbol(this.#app) : focusedSymbol(this.#app);
    const chosenId = chosenRow(this.#app)?.signalRowId;
    // A sending key acts on selected or chosen rows, not on a row that was only clicked.
    const selectedIds =
      !send || focusedRow.selectedRowIds.length > 0
        ? focusedRow.selectedOrFocusedRowIds
        : chosenId == null
          ? []
          : [chosenId];
    const rows = (signals.list ?? []).filter(canCancel).filter((signal) => {
      if (verb === 'cancel-selected') return selectedIds.includes(signal.rowId);
      return verb === 'cancel-all' || (symbol !== null && sameContract(signal.symbol, symbol));
    });
    // A working record that cannot be read is canceled by its id. It may be a stop.
    const unreadable = verb === 'cancel-all' ? unreadableWorkingIds(signals.unreadable) : [];
    const rowIds = [...new Set([...rows.map(({ rowId }) => rowId), ...unreadable])];
    if (rowIds.length === 0) return this.#say(this.#noOrderText('No order to cancel'));
    // If stops are working, the dialog asks whether to cancel them too.
    const isStop = ({ kind, action }: Signal): boolean => kind === 'stop' && !isEntry(action);
    const asksAboutStops = verb === 'cancel-all' && (unreadable.length > 0 || rows.some(isStop));
    if (!send || asksAboutStops) return cancels.ask(rowIds, verb === 'cancel-all');
    const outcome = await signals.cancel(this.#surroundings.uuid(), rowIds);
    if (!outcome.ok && outcome.failure.code === 'unconfirmed' && !this.#isPlanOpen()) return cancels.ask(rowIds);
    const [first] = rows;
    const canceledText = first === undefined || rowIds.length > 1 ? `${rowIds.length} orders` : signalText(first);
    if (outcome.ok && outcome.value.queued.length === 0) toasts.show('info', 'Nothing to cancel: nothing was sent.');
    else if (outcome.ok) toasts.show('info', `Cancel submitted: ${canceledText}.`);
    else toasts.show('danger', words(outcome.failure.message));
  }

  #change(): void {
    const { focusedRow, signals } = this.#app;
    const order = replacementOrder(signals.list ?? [], focusedRow.selectedOrFocusedRowIds);
    if (order === null) return this.#say(this.#noOrderText('No working order to change'));
    this.#open(order.draft, `Change ${order.text}`);
  }

  #show(draft: TicketDraft | null, title: string, noneText: string): void {
    if (draft === null) this.#say(noneText);
    else this.#open(draft, title);
  }

  #open(draft: TicketDraft, title: string): void {
    if (!this.#app.quickOrder.open(draft, title)) this.#sayBusy();
  }

  #chooseSize(size: number): void {
    const { hotkeys, ticket, toasts } = this.#app;
    hotkeys.chooseSize(size);
    const quantity = ticket.settings.sizes[ticket.draft.instrument][size - 1];
    if (quantity === undefined) return;
    ticket.change({ quantity });
    toasts.show('info', `Size ${size}: ${decimalText(quantity)}.`);
  }

  #flatten(): void {
    const { exits, strategy } = this.#app;
    const refusal = strategy.systemId === null ? 'No strategy is selected.' : strategy.accessDeniedBecause;
    if (refusal === null) exits.open({ kind: 'flatten' });
    else this.#say(refusal);
  }

  /**
   * Whether a plan of flatten, of a cancel or of an interrupted run is open. It can be opened while
   * another key runs.
   */
  #isPlanOpen(): boolean {
    const { cancels, exits } = this.#app;
    return exits.isRunOpened || cancels.rowIds !== null;
  }

  async #kill(): Promise<void> {
    const { desk, toasts } = this.#app;
    if (desk.isKillSwitchOn === true) return;
    const failure = await desk.kill('Pressed on the keyboard.');
    if (failure !== null) toasts.show('danger', failure);
  }

  #sayNoPosition(send: boolean): void {
    const noneText = absenceText(
      send ? 'No position in the active symbol' : 'No position',
      this.#app.strategy.freshness('tradesOpen'),
    );
    const hint = send ? 'Press Enter on its row.' : 'Go to its row first.';
    this.#say(this.#app.positions.known ? `${noneText} ${hint}` : noneText);
  }

  #noOrderText(noneText: string): string {
    return absenceText(noneText, this.#app.strategy.freshness('signalsWorking'));
  }

  /** Shows one message only: more would push the result of the first key off the screen. */
  #sayBusy(): void {
    const text = 'Nothing was done: the previous hotkey is still running.';
    if (this.#app.toasts.list.at(-1)?.text !== text) this.#say(text);
  }

  #say(text: string): void {
    this.#app.toasts.show('info', text);
  }
}
