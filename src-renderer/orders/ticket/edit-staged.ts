import type { Signal } from '#contract/model/signal.ts';
import type { Confirmation } from '#renderer/plan/confirmation.svelte.ts';
import type { App } from '#renderer/stores/app-context.ts';
import { signalText } from '#renderer/orders/signal-text.ts';
import { ticketDraft } from './ticket-loads.ts';

/** Loads a staged order into the ticket. */
export async function editStaged(
  { signals, strategy, ticket }: Pick<App, 'signals' | 'strategy' | 'ticket'>,
  confirmation: Pick<Confirmation<unknown>, 'run'>,
  signal: Signal,
): Promise<void> {
  const outcome = await confirmation.run(() => signals.review(signal.rowId));
  // Another window can have chosen another strategy meanwhile.
  if (outcome?.ok !== true || outcome.value.ticket.systemId !== strategy.systemId) return;
  ticket.load({ ...ticketDraft(outcome.value.ticket), edits: { rowId: signal.rowId, label: signalText(signal) } });
}
