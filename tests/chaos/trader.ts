// The simulated trader: enters and cancels orders, decides, and repeats an unanswered press after a
// crash. It uses only the public commands of the core, as a window does.
import type { CommandInput, CommandName, CommandOutput } from '#contract/commands.ts';
import type { Signal } from '#contract/model/signal.ts';
import type { Ticket } from '#contract/model/ticket.ts';
import type { ActPress } from './act-presses.ts';
import { ActTrader } from './act-trader.ts';
import type { CoreLink } from './core-link.ts';
import { pause } from './pause.ts';
import type { Tally } from './tally.ts';
import type { World } from './world.ts';

type Press = { readonly intentId: string; readonly ticket: Ticket };
/** What the trader pressed without getting an answer, in this life and the lives before it. */
export type UnansweredPresses = { readonly orders: Press[]; readonly acts: ActPress[] };
type Choice = NonNullable<Signal['journal']>['choices'][number];

/**
 * The codes that this trader confirms for each order: `resend-age`, for an order that is sent
 * again, and the codes of all warnings seen so far, except codes that contain a size.
 */
const confirmedCodes = new Set<string>(['resend-age']);
/** True for a warning that is confirmed by typing the order's size, which the code contains. */
const isOfSize = (code: string): boolean => code.includes(':');

export class Trader {
  readonly acts: ActTrader;
  readonly #world: World;
  readonly #core: CoreLink;
  readonly #tally: Tally;
  readonly #unanswered: Press[];

  constructor(world: World, core: CoreLink, tally: Tally, unanswered: UnansweredPresses) {
    this.#world = world;
    this.#core = core;
    this.#tally = tally;
    this.#unanswered = unanswered.orders;
    this.acts = new ActTrader(world, core, tally, unanswered.acts);
  }

  async press(ticket: Ticket): Promise<string | null> {
    const press = { intentId: this.#world.draw.uuid(), ticket };
    this.#unanswered.push(press);
    if (!this.#world.draw.chance(0.05)) return this.#submit(press);
    // The same press twice at once, from a bouncing key or two windows.
    const rows = await Promise.all([this.#submit(press), this.#submit(press)]);
    const distinct = [...new Set(rows.filter((row) => row !== null))];
    if (distinct.length > 1) this.#world.note({ is: 'one-press-two-rows', rows: distinct });
    return distinct[0] ?? null;
  }

  /** After a crash: repeats the oldest press that was never answered, or forgets it. */
  async pressAgain(): Promise<void> {
    const press = this.#unanswered.shift();
    if (press && this.#world.draw.chance(0.5)) await this.#submit(press);
  }

  /** Signals that may still change: the scope `live` of the blotter. */
  async liveSignals(systemId: string): Promise<readonly Signal[]> {
    return this.#list(systemId, 'live');
  }

  async cancel(systemId: string, signals: readonly Signal[]): Promise<void> {
    if (signals.length === 0) return;
    const rowIds = signals.map(({ rowId }) => rowId);
    const outcome = await this.call('orders.cancel', { intentId: this.#world.draw.uuid(), systemId, rowIds });
    if (outcome) this.#tally.count('cancels', outcome.queued.length);
  }

  /** Makes some of the decisions that the core asks for. With `only`, makes only these choices. */
  async decide(systemId: string, only?: readonly Choice[], probability = 0.5): Promise<void> {
    for (const signal of await this.#list(systemId, 'all')) {
      const choices = signal.journal?.choices.filter((choice) => only?.includes(choice) ?? true) ?? [];
      const sendsAgain = choices.includes('send-again') && this.#world.draw.chance(0.7);
      const choice = sendsAgain ? 'send-again' : this.#world.draw.pickIfAny(choices);
      if (choice === undefined || !this.#world.draw.chance(probability)) continue;
      await this.#choose(signal, choice);
    }
  }

  async call<Name extends CommandName>(name: Name, input: CommandInput<Name>): Promise<CommandOutput<Name> | null> {
    const outcome = await this.#core.call(name, input);
    if (outcome.ok) return outcome.value;
    this.#tally.count(`${name} ${outcome.failure.code}`);
    return null;
  }

  async #submit(press: Press): Promise<string | null> {
    const input = { ...press, confirmed: [...confirmedCodes] };
    let outcome = await this.#core.call('orders.submit', input);
    if (!outcome.ok && outcome.failure.code === 'unconfirmed') {
      const preview = await this.call('orders.preview', { ticket: press.ticket });
      const warnings = (preview?.checks ?? []).filter(({ level }) => level === 'warn').map(({ code }) => code);
      for (const code of warnings) if (!isOfSize(code)) confirmedCodes.add(code);
      const confirmed = [...new Set([...confirmedCodes, ...warnings])];
      outcome = await this.#core.call('orders.submit', { ...press, confirmed });
    }
    const index = this.#unanswered.indexOf(press);
    if (index >= 0) this.#unanswered.splice(index, 1);
    if (!outcome.ok) {
      this.#tally.count(`orders.submit ${outcome.failure.code}`);
      return null;
    }
    const { rowId, ownId } = outcome.value as CommandOutput<'orders.submit'>;
    this.#world.note({ is: 'answered', rowId, ownId });
    this.#tally.countPress(rowId);
    // Usually waits until the order is sent, as a person enters one order after the other. Without
    // this, requests would wait behind a fault, which proves little.
    const maxPauses = this.#world.draw.chance(0.8) ? 20 : 0;
    for (let pauses = 0; pauses < maxPauses && !this.#tally.hasSent(ownId); pauses++) await pause(10);
    return rowId;
  }

  async #choose(signal: Signal, choice: Choice): Promise<void> {
    const input: CommandInput<'orders.decide'> = { rowId: signal.rowId, choice, confirmed: [...confirmedCodes] };
    if (choice === 'new-order') {
      if (signal.journal?.typedConfirmation === null || signal.journal === null) return;
      Object.assign(input, { typed: signal.journal.typedConfirmation, intentId: this.#world.draw.uuid() });
    }
    if (choice === 'pick') {
      const actualServiceId = this.#world.serviceIdOf(signal.ownId ?? '');
      if (signal.journal?.candidates.every(({ serviceId }) => serviceId !== actualServiceId)) return;
      Object.assign(input, { serviceId: actualServiceId });
    }
    this.#world.note({ is: 'chose', rowId: signal.rowId, choice });
    const outcome = await this.call('orders.decide', input);
    if (outcome && outcome.rowId !== signal.rowId) this.#tally.countPress(outcome.rowId);
  }

  async #list(systemId: string, scope: 'live' | 'all'): Promise<readonly Signal[]> {
    return (await this.call('signals.list', { systemId, text: '', scope }))?.signals ?? [];
  }
}
