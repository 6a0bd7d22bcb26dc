/** The facts of a key event that decide whether it acts. */
export type HotkeyFacts = {
  /** The physical key, by which a key that is already down is distinguished from a new press. */
  readonly code: string;
  /** Null for a modifier alone. */
  readonly combo: string | null;
  /** The system reports a key repeat. */
  readonly repeat: boolean;
  /** Characters are composed by an IME or by AltGr. */
  readonly composing: boolean;
  /** The focus is in a field. */
  readonly inField: boolean;
  /** A dialog, a menu or the palette is open. */
  readonly modal: boolean;
  /** The window has the focus. */
  readonly focused: boolean;
  /** Another handler used this key press. */
  readonly used: boolean;
};

/** The keys that are down, by physical key. */
export type KeysDown = ReadonlySet<string>;
export const noKeys: KeysDown = new Set();

/**
 * Handles a key down. A key acts once until its key up, even if the system marks no repeat. It
 * never acts in a field, behind a dialog, in a window without the focus, or while characters are
 * composed.
 */
export function keyDown(
  keysDown: KeysDown,
  facts: HotkeyFacts,
): { readonly keysDown: KeysDown; readonly mayAct: boolean } {
  const isDown = keysDown.has(facts.code);
  const next = isDown ? keysDown : new Set([...keysDown, facts.code]);
  const isIgnored =
    facts.repeat || isDown || facts.composing || facts.inField || facts.modal || !facts.focused || facts.used;
  return { keysDown: next, mayAct: !isIgnored && facts.combo !== null };
}

export function keyUp(keysDown: KeysDown, code: string): KeysDown {
  // macOS sends no key up of other keys while Meta is down. So the key up of Meta counts as the key
  // up of every key.
  if (code === 'MetaLeft' || code === 'MetaRight') return noKeys;
  return keysDown.has(code) ? new Set([...keysDown].filter((one) => one !== code)) : keysDown;
}
