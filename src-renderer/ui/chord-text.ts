import { keyRows, type KeyScope } from './keyboard-map.ts';

const isMac = typeof navigator === 'object' && navigator.userAgent.includes('Mac');
const names: Readonly<Record<string, string>> = {
  Control: 'Ctrl',
  Meta: '⌘',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  '-': '−',
};

/** "Alt+1": a chord of the keyboard map as it is shown. */
export function chordText(chord: string, mac = isMac): string {
  const { modifiers, key } = partsOf(chord);
  const shown = modifiers.filter((name) => !name.startsWith('[')).map((name) => (name === '$mod' ? mod(mac) : name));
  return [...shown, key.replace(/^(?:Key|Digit)/, '')].map((name) => names[name] ?? capital(name)).join('+');
}

/**
 * Every combination that a chord matches, as `keyCombo` writes it: with and without an optional
 * modifier, and with Ctrl and with Meta for `$mod`.
 */
export function chordCombos(chord: string): readonly string[] {
  const { modifiers, key } = partsOf(chord);
  const name = capital(key.replace(/^(?:Key|Digit)/, '')).replace(/^[+]$/, 'Plus');
  const required = modifiers.filter((one) => !one.startsWith('['));
  const optional = modifiers.flatMap((one) => (one.startsWith('[') ? [one.slice(1, -1)] : []));
  const comboOf = (heldModifiers: readonly string[], modName: string): string => {
    const named = heldModifiers.map((one) => (one === '$mod' ? modName : one === 'Control' ? 'Ctrl' : one));
    return [...['Ctrl', 'Alt', 'Shift', 'Meta'].filter((one) => named.includes(one)), name].join('+');
  };
  return [
    ...new Set(
      [required, [...required, ...optional]].flatMap((heldModifiers) =>
        ['Ctrl', 'Meta'].map((modName) => comboOf(heldModifiers, modName)),
      ),
    ),
  ];
}

/** The keys of a scope as shown, by label. Keys of other operating systems are left out. */
export function shownKeys(scope: KeyScope, mac = isMac): readonly { readonly label: string; readonly keys: string }[] {
  return groupByLabel(
    keyRows(scope).map(({ chord, label }) => ({ chord, label })),
    mac,
  );
}

/** Like `shownKeys`, for the list in a dialog: only rows with a `hint`, grouped by hint. */
export function hintKeys(scope: KeyScope, excludedActions: readonly string[] = []): ReturnType<typeof shownKeys> {
  const rows = keyRows(scope).filter(({ action }) => !excludedActions.includes(action));
  return groupByLabel(
    rows.flatMap(({ chord, hint }) => (hint === undefined ? [] : [{ chord, label: hint }])),
    isMac,
  );
}

/** The first chord of an action as it is shown, or null if it has none. */
export const keysOfAction = (scope: KeyScope, action: string): string | null => {
  const row = keyRows(scope).find((one) => one.action === action);
  return row === undefined ? null : chordText(row.chord);
};

function groupByLabel(rows: readonly { readonly chord: string; readonly label: string }[], mac: boolean) {
  const otherSystemPrefix = mac ? 'Control+' : 'Meta+';
  const shown = rows.filter(({ chord }) => !chord.startsWith(otherSystemPrefix));
  return [...new Set(shown.map(({ label }) => label))].map((label) => ({
    label,
    keys: shown
      .filter((row) => row.label === label)
      .map(({ chord }) => chordText(chord, mac))
      .join(' '),
  }));
}

function partsOf(chord: string): { readonly modifiers: readonly string[]; readonly key: string } {
  const parts = chord.split(/(?<=[\w\]])[+]/);
  return { modifiers: parts.slice(0, -1), key: parts.at(-1) ?? '' };
}

const mod = (mac: boolean): string => (mac ? 'Meta' : 'Control');
const capital = (name: string): string => (name.length === 1 ? name.toUpperCase() : name);
