import { tick } from 'svelte';

/** The lists about own strategies. Every connection has both. */
export const ownLists = [
  { value: 'mine', label: 'My strategies' },
  { value: 'subscribers', label: 'Subscribers' },
] as const;

/** The entry of the command palette that shows the subscribers. */
export const subscribersAction = { id: 'strategies.subscribers', label: 'Subscribers…', group: 'Strategy' } as const;

/**
 * Chooses a list and keeps the focus on its segment. The focus would be lost otherwise, because the
 * list of subscribers has segments of its own in another panel.
 */
export async function chooseList(choose: () => void): Promise<void> {
  const hadFocus = document.activeElement?.classList.contains('segment') === true;
  choose();
  if (!hadFocus) return;
  await tick();
  document.querySelector<HTMLElement>('.segments[aria-label="List"] [data-state="checked"]')?.focus();
}
