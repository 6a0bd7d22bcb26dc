/** What of a keyboard event makes a combination. */
export type KeyFacts = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

const modifiers: ReadonlySet<string> = new Set([
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
 * "Ctrl+Alt+Shift+B" with every modifier that is down, so that a match is exact. Null for a modifier alone. Digits are
 * always the key's place, because Shift turns them into signs; letters are what is written on the key, or its place on a
 * US keyboard where `physical` is asked for or Alt makes another character of it (macOS).
 */
export function keyCombo(event: KeyFacts, physical: boolean): string | null {
  if (modifiers.has(event.key)) return null;
  const down = [event.ctrlKey && 'Ctrl', event.altKey && 'Alt', event.shiftKey && 'Shift', event.metaKey && 'Meta'];
  return [...down.filter((one) => one !== false), keyName(event, physical)].join('+');
}

function keyName({ key, code, altKey }: KeyFacts, physical: boolean): string {
  const place = /^(?:Key|Digit)([A-Z0-9])$/.exec(code)?.[1];
  if (place !== undefined && /[0-9]/.test(place)) return place;
  const changed = altKey && !/^[a-z]$/i.test(key);
  if (place !== undefined && (physical || changed)) return place;
  return names[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}

/** Taken by the window itself, by the grids or by every browser. */
const taken: ReadonlySet<string> = new Set([
  'Alt+1',
  'Alt+2',
  'Alt+3',
  'Alt+4',
  'Alt+5',
  'F1',
  'Ctrl+K',
  'Meta+K',
  'Shift+F10',
  'Shift+Tab',
  'Ctrl+Home',
  'Ctrl+End',
  'Ctrl+A',
  'Meta+A',
  'Ctrl+C',
  'Ctrl+V',
  'Ctrl+X',
  'Ctrl+Z',
  'Meta+C',
  'Meta+V',
  'Meta+X',
  'Meta+Z',
]);

/** Why a combination cannot be bound, null when it can. A letter alone is one slip away from an order. */
export function comboFault(combo: string, bareLetters: boolean): string | null {
  const bare = !/(?:Ctrl|Alt|Meta)[+]/.test(combo);
  const name = combo.slice(combo.lastIndexOf('+') + 1);
  if (taken.has(combo)) return 'The window needs this one for itself.';
  if (!bare) return null;
  if (/^F[0-9]{1,2}$/.test(name)) return null;
  if (name.length === 1 && /[A-Z0-9]/.test(name))
    return bareLetters ? null : 'No letter or digit alone: add Ctrl, Alt or Meta.';
  return 'This key moves about the page: add Ctrl, Alt or Meta.';
}
