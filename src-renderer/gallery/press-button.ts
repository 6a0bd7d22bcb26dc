/** Presses the button of this name as soon as it is there and can be pressed; at most 120 frames later. */
export async function pressButton(page: Document, name: string): Promise<void> {
  for (let frame = 0; frame < 120; frame++) {
    const button = [...page.querySelectorAll('button')].find(
      (one) => !one.disabled && (one.getAttribute('aria-label') ?? one.textContent.trim()) === name,
    );
    if (button !== undefined) {
      button.click();
      return;
    }
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  throw new Error(`no button "${name}"`);
}
