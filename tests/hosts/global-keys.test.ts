import { describe, expect, it } from 'vitest';
import type { GlobalKey } from '#contract/model/shortcuts.ts';
import { electronGlobalKeys } from '#hosts/electron/global-keys.ts';

/** The system: some keys are held by other programs, and it says so in both of its ways. */
function rig(taken: ReadonlyMap<string, 'refused' | 'thrown'> = new Map()) {
  const held = new Map<string, () => void>();
  const told: string[] = [];
  const globalShortcut = {
    register(accelerator: string, press: () => void): boolean {
      if (taken.get(accelerator) === 'thrown') throw new Error('not an accelerator');
      if (taken.has(accelerator) || held.has(accelerator)) return false;
      held.set(accelerator, press);
      return true;
    },
    unregisterAll: () => held.clear(),
  };
  const keys = electronGlobalKeys({
    globalShortcut,
    show: () => told.push('show'),
    kill: () => told.push('kill'),
  });
  keys.onPress((id: GlobalKey) => told.push(`pressed ${id}`));
  return { held, keys, told };
}

const all = [
  { id: 'kill', combo: 'Ctrl+Alt+Shift+K' },
  { id: 'flatten', combo: 'Meta+Alt+ArrowUp' },
  { id: 'show', combo: 'F9' },
] as const;

describe('system-wide keys', () => {
  it('are taken under the names the system knows, and given back', () => {
    const { held, keys } = rig();
    expect(keys.replace(all)).toEqual([]);
    expect([...held.keys()]).toEqual(['Control+Alt+Shift+K', 'Super+Alt+Up', 'F9']);
    expect(keys.replace([])).toEqual([]);
    expect([...held.keys()]).toEqual([]);
  });

  it('name each one that the system refuses, and keep the others', () => {
    const { held, keys } = rig(
      new Map([
        ['Control+Alt+Shift+K', 'refused'],
        ['F9', 'thrown'],
      ]),
    );
    expect(keys.replace(all)).toEqual(['kill', 'show']);
    expect([...held.keys()]).toEqual(['Super+Alt+Up']);
  });

  it('stop at once, and bring the window up before a plan is shown', () => {
    const { held, keys, told } = rig();
    keys.replace(all);
    held.get('Control+Alt+Shift+K')?.();
    held.get('Super+Alt+Up')?.();
    expect(told).toEqual(['kill', 'pressed kill', 'show', 'pressed flatten']);
  });
});
