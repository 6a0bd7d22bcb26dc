import type { NativeTheme } from 'electron';
import type { Core } from '#core/ports.ts';

/** Menus, scroll bars and the background of the next window use the chosen theme. */
export function followTheme(core: Core, nativeTheme: Pick<NativeTheme, 'themeSource'>): void {
  core.subscribe('preferences.changed', {}, ({ payload }) => {
    const theme: unknown = typeof payload === 'object' && payload !== null ? Reflect.get(payload, 'theme') : undefined;
    if (theme === 'system' || theme === 'dark' || theme === 'light') nativeTheme.themeSource = theme;
  });
}
