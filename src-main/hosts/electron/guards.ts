// Restrictions for every page: it cannot leave our own page, open a window, embed anything, get a
// permission or a device, or fetch from anywhere but our own scheme. Files that the page itself
// made are saved where the user chooses.
import type { App, Session, Shell, WebContents } from 'electron';
import { isOwnAddress, isOwnBlob, isOwnPage } from './page-address.ts';
import { askWhereToSave } from './save-dialog.ts';

/**
 * Sites that a link may open in the user's browser. The chart library requires a link to its maker.
 */
const linkedOrigins = new Set(['https://www.tradingview.com']);

export function guardSession(session: Session, { developing }: { readonly developing: boolean }): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setSpellCheckerEnabled(false);
  session.on('will-download', (event, item) => {
    if (!askWhereToSave(item)) event.preventDefault();
  });
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    answer({ cancel: !(isOwnAddress(url) || isOwnBlob(url) || (developing && url.startsWith('devtools://'))) });
  });
}

/** Applies to every window and everything else with web contents. */
export function guardContents(app: App, shell: Shell): void {
  app.on('web-contents-created', (_event, contents) => {
    guardNavigation(contents);
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      // Without a browser nothing opens. An unhandled rejection would end the program.
      if (linkedOrigins.has(URL.parse(url)?.origin ?? '')) shell.openExternal(url).catch(() => undefined);
      return { action: 'deny' };
    });
  });
}

function guardNavigation(contents: WebContents): void {
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame || !isOwnPage(event.url)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => event.preventDefault());
}
