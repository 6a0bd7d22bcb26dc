import type { MenuItemConstructorOptions } from 'electron';

type Surroundings = {
  readonly platform: NodeJS.Platform;
  readonly developing: boolean;
  readonly copyDiagnostics: () => void;
  readonly showLog: () => void;
};

/**
 * The application menu, following the conventions of each system. On macOS, undo, copy and paste
 * work only with a menu.
 */
export function menuTemplate(surroundings: Surroundings): MenuItemConstructorOptions[] {
  const { platform, developing, copyDiagnostics, showLog } = surroundings;
  const mac = platform === 'darwin';
  const developer: MenuItemConstructorOptions[] = developing ? [{ type: 'separator' }, { role: 'toggleDevTools' }] : [];
  return [
    ...(mac ? [{ role: 'appMenu' } as const] : []),
    { label: mac ? 'File' : '&File', submenu: [mac ? { role: 'close' } : { role: 'quit' }] },
    { role: 'editMenu' },
    {
      label: mac ? 'View' : '&View',
      submenu: [
        { role: 'reload' },
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...developer,
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      label: mac ? 'Help' : '&Help',
      submenu: [
        { label: 'Copy diagnostics', click: copyDiagnostics },
        { label: 'Show log file', click: showLog },
      ],
    },
  ];
}
