// The `electron` module of a main process under the stand-in. See README.md.
import { app } from './app.ts';
import { ipcMain } from './ipc.ts';
import { protocol, session } from './session.ts';
import { connection, preventable } from './state.ts';
import { strict } from './strict.ts';
import { clipboard, dialog, globalShortcut, Menu, nativeTheme, powerMonitor, screen, shell } from './system.ts';
import { BrowserWindow, contentsOf, windowOf } from './windows.ts';

// Electron's events of a navigation, in order: did-start-navigation, then will-frame-navigate if
// the page started it, and did-navigate only on commit. A prevented navigation does not commit.
connection.on('navigate', ({ window, url, isMainFrame, byPage }) => {
  const contents = contentsOf(window);
  contents.emit('did-start-navigation', { url, isMainFrame, isSameDocument: false });
  if (!byPage) return true;
  const event = preventable({ url, isMainFrame });
  contents.emit('will-frame-navigate', event);
  return !event.defaultPrevented;
});

connection.on('started', ({ window, url }) => {
  contentsOf(window).emit('did-start-navigation', { url, isMainFrame: true, isSameDocument: false });
});

connection.on('committed', ({ window, url, error }) => {
  const contents = contentsOf(window);
  if (error === null) contents.emit('did-navigate', {}, url, 200, 'OK');
  else contents.emit('did-fail-load', {}, error, 'ERR_BLOCKED_BY_CLIENT', url, true);
});

connection.on('page-gone', ({ window, reason }) => {
  contentsOf(window).emit('render-process-gone', {}, { reason, exitCode: 5 });
});

connection.on('window-event', ({ window, event }) => windowOf(window).emit(event));
connection.on('close-window', ({ window }) => windowOf(window).close());
connection.on('open-window', ({ window, url }) => contentsOf(window).openHandler({ url }).action);

const all = strict('electron', {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  globalShortcut,
  ipcMain,
  Menu,
  nativeTheme,
  powerMonitor,
  protocol,
  screen,
  session,
  shell,
});

export {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  globalShortcut,
  ipcMain,
  Menu,
  nativeTheme,
  powerMonitor,
  protocol,
  screen,
  session,
  shell,
  all as default,
};
