/** Brings the panel of this title to the front. */
export async function pressTab(page: Document, title: string): Promise<void> {
  await whenThere(`panel "${title}"`, () => {
    const tab = [...page.querySelectorAll('.dock-tab')].find((one) => one.textContent === title);
    tab?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }));
    return tab !== undefined;
  });
}

/** Presses the button of this name as soon as it is there and can be pressed; at most 120 frames later. */
export async function pressButton(page: Document, name: string): Promise<void> {
  await whenThere(`button "${name}"`, () => {
    const button = [...page.querySelectorAll('button')].find(
      (one) => !one.disabled && (one.getAttribute('aria-label') ?? one.textContent.trim()) === name,
    );
    button?.click();
    return button !== undefined;
  });
}

async function whenThere(what: string, act: () => boolean): Promise<void> {
  for (let frame = 0; frame < 120; frame++) {
    if (act()) return;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  throw new Error(`no ${what}`);
}
