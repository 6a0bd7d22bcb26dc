import { tick } from 'svelte';
import type { RouterStore } from '#renderer/stores/router-store.svelte.ts';

/** Puts the hand on the ticket's symbol, from every page. */
export async function focusSymbol(router: Pick<RouterStore, 'go'>, document: Document): Promise<void> {
  router.go('trade');
  await tick();
  const field = document.querySelector<HTMLInputElement>('form[aria-label="Order ticket"] input[role="combobox"]');
  field?.focus();
  field?.select();
}
