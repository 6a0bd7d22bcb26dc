import { untrack } from 'svelte';
import type { App } from '#renderer/stores/app-context.ts';
import { keyOrder, orderVerbs, symbolAtHand } from './hotkey-orders.ts';

/** A hand that rests so long on a symbol may press a key; while lists change faster than this nothing is foreseen. */
const restMs = 150;

/**
 * What the keys would order in the symbol at hand is asked for before one is pressed, so that the order and what it would do
 * are painted together. An effect: runs again when the symbol, the keys or what is held and working change.
 */
export function foreseeOrders(app: App): (() => void) | undefined {
  const { desk, hotkeys, layer } = app;
  const symbol = symbolAtHand(app);
  const { map } = hotkeys;
  if (symbol === null || layer.ticket.held === null) return undefined;
  // What a key sends at once is not shown.
  const shown = orderVerbs.filter(
    (verb) => map.bindings[verb].combo !== null && !(desk.armed && map.bindings[verb].send),
  );
  const timer = setTimeout(
    () => untrack(() => shown.forEach((verb) => layer.ticket.foresee(keyOrder(verb, symbol, app)))),
    restMs,
  );
  return () => clearTimeout(timer);
}
