import {
  ColorType,
  CrosshairMode,
  LineStyle,
  type ChartOptions,
  type DeepPartial,
  type Time,
  type TimeChartOptions,
} from 'lightweight-charts';
import type { ChartTheme } from './chart-theme.ts';
import { wallText } from './wall-text.ts';

/**
 * Fixed options. Scrolling and scaling are our own (`attachPanZoom`), because the library receives
 * only a window of a long curve. The logo is off because it adds a style element, which the content
 * security policy refuses. The legend shows the attribution that the license requires.
 */
export function fixedOptions(): DeepPartial<TimeChartOptions> {
  return {
    autoSize: false,
    layout: { attributionLogo: false, fontSize: 11, panes: { enableResize: true } },
    handleScroll: false,
    handleScale: { mouseWheel: false, pinch: false, axisPressedMouseMove: { time: false, price: true } },
    timeScale: {
      minBarSpacing: 0.000_1,
      // Without this, the library shows at least two rows, even if the view has only one.
      maxBarSpacing: 100_000,
      fixLeftEdge: true,
      fixRightEdge: true,
      timeVisible: true,
      secondsVisible: false,
      shiftVisibleRangeOnNewBar: false,
      allowBoldLabels: false,
    },
    crosshair: { mode: CrosshairMode.Magnet },
    localization: { locale: 'en-US', timeFormatter: crosshairTimeText },
  };
}

/** Options that follow the theme. */
export function themeOptions(theme: ChartTheme): DeepPartial<ChartOptions> {
  const crosshairLine = { color: theme.crosshair, style: LineStyle.Dashed, labelBackgroundColor: theme.label };
  return {
    layout: {
      background: { type: ColorType.Solid, color: theme.surface },
      textColor: theme.text,
      fontFamily: theme.fontFamily,
      panes: { separatorColor: theme.line, separatorHoverColor: theme.line },
    },
    grid: { vertLines: { visible: false }, horzLines: { color: theme.line } },
    rightPriceScale: { borderVisible: false, entireTextOnly: true },
    timeScale: { borderColor: theme.line },
    crosshair: { vertLine: crosshairLine, horzLine: crosshairLine },
  };
}

const crosshairTimeText = (time: Time): string => (typeof time === 'number' ? wallText(time) : '');
