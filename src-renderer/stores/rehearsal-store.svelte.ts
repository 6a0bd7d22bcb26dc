import type { Bridge } from '#contract/bridge.ts';
import type { Rehearsal } from '#contract/model/rehearsal.ts';
import type { Ticket } from '#contract/model/ticket.ts';
import { words } from '#renderer/messages/words.ts';

type Run = {
  readonly ticketJson: string;
  readonly result: Rehearsal | null;
  readonly failure: string | null;
};

/** The last order that this window tried on the practice service. Only one runs at a time. */
export class RehearsalStore {
  readonly #bridge: Bridge;
  readonly #uuid: () => string;
  #run = $state.raw<Run | null>(null);
  #busy = $state.raw(false);

  constructor(bridge: Bridge, uuid: () => string) {
    this.#bridge = bridge;
    this.#uuid = uuid;
  }

  get busy(): boolean {
    return this.#busy;
  }

  /** The outcome for exactly this ticket, or null. */
  runFor(ticket: Ticket | null): Run | null {
    return ticket !== null && this.#run?.ticketJson === JSON.stringify(ticket) ? this.#run : null;
  }

  async run(ticket: Ticket): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    this.#run = null;
    try {
      const outcome = await this.#bridge.call('rehearsals.run', { intentId: this.#uuid(), ticket });
      const ticketJson = JSON.stringify(ticket);
      this.#run = outcome.ok
        ? { ticketJson, result: outcome.value, failure: null }
        : { ticketJson, result: null, failure: words(outcome.failure.message) };
    } finally {
      this.#busy = false;
    }
  }
}
