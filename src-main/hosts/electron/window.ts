import { BrowserWindow, nativeTheme, screen } from 'electron';
import { minimumSize, type WindowBounds } from './window-bounds.ts';
import { loadPage } from './window-health.ts';

/** The page's own background colors, so that nothing flashes before its first paint. */
const backgrounds = { dark: '#0d1116', light: '#e9edf1' } as const;

type Options = {
  readonly preload: string;
  readonly icon: string;
  readonly bounds: WindowBounds;
  readonly developing: boolean;
};

/**
 * Opens the window: a sandboxed page without Node, which reaches the core only through the
 * preload's bridge. `onCreated` is called before the page loads.
 */
export async function openWindow(
  { preload, icon, bounds, developing }: Options,
  onCreated: (window: BrowserWindow) => void,
): Promise<void> {
  const { maximized, ...place } = bounds.openingPlace(screen.getAllDisplays().map(({ workArea }) => workArea));
  const window = new BrowserWindow({
    ...place,
    minWidth: minimumSize.width,
    minHeight: minimumSize.height,
    title: 'Stratdesk',
    icon,
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? backgrounds.dark : backgrounds.light,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: developing,
    },
  });
  window.once('ready-to-show', () => {
    if (maximized) window.maximize();
    window.show();
  });
  window.on('close', () => bounds.save(window.getNormalBounds(), window.isMaximized()));
  onCreated(window);
  await loadPage(window);
}
