const steps: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * One tab stop for many buttons (`data-stop`, `tabindex="-1"`). Arrow keys move to the nearest one
 * in their direction, Home and End to the first and last. An attachment: returns a function that
 * removes the listeners.
 */
export function arrowStops(host: HTMLElement): () => void {
  const stops = (): HTMLElement[] => [...host.querySelectorAll<HTMLElement>('[data-stop]')];
  const setTabStop = (active: HTMLElement | undefined): void => {
    for (const stop of stops()) stop.tabIndex = stop === active ? 0 : -1;
  };
  const ensure = (): void => {
    const all = stops();
    if (all.filter(({ tabIndex }) => tabIndex === 0).length !== 1) setTabStop(all[0]);
  };
  const key = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const next = target(event.key, stops());
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };
  const focused = ({ target: focusedElement }: FocusEvent): void => {
    const stop = stops().find((one) => one === focusedElement);
    if (stop !== undefined) setTabStop(stop);
  };
  const watch = new MutationObserver(ensure);
  watch.observe(host, { childList: true, subtree: true });
  host.addEventListener('keydown', key);
  host.addEventListener('focusin', focused);
  ensure();
  return () => {
    watch.disconnect();
    host.removeEventListener('keydown', key);
    host.removeEventListener('focusin', focused);
  };
}

function target(key: string, stops: readonly HTMLElement[]): HTMLElement | undefined {
  const from = stops.find((stop) => stop === document.activeElement);
  if (from === undefined) return undefined;
  if (key === 'Home') return stops[0];
  if (key === 'End') return stops.at(-1);
  const step = steps[key];
  return step === undefined ? undefined : nearest(from, stops, step);
}

/** The sideways distance counts four times, so that an arrow key remains in its row or column. */
function nearest(
  from: HTMLElement,
  stops: readonly HTMLElement[],
  [x, y]: readonly [number, number],
): HTMLElement | undefined {
  const here = middle(from);
  let best: HTMLElement | undefined;
  let lowestCost = Number.POSITIVE_INFINITY;
  for (const stop of stops) {
    const middleOfStop = middle(stop);
    const ahead = (middleOfStop.x - here.x) * x + (middleOfStop.y - here.y) * y;
    const aside = Math.abs((middleOfStop.x - here.x) * y) + Math.abs((middleOfStop.y - here.y) * x);
    const cost = ahead + aside * 4;
    if (ahead <= 1 || cost >= lowestCost) continue;
    lowestCost = cost;
    best = stop;
  }
  return best;
}

function middle(element: HTMLElement): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
