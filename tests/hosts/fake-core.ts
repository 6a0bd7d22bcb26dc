import type { EventMessage } from '#contract/bridge.ts';
import type { CommandName, CommandOutcome } from '#contract/commands.ts';
import type { Core, HostNotice } from '#core/ports.ts';

type Subscription = {
  readonly name: string;
  readonly params: unknown;
  readonly receive: (message: EventMessage) => void;
};

/** Replaces the core under a host: records its calls and returns the answer that a test set. */
export class FakeCore implements Core {
  readonly calls: { readonly name: string; readonly input: unknown }[] = [];
  readonly subscriptions = new Set<Subscription>();
  /** May be a promise, for an answer that is late or never arrives. */
  answer: unknown = { ok: true, value: [] };
  /**
   * The snapshot of `status.changed`. Undefined: the name of the event, as for all others. Null:
   * none, as while the connection is being changed.
   */
  status: unknown;
  closed = false;
  readonly notices: HostNotice[] = [];
  /** How often the host reported that the computer woke from sleep. */
  wakeCount = 0;

  async call(name: string, input: unknown): Promise<CommandOutcome<CommandName>> {
    this.calls.push({ name, input });
    return (await this.answer) as CommandOutcome<CommandName>;
  }

  subscribe(name: string, params: unknown, receive: (message: EventMessage) => void): () => void {
    if (!name.endsWith('.changed')) throw new Error('no such event');
    const subscription = { name, params, receive };
    this.subscriptions.add(subscription);
    const isStatus = name === 'status.changed' && this.status !== undefined;
    if (!isStatus || this.status !== null)
      receive({ seq: 0, payload: isStatus ? this.status : { name, snapshot: true } });
    return () => void this.subscriptions.delete(subscription);
  }

  emit(message: EventMessage): void {
    for (const { receive } of this.subscriptions) receive(message);
  }

  notify(notice: HostNotice): void {
    this.notices.push(notice);
  }

  wokeFromSleep(): void {
    this.wakeCount += 1;
  }

  async close(): Promise<void> {
    this.closed = true;
  }
}
