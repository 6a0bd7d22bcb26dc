import { tick } from 'svelte';

/** The page of another strategy is mounted within a few frames. */
const maxFrames = 60;

/** Focuses a field of the ticket, by its accessible name, as soon as the page shows it. */
export async function focusTicket(name: 'Symbol' | 'Quantity'): Promise<void> {
  await tick();
  for (let frame = 0; frame < maxFrames; frame++) {
    const form = document.querySelector('form[aria-label="Order ticket"]');
    const field = [...(form?.querySelectorAll('input') ?? [])].find((one) =>
      [...(one.labels ?? [])].some(({ textContent }) => textContent.trim() === name),
    );
    if (field !== undefined) {
      field.focus();
      field.select();
      return;
    }
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}
