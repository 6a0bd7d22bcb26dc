/** What is known of a key event before anything is done about it. */
export type HotkeyFacts = {
  /** The physical key, by which holding is told from pressing again. */
  readonly code: string;
  /** Null for a modifier alone. */
  readonly combo: string | null;
  /** The system says that the key is held. */
  readonly repeat: boolean;
  /** Characters are being composed (IME), or AltGr makes them. */
  readonly composing: boolean;
  /** The focus is where text is typed or chosen. */
  readonly inField: boolean;
  /** A dialog, a menu or the palette is open. */
  readonly modal: boolean;
  /** The window has the user. */
  readonly focused: boolean;
  /** Somebody else used this key press. */
  readonly used: boolean;
};

/** The keys that are down, by place. */
export type HeldKeys = ReadonlySet<string>;
export const noKeys: HeldKeys = new Set();

/**
 * One key going down. A key acts once until it was seen to come up, whatever the system says about repeating; it acts
 * never in a field, behind a dialog, in a window without the focus, or while characters are composed.
 */
export function keyDown(held: HeldKeys, facts: HotkeyFacts): { readonly held: HeldKeys; readonly acts: boolean } {
  const again = held.has(facts.code);
  const next = again ? held : new Set([...held, facts.code]);
  const barred =
    facts.repeat || again || facts.composing || facts.inField || facts.modal || !facts.focused || facts.used;
  return { held: next, acts: !barred && facts.combo !== null };
}

export function keyUp(held: HeldKeys, code: string): HeldKeys {
  // macOS tells of no key coming up while Meta is down: its own coming up ends them all.
  if (code === 'MetaLeft' || code === 'MetaRight') return noKeys;
  return held.has(code) ? new Set([...held].filter((one) => one !== code)) : held;
}
