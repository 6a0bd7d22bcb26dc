/**
 * Prints by the system's own dialog, in both hosts; it saves as PDF too. Paper is white, so the window is light until the
 * printing is over. `prepare` puts what is printed in its place once the window, its chart included, has been drawn so.
 */
export async function printOnWhite(prepare: () => Promise<void>): Promise<void> {
  const root = document.documentElement;
  const theme = root.dataset['theme'];
  // A panel brought to the front just now is laid out, kept among the preferences, and the theme set from them, until then.
  await nextFrame();
  root.dataset['theme'] = 'light';
  try {
    await nextFrame();
    await nextFrame();
    await prepare();
    const over = new Promise((resolve) => window.addEventListener('afterprint', resolve, { once: true }));
    window.print();
    await over;
  } finally {
    if (theme === undefined) delete root.dataset['theme'];
    else root.dataset['theme'] = theme;
  }
}

const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
