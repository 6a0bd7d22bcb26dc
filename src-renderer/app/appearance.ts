import type { Preferences } from '#contract/model/preferences.ts';

type Appearance = Pick<Preferences, 'theme' | 'density' | 'palette'>;

/**
 * Sets theme, density and palette as attributes of the document. The design tokens of the style
 * sheet depend on them. Follows the system theme if chosen.
 */
export function applyAppearance(page: Document, appearance: Appearance, prefersLight: MediaQueryList): () => void {
  const root = page.documentElement;
  const paint = (): void => {
    const system = prefersLight.matches ? 'light' : 'dark';
    root.dataset['theme'] = appearance.theme === 'system' ? system : appearance.theme;
  };
  root.dataset['density'] = appearance.density;
  root.dataset['palette'] = appearance.palette;
  paint();
  prefersLight.addEventListener('change', paint);
  return () => prefersLight.removeEventListener('change', paint);
}
