import { mount } from 'svelte';
import type { Bridge } from '#contract/bridge.ts';
import { makeApp } from '#renderer/stores/make-app.ts';
import Root from './Root.svelte';

/**
 * Creates the stores and mounts the window. The caller passes to `setLost` whether the window has
 * lost its connection to the program.
 */
export function start(bridge: Bridge, target: HTMLElement): { setLost: (lost: boolean) => void } {
  const { app, dispose } = makeApp({
    bridge,
    now: () => Date.now(),
    uuid: () => crypto.randomUUID(),
    window,
  });
  // An event without an error is not a failure, for example the report of a ResizeObserver that it
  // continues in the next frame.
  window.addEventListener('error', ({ error }) => {
    if (error !== null && error !== undefined) app.windowFault.report(error);
  });
  window.addEventListener('unhandledrejection', ({ reason }) => app.windowFault.report(reason));
  mount(Root, { target, props: { app } });
  // Save the last typed text before the page closes.
  window.addEventListener('pagehide', () => dispose(), { once: true });
  // A hidden page can be closed without a further event.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') app.preferences.flush();
  });
  return { setLost: (lost) => app.programConnection.setLost(lost) };
}
