import { comboFault } from './key-combo.ts';
import { hotkeyVerbs, maySend, type HotkeyVerb } from './hotkey-verbs.ts';

export type HotkeyBinding = {
  /** Null: no key. */
  readonly combo: string | null;
  /** Send at one press, where the verb allows it and, for new risk, while the desk is armed; else the order is shown. */
  readonly send: boolean;
};

export type HotkeyMap = {
  /** Letters by their place on the keyboard instead of what is written on them. */
  readonly physical: boolean;
  readonly bareLetters: boolean;
  /** Entries by key carry the bracket of the first template. */
  readonly bracket: boolean;
  /** How far from the last own price a limit order stands, as a price text. */
  readonly offset: string;
  readonly bindings: Readonly<Record<HotkeyVerb, HotkeyBinding>>;
};

const bindingsFrom = (of: (verb: (typeof hotkeyVerbs)[number]) => HotkeyBinding): HotkeyMap['bindings'] =>
  // eslint-disable-next-line @typescript-eslint/no-unsafe-type-assertion -- one entry for every verb of the list its type is made of
  Object.fromEntries(hotkeyVerbs.map((verb) => [verb.id, of(verb)])) as HotkeyMap['bindings'];

export const defaultHotkeys: HotkeyMap = {
  physical: false,
  bareLetters: false,
  bracket: true,
  offset: '0',
  bindings: bindingsFrom(({ combo }) => ({ combo, send: false })),
};

/** The verb that has this combination. */
export function verbOf(map: HotkeyMap, combo: string): HotkeyVerb | null {
  return hotkeyVerbs.find(({ id }) => map.bindings[id].combo === combo)?.id ?? null;
}

/** The map with the verb bound, or why it cannot be: taken by another verb, by the window, or a letter alone. */
export function bindHotkey(map: HotkeyMap, verb: HotkeyVerb, combo: string): HotkeyMap | { readonly fault: string } {
  const fault = comboFault(combo, map.bareLetters);
  if (fault !== null) return { fault };
  const holder = verbOf(map, combo);
  if (holder !== null && holder !== verb) {
    return { fault: `${combo} is "${hotkeyVerbs.find(({ id }) => id === holder)?.label ?? holder}" already.` };
  }
  return withBinding(map, verb, { ...map.bindings[verb], combo });
}

export const withBinding = (map: HotkeyMap, verb: HotkeyVerb, binding: HotkeyBinding): HotkeyMap => ({
  ...map,
  bindings: { ...map.bindings, [verb]: { ...binding, send: binding.send && maySend(verb) } },
});

/** Bindings kept by an earlier run. What does not fit, or is there twice, has no key rather than a wrong one. */
export function parseHotkeys(text: string | null): HotkeyMap {
  const kept = record(parse(text));
  if (text === null || Object.keys(kept).length === 0) return defaultHotkeys;
  const bareLetters = kept['bareLetters'] === true;
  const given = record(kept['bindings']);
  const used = new Set<string>();
  const bindings = bindingsFrom((verb) => {
    const { combo: wanted, send } = verb.id in given ? record(given[verb.id]) : { combo: verb.combo, send: false };
    const combo =
      typeof wanted === 'string' && comboFault(wanted, bareLetters) === null && !used.has(wanted) ? wanted : null;
    if (combo !== null) used.add(combo);
    return { combo, send: send === true && maySend(verb.id) };
  });
  const offset =
    typeof kept['offset'] === 'string' && /^[0-9]{1,9}([.][0-9]{1,9})?$/.test(kept['offset']) ? kept['offset'] : '0';
  return { physical: kept['physical'] === true, bareLetters, bracket: kept['bracket'] !== false, offset, bindings };
}

function parse(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
