import { createBridge, type Bridge } from '#contract/bridge.ts';
import { showClosedDoor } from './closed-door.ts';
import { LoopbackTransport, type LineState } from './loopback-transport.ts';

declare global {
  interface Window {
    /** Put there by the preload; absent where the page came from the loopback host. */
    readonly stratdesk?: Bridge;
  }
}

/**
 * The window's bridge: the preload's, or one over the loopback address. `onLine` tells how the line to the program is;
 * in Electron it does not break. A page without a session replaces itself by a word on how to get one.
 */
export function openTransport(onLine: (state: LineState) => void): Bridge {
  if (window.stratdesk !== undefined) {
    onLine('connected');
    return window.stratdesk;
  }
  const page = {
    location: window.location,
    storage: window.sessionStorage,
    fetch: window.fetch.bind(window),
    openSocket: (url: string) => new WebSocket(url),
    removeFragment: () => history.replaceState(null, '', window.location.pathname),
    after: (milliseconds: number, run: () => void) => void window.setTimeout(run, milliseconds),
  };
  const transport = new LoopbackTransport(page, (state) => {
    if (state === 'refused') showClosedDoor(document);
    onLine(state);
  });
  return createBridge(transport);
}
