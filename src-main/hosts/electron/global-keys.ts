import type { GlobalShortcut } from 'electron';
import type { GlobalBinding, GlobalKey } from '#contract/model/shortcuts.ts';
import type { GlobalKeys } from '#core/ports.ts';

type Deps = {
  readonly globalShortcut: Pick<GlobalShortcut, 'register' | 'unregisterAll'>;
  /** Brings the window to the front, or opens it. Resolves when it can show the requested view. */
  readonly show: () => Promise<void>;
  /** Activates the kill switch at once, without waiting for the window. */
  readonly kill: () => void;
  /** See `GlobalKeys`. */
  readonly isRegistrationReliable: boolean;
};

/** System-wide keys. If another program has taken a key, `register` returns false or throws. */
export function electronGlobalKeys({ globalShortcut, show, kill, isRegistrationReliable }: Deps): GlobalKeys {
  let pressed: (id: GlobalKey) => void = () => undefined;
  const register = ({ id, combo }: GlobalBinding): boolean => {
    try {
      return globalShortcut.register(accelerator(combo), () => {
        if (id !== 'kill') return void show().then(() => pressed(id));
        kill();
        pressed(id);
      });
    } catch {
      return false;
    }
  };
  return {
    isRegistrationReliable,
    replace(bindings) {
      globalShortcut.unregisterAll();
      return bindings.filter((binding) => !register(binding)).map(({ id }) => id);
    },
    onPress: (listener) => (pressed = listener),
  };
}

const electronNames: Readonly<Record<string, string>> = { Ctrl: 'Control', Meta: 'Super' };

/** Electron's name for a combination: `Control+Alt+K`, `Alt+Up`. */
const accelerator = (combo: string): string =>
  combo
    .split('+')
    .map((part) => electronNames[part] ?? part.replace(/^Arrow/, ''))
    .join('+');

/**
 * On Wayland the portal decides whether a key fires, not the program. Under XWayland a key fires
 * for X windows only.
 */
export const isWayland = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean =>
  platform === 'linux' && (env['XDG_SESSION_TYPE'] === 'wayland' || (env['WAYLAND_DISPLAY'] ?? '') !== '');
