const steps: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * One tab stop for many buttons (`data-stop`, `tabindex="-1"`): the arrows go to the nearest one in their direction, Home and
 * End to the ends. For use as an attachment; returns its release.
 */
export function arrowStops(host: HTMLElement): () => void {
  const stops = (): HTMLElement[] => [...host.querySelectorAll<HTMLElement>('[data-stop]')];
  const hold = (held: HTMLElement | undefined): void => {
    for (const stop of stops()) stop.tabIndex = stop === held ? 0 : -1;
  };
  const ensure = (): void => {
    const all = stops();
    if (all.filter(({ tabIndex }) => tabIndex === 0).length !== 1) hold(all[0]);
  };
  const key = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const next = target(event.key, stops());
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };
  const focused = ({ target: place }: FocusEvent): void => {
    const stop = stops().find((one) => one === place);
    if (stop !== undefined) hold(stop);
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

/** Distance sideways counts four times: the arrow means the row or the column it stands in. */
function nearest(
  from: HTMLElement,
  stops: readonly HTMLElement[],
  [x, y]: readonly [number, number],
): HTMLElement | undefined {
  const here = middle(from);
  let best: HTMLElement | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const stop of stops) {
    const there = middle(stop);
    const ahead = (there.x - here.x) * x + (there.y - here.y) * y;
    const aside = Math.abs((there.x - here.x) * y) + Math.abs((there.y - here.y) * x);
    const cost = ahead + aside * 4;
    if (ahead <= 1 || cost >= least) continue;
    least = cost;
    best = stop;
  }
  return best;
}

function middle(element: HTMLElement): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
