/** Colors of a chart in the notation of the library. Names follow the tokens. */
export interface ChartTheme {
  readonly surface: string;
  readonly text: string;
  readonly line: string;
  readonly crosshair: string;
  readonly label: string;
  readonly curves: Readonly<Record<ChartColorName, string>>;
  /** The fill of the drawdown area. */
  readonly fill: string;
  readonly fontFamily: string;
}

export type ChartColorName =
  | 'withCost'
  | 'raw'
  | 'benchmark'
  | 'unlisted'
  | 'otherA'
  | 'otherB'
  | 'otherC'
  | 'drawdown'
  | 'fee'
  | 'entry'
  | 'exit';

const tokens = {
  surface: '--chart-surface',
  text: '--chart-text',
  line: '--chart-line',
  crosshair: '--chart-crosshair',
  label: '--chart-label',
  fill: '--chart-drawdown-fill',
} as const;

const curveTokens = {
  withCost: '--chart-with-cost',
  raw: '--chart-raw',
  benchmark: '--chart-benchmark',
  unlisted: '--chart-unlisted',
  otherA: '--chart-other-a',
  otherB: '--chart-other-b',
  otherC: '--chart-other-c',
  drawdown: '--chart-drawdown',
  fee: '--chart-fee',
  entry: '--chart-entry',
  exit: '--chart-exit',
} as const satisfies Record<ChartColorName, string>;

/**
 * Reads the custom properties of `host`. A token may be any CSS color (oklch, color-mix), but the
 * library knows only older notations. So the colors are painted on a canvas and read back, all at
 * once: one style read and one canvas instead of seventeen at the first paint.
 */
export function readChartTheme(host: HTMLElement): ChartTheme {
  const allTokens = [...Object.values(tokens), ...Object.values(curveTokens)];
  const container = document.createElement('span');
  container.hidden = true;
  const probes = allTokens.map((token) => {
    const probe = document.createElement('span');
    probe.style.color = `var(${token})`;
    return probe;
  });
  container.append(...probes);
  host.append(container);
  const colors = plainColors(probes.map((probe) => getComputedStyle(probe).color));
  const { fontFamily } = getComputedStyle(host);
  container.remove();
  const byToken = new Map(allTokens.map((token, at) => [token, colors[at] ?? '']));
  return { ...themeColors(tokens, byToken), curves: themeColors(curveTokens, byToken), fontFamily };
}

/**
 * Calls back after every change of theme, palette or density, and of the system's color scheme.
 * Returns the unsubscribe function.
 */
export function watchChartTheme(changed: () => void): () => void {
  const attributes = new MutationObserver(changed);
  attributes.observe(document.documentElement, { attributes: true });
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  scheme.addEventListener('change', changed);
  return () => {
    attributes.disconnect();
    scheme.removeEventListener('change', changed);
  };
}

/** The color of each of these tokens, under its name in the theme. */
function themeColors<Name extends string>(
  tokenByName: Readonly<Record<Name, string>>,
  byToken: ReadonlyMap<string, string>,
): Record<Name, string> {
  const found: Record<Name, string> = { ...tokenByName };
  for (const name in tokenByName) found[name] = byToken.get(tokenByName[name]) ?? '';
  return found;
}

/** Paints the colors side by side on one canvas and reads them back at once. */
function plainColors(colors: readonly string[]): string[] {
  if (colors.every(isPlain)) return [...colors];
  const canvas = document.createElement('canvas');
  canvas.width = colors.length;
  canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return [...colors];
  colors.forEach((color, at) => {
    context.fillStyle = color;
    context.fillRect(at, 0, 1, 1);
  });
  const { data } = context.getImageData(0, 0, colors.length, 1);
  return colors.map((color, at) => {
    if (isPlain(color)) return color;
    const [red = 0, green = 0, blue = 0, alpha = 255] = data.subarray(at * 4, at * 4 + 4);
    return `rgba(${red}, ${green}, ${blue}, ${(alpha / 255).toFixed(3)})`;
  });
}

const isPlain = (color: string): boolean => /^rgba?\(/.test(color);
