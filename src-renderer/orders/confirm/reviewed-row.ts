import type { Preview, Ticket } from '#contract/model/ticket.ts';
import { done, type Outcome } from '#contract/outcome.ts';
import type { SignalsStore } from '#renderer/stores/signals-store.svelte.ts';

/** An order that is in the journal, with a new preview of it. */
export type ReviewedRow = { readonly rowId: string; readonly ticket: Ticket; readonly preview: Preview };

export async function reviewedRow(
  signals: Pick<SignalsStore, 'review'>,
  rowId: string,
): Promise<Outcome<ReviewedRow, string>> {
  const outcome = await signals.review(rowId);
  return outcome.ok ? done({ rowId, ...outcome.value }) : outcome;
}
