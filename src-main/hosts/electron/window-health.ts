import type { BrowserWindow, Dialog } from 'electron';
import type { Log } from '#core/ports.ts';
import { ENDED_URL, PAGE_URL } from './page-address.ts';

type Deps = {
  readonly log: Log;
  readonly dialog: Pick<Dialog, 'showMessageBox'>;
  readonly now: () => number;
  /** Called when the page is loaded again after its process ended. */
  readonly reloaded: () => void;
};

/** A page that ends again this soon after its reload would probably end every time. */
const REPEAT_MS = 60_000;
/** The index of the button that reloads the window. */
const RELOAD_BUTTON = 1;

/** Loads the page into a new window. Rejects when it cannot be loaded. */
export async function loadPage(window: Pick<BrowserWindow, 'isDestroyed' | 'loadURL'>): Promise<void> {
  try {
    await window.loadURL(PAGE_URL);
  } catch (error) {
    // It is no failure if the user closed or reloaded the window while it loaded, or if the page
    // ended and is loaded again.
    const isReplaced = error instanceof Error && 'code' in error && error.code === 'ERR_ABORTED';
    if (!isReplaced && !window.isDestroyed()) throw error;
  }
}

/**
 * Reloads a page that ended, or shows an error page if it ended again within a minute. For a page
 * that hangs, asks the user what to do.
 */
export function watchWindow(window: BrowserWindow, deps: Deps): void {
  reloadOnce(window, deps);
  askWhileUnresponsive(window, deps);
}

function reloadOnce(window: BrowserWindow, { log, now, reloaded }: Deps): void {
  let lastEnd = -Infinity;
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    log.error('window.page-ended', { reason, exitCode });
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    const isRepeated = now() - lastEnd < REPEAT_MS;
    lastEnd = now();
    // Chromium is still closing the old page when it reports its end.
    setImmediate(() => load(window, isRepeated ? ENDED_URL : PAGE_URL, log));
    if (!isRepeated) reloaded();
  });
}

function askWhileUnresponsive(window: BrowserWindow, { log, dialog }: Deps): void {
  let question: AbortController | null = null;
  window.on('unresponsive', () => {
    log.warn('window.unresponsive');
    if (question !== null) return;
    question = new AbortController();
    const options = {
      type: 'warning' as const,
      title: 'Stratdesk',
      message: 'The window does not respond.',
      detail: 'Orders that were sent are followed meanwhile. Reloading the window loses what is typed in it.',
      buttons: ['Wait', 'Reload window'],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
      signal: question.signal,
    };
    void dialog.showMessageBox(window, options).then(({ response }) => {
      question = null;
      if (response !== RELOAD_BUTTON || window.isDestroyed()) return;
      // A page that hangs cannot reload itself.
      window.webContents.forcefullyCrashRenderer();
    });
  });
  window.on('responsive', () => {
    log.info('window.responsive');
    question?.abort();
  });
}

function load(window: BrowserWindow, url: string, log: Log): void {
  if (window.isDestroyed()) return;
  window.loadURL(url).catch((error: unknown) => {
    log.error('window.not-loaded', { error: error instanceof Error ? error.message : 'unknown' });
  });
}
