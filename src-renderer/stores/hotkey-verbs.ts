import { keyRows, type KeyActionOf } from '#renderer/ui/keyboard-map.ts';

export type HotkeyVerb = KeyActionOf<'Orders'>;

/** The actions of hotkeys, with their default combinations. */
export const hotkeyVerbs = keyRows('Orders').map(({ action, chord, label }) => ({ id: action, label, combo: chord }));

/**
 * Verbs whose bindings may send at once. Those that add risk (buy, sell, reverse) send at once only
 * while the desk is armed. Flatten, repeat and verbs that need typing are always previewed.
 */
const sendingVerbs: ReadonlySet<HotkeyVerb> = new Set([
  'buy-market',
  'sell-market',
  'buy-limit',
  'sell-limit',
  'reverse',
  'close',
  'cancel-selected',
  'cancel-symbol',
  'cancel-all',
]);

/** True if a binding may send at once. */
export const maySend = (verb: HotkeyVerb): boolean => sendingVerbs.has(verb);
