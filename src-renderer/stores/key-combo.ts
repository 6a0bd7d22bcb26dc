import { chordCombos } from '#renderer/ui/chord-text.ts';
import { keyRows, keyScopes } from '#renderer/ui/keyboard-map.ts';

/** The members of a keyboard event that make a combination. */
export type KeyFacts = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

const ignoredKeys: ReadonlySet<string> = new Set([
  'Alt',
  'AltGraph',
  'Control',
  'Meta',
  'Shift',
  'CapsLock',
  'Fn',
  'Dead',
]);
const names: Readonly<Record<string, string>> = { ' ': 'Space', '+': 'Plus' };

/**
 * Returns a combination such as `Ctrl+Alt+Shift+B`. It has every modifier that is down, so that a
 * match is exact. Null for a modifier alone and for a dead key. A digit is always read by its
 * position, because Shift changes it to a sign. A letter is read by its label, or by its position
 * on a US keyboard if `physical` is set or Alt changes the character (macOS).
 */
export function keyCombo(event: KeyFacts, physical: boolean): string | null {
  if (ignoredKeys.has(event.key)) return null;
  const modifiers = [
    event.ctrlKey && 'Ctrl',
    event.altKey && 'Alt',
    event.shiftKey && 'Shift',
    event.metaKey && 'Meta',
  ];
  return [...modifiers.filter((one) => one !== false), keyName(event, physical)].join('+');
}

function keyName({ key, code, altKey }: KeyFacts, physical: boolean): string {
  const position = /^(?:Key|Digit)([A-Z0-9])$/.exec(code)?.[1];
  if (position !== undefined && /[0-9]/.test(position)) return position;
  const isChanged = altKey && !/^[a-z]$/i.test(key);
  if (position !== undefined && (physical || isChanged)) return position;
  return names[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}

/**
 * Combinations that the window, the system or every browser uses. Single letters and digits are not
 * among them, because a setting allows or refuses them.
 */
const reservedCombos: ReadonlySet<string> = new Set([
  ...keyScopes
    .filter((scope) => scope !== 'Orders')
    .flatMap((scope) => keyRows(scope).flatMap(({ chord }) => chordCombos(chord)))
    .filter((combo) => !/^[A-Z0-9]$/.test(combo)),
  'Ctrl+C',
  'Ctrl+V',
  'Ctrl+X',
  'Ctrl+Z',
  'Meta+C',
  'Meta+V',
  'Meta+X',
  'Meta+Z',
]);

/** Why a combination cannot be bound, or null. A single letter is easily pressed by mistake. */
export function comboFault(combo: string, bareLetters: boolean): string | null {
  const isBare = !/(?:Ctrl|Alt|Meta)[+]/.test(combo);
  const name = combo.slice(combo.lastIndexOf('+') + 1);
  if (reservedCombos.has(combo)) return 'The window uses this combination.';
  if (!isBare) return null;
  if (/^F[0-9]{1,2}$/.test(name)) return null;
  if (name.length === 1 && /[A-Z0-9]/.test(name))
    return bareLetters ? null : 'A single letter or digit is not allowed. Add Ctrl, Alt or Meta.';
  return 'This key moves the focus. Add Ctrl, Alt or Meta.';
}
