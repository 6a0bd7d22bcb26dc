/** Colours of a chart as the library wants them. Names follow the tokens. */
export interface ChartTheme {
  readonly surface: string;
  readonly text: string;
  readonly line: string;
  readonly crosshair: string;
  readonly label: string;
  readonly curves: Readonly<Record<ChartInk, string>>;
  readonly fill: string;
  readonly fontFamily: string;
}

export type ChartInk =
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

const inks: Record<ChartInk, string> = {
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
};

/**
 * Reads the custom properties that hold in `host`. A token may be any CSS colour (oklch, color-mix); the library knows
 * only the old notations, so each is painted once and read back.
 */
export function readChartTheme(host: HTMLElement): ChartTheme {
  const probe = document.createElement('span');
  probe.hidden = true;
  host.append(probe);
  const read = (token: string): string => {
    probe.style.color = `var(${token})`;
    return plainColour(getComputedStyle(probe).color);
  };
  const theme: ChartTheme = {
    surface: read(tokens.surface),
    text: read(tokens.text),
    line: read(tokens.line),
    crosshair: read(tokens.crosshair),
    label: read(tokens.label),
    fill: read(tokens.fill),
    curves: {
      withCost: read(inks.withCost),
      raw: read(inks.raw),
      benchmark: read(inks.benchmark),
      unlisted: read(inks.unlisted),
      otherA: read(inks.otherA),
      otherB: read(inks.otherB),
      otherC: read(inks.otherC),
      drawdown: read(inks.drawdown),
      fee: read(inks.fee),
      entry: read(inks.entry),
      exit: read(inks.exit),
    },
    fontFamily: getComputedStyle(host).fontFamily,
  };
  probe.remove();
  return theme;
}

/** Calls back after every change of theme, palette or density, and of the system's colour scheme. Returns its release. */
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

function plainColour(colour: string): string {
  if (/^rgba?\(/.test(colour)) return colour;
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return colour;
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 255] = context.getImageData(0, 0, 1, 1).data;
  return `rgba(${red}, ${green}, ${blue}, ${(alpha / 255).toFixed(3)})`;
}
