import { matchKeybindingPress, parseKeybinding, type KeybindingPress } from 'tinykeys';
import { keyRows, type KeyActionOf, type KeyScope } from './keyboard-map.ts';

/** The only scope in which a key that is held down acts repeatedly, to step a price or quantity. */
const repeatingScope: KeyScope = 'Order preview by key';

const parsedChords = new Map<string, KeybindingPress>();

/**
 * The action of a key press in a scope, or null. A key that is held down acts once in all scopes
 * but one. No key acts while characters are composed.
 */
export function keyAction<Scope extends KeyScope>(scope: Scope, event: KeyboardEvent): KeyActionOf<Scope> | null {
  if (event.isComposing || (event.repeat && scope !== repeatingScope)) return null;
  return keyRows(scope).find(({ chord }) => isPressed(chord, event))?.action ?? null;
}

function isPressed(chord: string, event: KeyboardEvent): boolean {
  const press = parsedChords.get(chord) ?? parseKeybinding(chord)[0];
  if (press === undefined) return false;
  parsedChords.set(chord, press);
  return matchKeybindingPress(event, press);
}
