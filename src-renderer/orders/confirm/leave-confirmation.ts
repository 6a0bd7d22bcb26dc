import type { Confirmation } from '#renderer/plan/confirmation.svelte.ts';
import type { ToastsStore } from '#renderer/stores/toasts-store.svelte.ts';

/**
 * Drops what is shown, because its page or strategy is left. A toast shows the failure of a pending
 * request. `order` is the order or the cancel of that request, in words.
 */
export function leaveConfirmation(
  confirmation: Pick<Confirmation<unknown>, 'leave'>,
  toasts: Pick<ToastsStore, 'show'>,
  order: string,
): void {
  confirmation.leave((failure) => toasts.show('danger', `${order}: ${failure}`));
}
