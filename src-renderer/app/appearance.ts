import type { Preferences } from '#contract/model/preferences.ts';

type Taste = Pick<Preferences, 'theme' | 'density' | 'palette'>;

/** Puts theme, density and palette on the document, where the tokens look for them; follows the system's theme when asked to. */
export function applyAppearance(page: Document, taste: Taste, prefersLight: MediaQueryList): () => void {
  const root = page.documentElement;
  const paint = (): void => {
    const system = prefersLight.matches ? 'light' : 'dark';
    root.dataset['theme'] = taste.theme === 'system' ? system : taste.theme;
  };
  root.dataset['density'] = taste.density;
  root.dataset['palette'] = taste.palette;
  paint();
  prefersLight.addEventListener('change', paint);
  return () => prefersLight.removeEventListener('change', paint);
}
