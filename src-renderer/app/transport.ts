import { createBridge, type Bridge } from '#contract/bridge.ts';
import { LoopbackTransport, type ProgramConnectionState } from './loopback-transport.ts';

declare global {
  interface Window {
    /** Set by the preload. Absent if the page is from the browser host. */
    readonly stratdesk?: Bridge;
  }
}

/**
 * The bridge of the window: from the preload, or over the loopback address. `onState` reports the
 * connection to the program, which is never lost in Electron. A page without a session shows how to
 * get one instead.
 */
export function openTransport(onState: (state: ProgramConnectionState) => void): Bridge {
  if (window.stratdesk !== undefined) {
    onState('connected');
    return window.stratdesk;
  }
  const surroundings = {
    location: window.location,
    storage: window.sessionStorage,
    fetch: window.fetch.bind(window),
    openSocket: (url: string) => new WebSocket(url),
    removeFragment: () => history.replaceState(null, '', window.location.pathname),
    startTimer: (milliseconds: number, run: () => void) => void window.setTimeout(run, milliseconds),
  };
  const transport = new LoopbackTransport(surroundings, (state) => {
    if (state === 'refused') showDisconnected(document);
    onState(state);
  });
  return createBridge(transport);
}

/**
 * Replaces the content of a page without a session: it has no code, or another tab took over its
 * session.
 */
function showDisconnected(page: Document): void {
  const main = page.createElement('main');
  main.className = 'disconnected';
  const title = page.createElement('h1');
  title.textContent = 'This page is not connected to Stratdesk';
  const text = page.createElement('p');
  text.textContent =
    'Open the last address that the program printed where it was started. Each address can be opened only once. ' +
    'If you duplicated this page, the duplicate is connected instead.';
  main.append(title, text);
  page.title = 'Stratdesk: not connected';
  page.body.replaceChildren(main);
}
