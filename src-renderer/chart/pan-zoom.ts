export interface PanZoomHandlers {
  /** Moves the view by a share of the plot's width. Positive moves to later rows. */
  readonly pan: (share: number) => void;
  /** A factor below 1 zooms in; `anchor` is the share of the plot's width from its left. */
  readonly zoom: (factor: number, anchor: number) => void;
  /** Width of the plot without its price axis, in CSS pixels. */
  readonly plotWidth: () => number;
}

/** Pixels for each line of a wheel step that is reported in lines. */
const LINE_PX = 33;

/**
 * Handles drag to pan, wheel to zoom at the pointer, sideways wheel to pan, and pinch with two
 * fingers. The library handles the price axis and the pane divider. Returns the release function.
 */
export function attachPanZoom(host: HTMLElement, handlers: PanZoomHandlers): () => void {
  const pointers = new Map<number, number>();
  const inPlot = (event: MouseEvent): boolean =>
    event.clientX - host.getBoundingClientRect().left < handlers.plotWidth();

  const down = (event: PointerEvent): void => {
    if (event.button === 0 && inPlot(event) && !onDivider(event)) pointers.set(event.pointerId, event.clientX);
  };
  const move = (event: PointerEvent): void => {
    const previousX = pointers.get(event.pointerId);
    if (previousX === undefined) return;
    const width = Math.max(1, handlers.plotWidth());
    const otherX = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    pointers.set(event.pointerId, event.clientX);
    if (otherX === undefined) handlers.pan((previousX - event.clientX) / width);
    else pinch(previousX, event.clientX, otherX, host.getBoundingClientRect().left, width);
  };
  const pinch = (previousX: number, currentX: number, otherX: number, left: number, width: number): void => {
    const gap = Math.abs(currentX - otherX);
    if (gap > 8) handlers.zoom(Math.abs(previousX - otherX) / gap, ((currentX + otherX) / 2 - left) / width);
  };
  const up = (event: PointerEvent): void => {
    pointers.delete(event.pointerId);
  };
  const wheel = (event: WheelEvent): void => {
    if (!inPlot(event)) return;
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1;
    const width = Math.max(1, handlers.plotWidth());
    const panDelta = event.shiftKey ? event.deltaY : event.deltaX;
    if (Math.abs(panDelta) > (event.shiftKey ? 0 : Math.abs(event.deltaY))) handlers.pan((panDelta * unit) / width);
    else handlers.zoom(2 ** ((event.deltaY * unit) / 400), (event.clientX - host.getBoundingClientRect().left) / width);
  };

  const controller = new AbortController();
  const { signal } = controller;
  host.addEventListener('pointerdown', down, { signal });
  // On the window, so that a drag continues outside the chart.
  addEventListener('pointermove', move, { signal });
  addEventListener('pointerup', up, { signal });
  addEventListener('pointercancel', up, { signal });
  host.addEventListener('wheel', wheel, { signal, passive: false });
  return () => controller.abort();
}

/** Only the library's pane divider has a resize cursor. */
const onDivider = (event: PointerEvent): boolean =>
  event.target instanceof HTMLElement && event.target.style.cursor === 'row-resize';
