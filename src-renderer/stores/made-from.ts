import type { MadeFrom } from '#contract/model/made-from.ts';
import type { BracketTemplate } from './bracket-template.ts';
import type { HotkeyMap } from './hotkey-map.ts';
import { hotkeyVerbs, type HotkeyVerb } from './hotkey-verbs.ts';

// The fingerprint of a template or hotkey is JSON. It contains what identifies the source (the id
// of a template, the verb and key of a hotkey) and everything in the source that can change an
// order. Names are left out.

export function madeFromTemplate({ id, name, stop, target }: BracketTemplate): MadeFrom {
  const leg = (distance: BracketTemplate['stop']) => (distance === null ? null : [distance.unit, distance.amount]);
  return { kind: 'bracket-template', name: name || id, fingerprint: JSON.stringify([id, leg(stop), leg(target)]) };
}

/** The offset changes only limit orders, so only the fingerprints of limit verbs contain it. */
export function madeFromHotkey(verb: HotkeyVerb, { bindings, bracket, offset }: HotkeyMap): MadeFrom {
  const { combo } = bindings[verb];
  const label = hotkeyVerbs.find(({ id }) => id === verb)?.label ?? verb;
  const fingerprint = JSON.stringify([verb, combo, bracket, verb.endsWith('limit') ? offset : null]);
  return { kind: 'hotkey', name: combo === null ? label : `${label} (${combo})`, fingerprint };
}
