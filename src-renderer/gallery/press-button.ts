/** Brings the panel with this title to the front. */
export async function pressTab(page: Document, title: string): Promise<void> {
  await retryEachFrame(`panel "${title}"`, () => {
    const tab = [...page.querySelectorAll('.dock-tab')].find((one) => one.textContent === title);
    tab?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }));
    return tab !== undefined;
  });
}

/** Presses the button with this name as soon as it is enabled. Throws after 120 frames. */
export async function pressButton(page: Document, name: string): Promise<void> {
  await retryEachFrame(`button "${name}"`, () => {
    const button = [...page.querySelectorAll('button')].find(
      (one) => !one.disabled && (one.getAttribute('aria-label') ?? one.textContent.trim()) === name,
    );
    button?.click();
    return button !== undefined;
  });
}

/** Chooses an option of the list with this label. */
export async function chooseOption(page: Document, label: string, option: string): Promise<void> {
  await retryEachFrame(`"${option}" in "${label}"`, () => {
    const list = [...page.querySelectorAll('select')].find((one) => one.labels[0]?.textContent.trim() === label);
    const index = [...(list?.options ?? [])].findIndex(({ text }) => text.trim() === option);
    if (list === undefined || index < 0) return false;
    list.selectedIndex = index;
    list.dispatchEvent(new Event('change', { bubbles: true }));
    return true;
  });
}

async function retryEachFrame(target: string, attempt: () => boolean): Promise<void> {
  for (let frame = 0; frame < 120; frame++) {
    if (attempt()) return;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  throw new Error(`no ${target}`);
}
