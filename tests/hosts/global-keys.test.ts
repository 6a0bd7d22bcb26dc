import { describe, expect, it } from 'vitest';
import type { GlobalKey } from '#contract/model/shortcuts.ts';
import { Shortcuts } from '#core/events/shortcuts.ts';
import { electronGlobalKeys, isWayland } from '#hosts/electron/global-keys.ts';

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
    show: async () => void told.push('show'),
    kill: () => told.push('kill'),
    isRegistrationProof: true,
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

  it('stop at once, and bring the window up before a plan is shown', async () => {
    const { held, keys, told } = rig();
    keys.replace(all);
    held.get('Control+Alt+Shift+K')?.();
    held.get('Super+Alt+Up')?.();
    expect(told).toEqual(['kill', 'pressed kill', 'show']);
    await Promise.resolve();
    expect(told).toEqual(['kill', 'pressed kill', 'show', 'pressed flatten']);
  });

  it('cannot be relied on in a Wayland session, whose desktop decides alone whether they fire', () => {
    expect(isWayland('linux', { XDG_SESSION_TYPE: 'wayland' })).toBe(true);
    expect(isWayland('linux', { WAYLAND_DISPLAY: 'wayland-0', XDG_SESSION_TYPE: 'tty' })).toBe(true);
    expect(isWayland('linux', { DISPLAY: ':0', XDG_SESSION_TYPE: 'x11' })).toBe(false);
    expect(isWayland('win32', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(false);
  });

  it('are not confirmed on Wayland until they have fired', () => {
    let press: (id: GlobalKey) => void = () => undefined;
    const keys = (isRegistrationProof: boolean) => ({
      isRegistrationProof,
      replace: () => [],
      onPress: (listener: (id: GlobalKey) => void) => void (press = listener),
    });
    const wayland = new Shortcuts(keys(false), () => undefined);
    wayland.replace(all);
    expect(wayland.state().unconfirmed).toEqual(['kill', 'flatten', 'show']);
    press('kill');
    expect(wayland.state().unconfirmed).toEqual(['flatten', 'show']);
    const elsewhere = new Shortcuts(keys(true), () => undefined);
    elsewhere.replace(all);
    expect(elsewhere.state().unconfirmed).toEqual([]);
  });
});
