// The parts of the computer that Electron gives access to: menu, theme, keys, power, screens, the
// user's browser, boxes and the clipboard.
import { EventEmitter } from 'node:events';
import { writeSync } from 'node:fs';
import type {
  Clipboard,
  Dialog,
  GlobalShortcut,
  Menu as RealMenu,
  MenuItemConstructorOptions,
  MessageBoxOptions,
  NativeTheme,
  PowerMonitor,
  Screen,
  Shell,
} from 'electron';
import { requireReady, isReady, connection, onOf, settings } from './state.ts';
import { strict } from './strict.ts';
import { quit } from './windows.ts';

type Item = MenuItemConstructorOptions;
let menuItems: readonly Item[] = [];

const withoutFunctions = (items: readonly Item[]): unknown => JSON.parse(JSON.stringify(items));
const submenuOf = ({ submenu }: Item): Item[] => (Array.isArray(submenu) ? submenu : []);

export const Menu = strict('Menu', {
  buildFromTemplate: (template: Item[]): RealMenu => template as unknown as RealMenu,
  setApplicationMenu(menu: RealMenu | null) {
    menuItems = (menu ?? []) as unknown as Item[];
    connection.send({ type: 'menu', template: withoutFunctions(menuItems) });
  },
} satisfies Pick<typeof RealMenu, 'buildFromTemplate' | 'setApplicationMenu'>);

connection.on('click-menu', ({ label }) => {
  const all = menuItems.flatMap((item) => [item, ...submenuOf(item)]);
  const item = all.find((other) => other.label === label || other.role === label);
  if (item === undefined) throw new Error(`the menu has no ${label}`);
  if (item.role === 'quit') setImmediate(quit);
  (item.click as (() => void) | undefined)?.();
  return null;
});

export const nativeTheme = strict('nativeTheme', {
  shouldUseDarkColors: true,
  get themeSource(): NativeTheme['themeSource'] {
    return (settings.get('theme') ?? 'system') as NativeTheme['themeSource'];
  },
  set themeSource(source) {
    settings.set('theme', source);
    connection.send({ type: 'theme', source });
  },
} satisfies Pick<NativeTheme, 'shouldUseDarkColors' | 'themeSource'>);

/** The system refuses this key without throwing. */
const REFUSED_BY_THE_SYSTEM = 'Control+Alt+Delete';
const shortcuts = new Map<string, () => void>();

export const globalShortcut = strict('globalShortcut', {
  register(accelerator: string, pressed: () => void): boolean {
    requireReady('globalShortcut.register');
    if (accelerator === REFUSED_BY_THE_SYSTEM || shortcuts.has(accelerator)) return false;
    shortcuts.set(accelerator, pressed);
    return true;
  },
  unregisterAll: () => shortcuts.clear(),
} satisfies Pick<GlobalShortcut, 'register' | 'unregisterAll'>);

connection.on('press-shortcut', ({ accelerator }) => {
  const pressed = shortcuts.get(accelerator);
  pressed?.();
  return pressed !== undefined;
});

const powerEvents = new EventEmitter();
export const powerMonitor = strict('powerMonitor', {
  on(name: string, listener: (...args: never[]) => void): never {
    requireReady('powerMonitor.on');
    return onOf(powerEvents)(name, listener);
  },
} satisfies Pick<PowerMonitor, 'on'>);
connection.on('power', ({ event }) => powerEvents.emit(event));

export const screen = strict('screen', {
  getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }] as never,
} satisfies Pick<Screen, 'getAllDisplays'>);

export const shell = strict('shell', {
  openExternal: async (url: string) => connection.send({ type: 'external', url }),
  showItemInFolder: (path: string) => connection.send({ type: 'external', url: path }),
} satisfies Pick<Shell, 'openExternal' | 'showItemInFolder'>);

/** Written synchronously, because a message could be lost at the end of the process. */
const report = (facts: Record<string, unknown>): void => {
  writeSync(2, `stand-in: ${JSON.stringify(facts)}\n`);
};

/** The buttons that the user will press next. If none is left, a box is canceled. */
const answers: number[] = JSON.parse(process.env['STAND_IN_ANSWERS'] ?? '[]') as number[];
connection.on('answers', ({ buttons }) => void answers.push(...buttons));

const optionsOf = (args: readonly unknown[]): MessageBoxOptions => args.at(-1) as MessageBoxOptions;

function press(options: MessageBoxOptions): number {
  const button = answers.shift() ?? options.cancelId ?? 0;
  const { message, detail, buttons } = options;
  report({ box: { message, detail, buttons, button } });
  return button;
}

export const dialog = strict('dialog', {
  showErrorBox: (title: string, content: string) => report({ errorBox: { title, content, ready: isReady() } }),
  showMessageBoxSync(...args: unknown[]) {
    requireReady('dialog.showMessageBoxSync');
    return press(optionsOf(args));
  },
  async showMessageBox(...args: unknown[]) {
    requireReady('dialog.showMessageBox');
    const options = optionsOf(args);
    // If no button was set in advance, the box stays open until its signal closes it.
    if (answers.length === 0) await aborted(options.signal);
    return { response: press(options), checkboxChecked: false };
  },
} satisfies Pick<Dialog, 'showErrorBox' | 'showMessageBoxSync' | 'showMessageBox'>);

const aborted = (signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => signal?.addEventListener('abort', () => resolve()));

export const clipboard = strict('clipboard', {
  writeText: async (text: string) => report({ clipboard: text }),
} satisfies Pick<Clipboard, 'writeText'>);
