import { describe, expect, it } from 'vitest';
import type { GlobalKey } from '#contract/model/shortcuts.ts';
import { Shortcuts } from '#core/events/shortcuts.ts';
import { electronGlobalKeys, isWayland } from '#hosts/electron/global-keys.ts';

/**
 * Fakes `globalShortcut` of Electron. If another program uses a key, `register` returns false or
 * throws.
 */
function rig(usedElsewhere: ReadonlyMap<string, 'refused' | 'thrown'> = new Map()) {
  const registered = new Map<string, () => void>();
  const log: string[] = [];
  const globalShortcut = {
    register(accelerator: string, press: () => void): boolean {
      if (usedElsewhere.get(accelerator) === 'thrown') throw new Error('not an accelerator');
      if (usedElsewhere.has(accelerator) || registered.has(accelerator)) return false;
      registered.set(accelerator, press);
      return true;
    },
    unregisterAll: () => registered.clear(),
  };
  const keys = electronGlobalKeys({
    globalShortcut,
    show: async () => void log.push('show'),
    kill: () => log.push('kill'),
    isRegistrationReliable: true,
  });
  keys.onPress((id: GlobalKey) => log.push(`pressed ${id}`));
  return { registered, keys, log };
}

const bindings = [
  { id: 'kill', combo: 'Ctrl+Alt+Shift+K' },
  { id: 'flatten', combo: 'Meta+Alt+ArrowUp' },
  { id: 'show', combo: 'F9' },
] as const;

describe('system-wide keys', () => {
  it('are registered under the names that Electron uses, and released', () => {
    const { registered, keys } = rig();
    expect(keys.replace(bindings)).toEqual([]);
    expect([...registered.keys()]).toEqual(['Control+Alt+Shift+K', 'Super+Alt+Up', 'F9']);
    expect(keys.replace([])).toEqual([]);
    expect([...registered.keys()]).toEqual([]);
  });

  it('report each refused key and keep the others', () => {
    const { registered, keys } = rig(
      new Map([
        ['Control+Alt+Shift+K', 'refused'],
        ['F9', 'thrown'],
      ]),
    );
    expect(keys.replace(bindings)).toEqual(['kill', 'show']);
    expect([...registered.keys()]).toEqual(['Super+Alt+Up']);
  });

  it('activate the kill switch at once, and open the window before a plan is shown', async () => {
    const { registered, keys, log } = rig();
    keys.replace(bindings);
    registered.get('Control+Alt+Shift+K')?.();
    registered.get('Super+Alt+Up')?.();
    expect(log).toEqual(['kill', 'pressed kill', 'show']);
    await Promise.resolve();
    expect(log).toEqual(['kill', 'pressed kill', 'show', 'pressed flatten']);
  });

  it('detect a Wayland session by its environment', () => {
    expect(isWayland('linux', { XDG_SESSION_TYPE: 'wayland' })).toBe(true);
    expect(isWayland('linux', { WAYLAND_DISPLAY: 'wayland-0', XDG_SESSION_TYPE: 'tty' })).toBe(true);
    expect(isWayland('linux', { DISPLAY: ':0', XDG_SESSION_TYPE: 'x11' })).toBe(false);
    expect(isWayland('win32', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(false);
  });

  it('are not confirmed on Wayland until they were pressed', () => {
    let press: (id: GlobalKey) => void = () => undefined;
    const keys = (isRegistrationReliable: boolean) => ({
      isRegistrationReliable,
      replace: () => [],
      onPress: (listener: (id: GlobalKey) => void) => void (press = listener),
    });
    const wayland = new Shortcuts(keys(false), () => undefined);
    wayland.replace(bindings);
    expect(wayland.state().unconfirmed).toEqual(['kill', 'flatten', 'show']);
    press('kill');
    expect(wayland.state().unconfirmed).toEqual(['flatten', 'show']);
    const x11 = new Shortcuts(keys(true), () => undefined);
    x11.replace(bindings);
    expect(x11.state().unconfirmed).toEqual([]);
  });
});
