import { mount } from 'svelte';
import type { Bridge } from '#contract/bridge.ts';
import { makeApp } from '#renderer/stores/make-app.ts';
import Root from './Root.svelte';

/** Makes the stores, shows the window, and gives back how to tell it that its line to the program broke. */
export function start(bridge: Bridge, target: HTMLElement): { line: (lost: boolean) => void } {
  const { app, dispose } = makeApp({
    bridge,
    now: () => Date.now(),
    uuid: () => crypto.randomUUID(),
    window,
  });
  mount(Root, { target, props: { app } });
  // What was typed last is written before the page goes.
  window.addEventListener('pagehide', () => dispose(), { once: true });
  // A hidden page may be ended without another word.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') app.preferences.flush();
  });
  return { line: (lost) => app.line.set(lost) };
}
