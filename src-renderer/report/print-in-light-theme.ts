/**
 * Prints through the system dialog in both hosts. The dialog can save as PDF. Paper is white, so
 * the window uses the light theme until printing is over. `prepare` adds the report once the window
 * and its chart have been drawn in that theme.
 */
export async function printInLightTheme(prepare: () => Promise<void>): Promise<void> {
  const root = document.documentElement;
  const theme = root.dataset['theme'];
  // Waits until a panel that was just activated is laid out and the preferences are saved. Saving
  // them sets the theme again.
  await nextFrame();
  root.dataset['theme'] = 'light';
  try {
    await nextFrame();
    await nextFrame();
    await prepare();
    const printed = new Promise((resolve) => window.addEventListener('afterprint', resolve, { once: true }));
    window.print();
    await printed;
  } finally {
    if (theme === undefined) delete root.dataset['theme'];
    else root.dataset['theme'] = theme;
  }
}

const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
