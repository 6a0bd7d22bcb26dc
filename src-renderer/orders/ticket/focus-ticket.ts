import { tick } from 'svelte';

/** The most frames to wait for the page of another strategy. It is usually shown much sooner. */
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
