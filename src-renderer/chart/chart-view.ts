import type { ChartView } from './window-series.ts';

/** The fewest rows that zooming in can show. A range of dates may have fewer. */
const MIN_ZOOM_ROWS = 8;

/** The nearest view within the rows, with the same span where possible. */
export function clampView(view: ChartView, rows: number): ChartView {
  const last = Math.max(0, rows - 1);
  const span = Math.min(Math.max(view.to - view.from, 0), last);
  const from = Math.min(Math.max(0, view.from), last - span);
  return { from, to: from + span };
}

/** Moves by a share of the span: 1 is one whole view to the right. A view of one row moves by one. */
export function panView(view: ChartView, share: number, rows: number): ChartView {
  const shift = (view.to - view.from || 1) * share;
  return clampView({ from: view.from + shift, to: view.to + shift }, rows);
}

/**
 * A factor below 1 zooms in. The row at `anchor` (share of the width from the left) keeps its
 * place.
 */
export function zoomView(view: ChartView, factor: number, anchor: number, rows: number): ChartView {
  const span = view.to - view.from;
  const newSpan = Math.min(Math.max(span * factor, Math.min(MIN_ZOOM_ROWS, rows - 1)), Math.max(0, rows - 1));
  const anchorRow = view.from + span * anchor;
  return clampView({ from: anchorRow - newSpan * anchor, to: anchorRow + newSpan * (1 - anchor) }, rows);
}

/** Moves the view just enough to include the row. */
export function revealRow(view: ChartView, row: number, rows: number): ChartView {
  if (row < view.from) return clampView({ from: row, to: row + view.to - view.from }, rows);
  if (row > view.to) return clampView({ from: row - (view.to - view.from), to: row }, rows);
  return view;
}
