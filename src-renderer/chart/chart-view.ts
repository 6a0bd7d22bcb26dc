import type { ChartView } from './window-series.ts';

/** Fewest rows a zoom shows; a range of dates may hold less. */
const CLOSEST = 8;

/** The nearest view that stays on the rows; its span is kept where it can be. */
export function clampView(view: ChartView, rows: number): ChartView {
  const last = Math.max(0, rows - 1);
  const span = Math.min(Math.max(view.to - view.from, 1), last);
  const from = Math.min(Math.max(0, view.from), last - span);
  return { from, to: from + span };
}

/** Moves by a share of the span: 1 is one whole view to the right. */
export function panView(view: ChartView, share: number, rows: number): ChartView {
  const shift = (view.to - view.from) * share;
  return clampView({ from: view.from + shift, to: view.to + shift }, rows);
}

/** Factor below 1 looks closer. The row at `anchor` (share of the width from the left) stays where it is. */
export function zoomView(view: ChartView, factor: number, anchor: number, rows: number): ChartView {
  const span = view.to - view.from;
  const wanted = Math.min(Math.max(span * factor, Math.min(CLOSEST, rows - 1)), Math.max(0, rows - 1));
  const fixed = view.from + span * anchor;
  return clampView({ from: fixed - wanted * anchor, to: fixed + wanted * (1 - anchor) }, rows);
}

/** The view moved just so far that the row is in it. */
export function revealRow(view: ChartView, row: number, rows: number): ChartView {
  if (row < view.from) return clampView({ from: row, to: row + view.to - view.from }, rows);
  if (row > view.to) return clampView({ from: row - (view.to - view.from), to: row }, rows);
  return view;
}
