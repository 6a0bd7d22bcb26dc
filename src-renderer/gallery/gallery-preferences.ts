import type { Preferences } from '#contract/model/preferences.ts';

/** Theme, density and palette from the gallery's address. */
export function galleryPreferences(query: URLSearchParams): Partial<Preferences> {
  const theme = (['dark', 'light', 'system'] as const).find((one) => one === query.get('theme'));
  const density = (['compact', 'cozy', 'roomy'] as const).find((one) => one === query.get('density'));
  const palette = (['west', 'east-asia', 'colour-blind'] as const).find((one) => one === query.get('palette'));
  return { ...(theme && { theme }), ...(density && { density }), ...(palette && { palette }) };
}
