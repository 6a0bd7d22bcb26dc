import type { GlobalShortcut } from 'electron';
import type { GlobalBinding, GlobalKey } from '#contract/model/shortcuts.ts';
import type { GlobalKeys } from '#core/ports.ts';

type Deps = {
  readonly globalShortcut: Pick<GlobalShortcut, 'register' | 'unregisterAll'>;
  /** Brings the window to the front, where what was asked for is shown. */
  readonly show: () => void;
  /** Stops at once, whatever the window is doing. */
  readonly kill: () => void;
};

/** System-wide keys. A key that another program holds is refused by the system, by false or by throwing. */
export function electronGlobalKeys({ globalShortcut, show, kill }: Deps): GlobalKeys {
  let pressed: (id: GlobalKey) => void = () => undefined;
  const take = ({ id, combo }: GlobalBinding): boolean => {
    try {
      return globalShortcut.register(accelerator(combo), () => {
        if (id === 'kill') kill();
        else show();
        pressed(id);
      });
    } catch {
      return false;
    }
  };
  return {
    replace(bindings) {
      globalShortcut.unregisterAll();
      return bindings.filter((binding) => !take(binding)).map(({ id }) => id);
    },
    onPress: (listener) => (pressed = listener),
  };
}

const words: Readonly<Record<string, string>> = { Ctrl: 'Control', Meta: 'Super' };

/** Electron's name of a combination: `Control+Alt+K`, `Alt+Up`. */
const accelerator = (combo: string): string =>
  combo
    .split('+')
    .map((part) => words[part] ?? part.replace(/^Arrow/, ''))
    .join('+');
