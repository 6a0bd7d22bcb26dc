import { readDecimal, type ReadNumber } from '#renderer/format/read-decimal.ts';
import { comboFault } from './key-combo.ts';
import { hotkeyVerbs, maySend, type HotkeyVerb } from './hotkey-verbs.ts';

export type HotkeyBinding = {
  /** Null without a key. */
  readonly combo: string | null;
  /**
   * Send at once, if the verb allows it and, for new risk, the desk is armed. Otherwise the order
   * is previewed.
   */
  readonly send: boolean;
};

export type HotkeyMap = {
  /** Match letters by their position on the keyboard instead of their label. */
  readonly physical: boolean;
  /** Allow single letters and digits as hotkeys. */
  readonly bareLetters: boolean;
  /** Attach the bracket of the first template to hotkey entries. */
  readonly bracket: boolean;
  /** Distance of a limit order from the last fill price, as a price text. */
  readonly offset: string;
  readonly bindings: Readonly<Record<HotkeyVerb, HotkeyBinding>>;
};

const bindingsFrom = (bindingOf: (verb: (typeof hotkeyVerbs)[number]) => HotkeyBinding): HotkeyMap['bindings'] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one per verb
  Object.fromEntries(hotkeyVerbs.map((verb) => [verb.id, bindingOf(verb)])) as HotkeyMap['bindings'];

export const defaultHotkeys: HotkeyMap = {
  physical: false,
  bareLetters: false,
  bracket: true,
  offset: '0',
  bindings: bindingsFrom(({ combo }) => ({ combo, send: false })),
};

/** The verb that is bound to this combination. */
export function verbOf(map: HotkeyMap, combo: string): HotkeyVerb | null {
  return hotkeyVerbs.find(({ id }) => map.bindings[id].combo === combo)?.id ?? null;
}

/** The map with the new binding, or why it is refused. */
export function bindHotkey(map: HotkeyMap, verb: HotkeyVerb, combo: string): HotkeyMap | { readonly fault: string } {
  const fault = comboFault(combo, map.bareLetters);
  if (fault !== null) return { fault };
  const owner = verbOf(map, combo);
  if (owner !== null && owner !== verb) {
    return { fault: `${combo} is already used for "${hotkeyVerbs.find(({ id }) => id === owner)?.label ?? owner}".` };
  }
  return withBinding(map, verb, { ...map.bindings[verb], combo });
}

export const withBinding = (map: HotkeyMap, verb: HotkeyVerb, binding: HotkeyBinding): HotkeyMap => ({
  ...map,
  bindings: { ...map.bindings, [verb]: { ...binding, send: binding.send && maySend(verb) } },
});

const offsetPattern = /^[0-9]{1,9}([.][0-9]{1,9})?$/;

/** Reads a typed `offset`. */
export function readOffset(typed: string): ReadNumber {
  const read = readDecimal(typed);
  if (read.state !== 'read' || offsetPattern.test(read.value)) return read;
  return { state: 'refused', reason: 'At most nine digits before and after the point.' };
}

/** The map in a stored text, or the default. An invalid or duplicate combination is removed. */
export function parseHotkeys(text: string | null): HotkeyMap {
  const stored = asRecord(parse(text));
  if (text === null || Object.keys(stored).length === 0) return defaultHotkeys;
  const bareLetters = stored['bareLetters'] === true;
  const storedBindings = asRecord(stored['bindings']);
  const storedCombos = new Set(Object.values(storedBindings).map((one) => asRecord(one)['combo']));
  const usedCombos = new Set<string>();
  const bindings = bindingsFrom((verb) => {
    // A verb that a later version added takes no combination that the trader has bound.
    const { combo: storedCombo, send } =
      verb.id in storedBindings
        ? asRecord(storedBindings[verb.id])
        : { combo: storedCombos.has(verb.combo) ? null : verb.combo, send: false };
    const combo =
      typeof storedCombo === 'string' && comboFault(storedCombo, bareLetters) === null && !usedCombos.has(storedCombo)
        ? storedCombo
        : null;
    if (combo !== null) usedCombos.add(combo);
    return { combo, send: send === true && maySend(verb.id) };
  });
  const offset = typeof stored['offset'] === 'string' && offsetPattern.test(stored['offset']) ? stored['offset'] : '0';
  return { physical: stored['physical'] === true, bareLetters, bracket: stored['bracket'] !== false, offset, bindings };
}

function parse(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
