const steps: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * Makes many buttons (`data-stop`, `tabindex="-1"`) one tab stop. Arrow keys move to the nearest
 * button in their direction, Home and End to the first and last button. This is an attachment: it
 * returns a function that removes the listeners.
 */
export function arrowKeyStops(host: HTMLElement): () => void {
  const buttons = (): HTMLElement[] => [...host.querySelectorAll<HTMLElement>('[data-stop]')];
  const setTabStop = (active: HTMLElement | undefined): void => {
    for (const button of buttons()) button.tabIndex = button === active ? 0 : -1;
  };
  const ensureTabStop = (): void => {
    const all = buttons();
    if (all.filter(({ tabIndex }) => tabIndex === 0).length !== 1) setTabStop(all[0]);
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const next = buttonToFocus(event.key, buttons());
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };
  const moveTabStop = ({ target: focusedElement }: FocusEvent): void => {
    const button = buttons().find((one) => one === focusedElement);
    if (button !== undefined) setTabStop(button);
  };
  const observer = new MutationObserver(ensureTabStop);
  observer.observe(host, { childList: true, subtree: true });
  host.addEventListener('keydown', handleKey);
  host.addEventListener('focusin', moveTabStop);
  ensureTabStop();
  return () => {
    observer.disconnect();
    host.removeEventListener('keydown', handleKey);
    host.removeEventListener('focusin', moveTabStop);
  };
}

function buttonToFocus(key: string, buttons: readonly HTMLElement[]): HTMLElement | undefined {
  const from = buttons.find((button) => button === document.activeElement);
  if (from === undefined) return undefined;
  if (key === 'Home') return buttons[0];
  if (key === 'End') return buttons.at(-1);
  const step = steps[key];
  return step === undefined ? undefined : nearestButton(from, buttons, step);
}

/** The sideways distance counts four times, so that arrow keys prefer the same row or column. */
function nearestButton(
  from: HTMLElement,
  buttons: readonly HTMLElement[],
  [x, y]: readonly [number, number],
): HTMLElement | undefined {
  const origin = middleOf(from);
  let best: HTMLElement | undefined;
  let lowestCost = Number.POSITIVE_INFINITY;
  for (const button of buttons) {
    const middleOfButton = middleOf(button);
    const forwardDistance = (middleOfButton.x - origin.x) * x + (middleOfButton.y - origin.y) * y;
    const sidewaysDistance = Math.abs((middleOfButton.x - origin.x) * y) + Math.abs((middleOfButton.y - origin.y) * x);
    const cost = forwardDistance + sidewaysDistance * 4;
    if (forwardDistance <= 1 || cost >= lowestCost) continue;
    lowestCost = cost;
    best = button;
  }
  return best;
}

function middleOf(element: HTMLElement): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
