import '@fontsource-variable/inter/wght.css';
import '#renderer/ui/tokens.css';
import '#renderer/ui/base.css';
import { mount, tick, unmount } from 'svelte';
import type { Preferences } from '#contract/model/preferences.ts';
import Root from '#renderer/app/Root.svelte';
import { makeApp } from '#renderer/stores/make-app.ts';
import { routes } from '#renderer/stores/router-store.svelte.ts';
import { galleryCases } from './cases.ts';
import { demoNow } from './demo-clock.ts';
import { demoStates, demoDefaults, type DemoState } from './demo-options.ts';
import { FakeBridge } from './fake-bridge.ts';
import type { GalleryCase } from './gallery-case.ts';
import { chooseOption, pressButton, pressTab } from './press-button.ts';
import GalleryIndex from './GalleryIndex.svelte';

/** Theme, density and palette from the address of the gallery. */
function galleryPreferences(query: URLSearchParams): Partial<Preferences> {
  const theme = (['dark', 'light', 'system'] as const).find((one) => one === query.get('theme'));
  const density = (['compact', 'cozy', 'roomy'] as const).find((one) => one === query.get('density'));
  const palette = (['west', 'east-asia', 'color-blind'] as const).find((one) => one === query.get('palette'));
  return { ...(theme && { theme }), ...(density && { density }), ...(palette && { palette }) };
}

/** Shows a case. Returns the function that removes it from the page. */
async function show(shown: GalleryCase, target: HTMLElement, query: URLSearchParams): Promise<() => Promise<void>> {
  const options = { ...demoDefaults, ...shown.options };
  const bridge = new FakeBridge({ ...options, preferences: { ...options.preferences, ...galleryPreferences(query) } });
  window.location.hash = `#/${shown.route}`;
  const { app, dispose } = makeApp({ bridge, now: () => demoNow * 1000, uuid: () => crypto.randomUUID(), window });
  const root = mount(Root, { target, props: { app } });
  await tick();
  shown.prepare?.(app);
  if (shown.tab !== undefined) await pressTab(document, shown.tab);
  for (const name of shown.press ?? []) await pressButton(document, name);
  if (shown.choose !== undefined) await chooseOption(document, ...shown.choose);
  return async () => {
    await unmount(root);
    dispose();
  };
}

/** `gallery.html?route=trade&tab=Staged&data=loading`: a case that is not in the list of cases. */
function caseOf(query: URLSearchParams): GalleryCase | undefined {
  const route = routes.find((one) => one === query.get('route'));
  if (route === undefined) return undefined;
  const state = (name: string): DemoState => demoStates.find((one) => one === query.get(name)) ?? 'full';
  const data = state('data');
  const tab = query.get('tab');
  return {
    name: `${route} ${data}`,
    route,
    options: {
      data,
      platform: route === 'people',
      strategies: state('strategies'),
      trouble: query.has('trouble'),
      notices: query.has('notices'),
    },
    ...(tab !== null && { tab }),
    press: query.getAll('press'),
  };
}

const target = document.getElementById('app');
let removeShown: () => Promise<void> = () => Promise.resolve();

/**
 * Shows the case that the address names: `gallery.html?case=trade&theme=light&density=compact`. If
 * the address names no case, lists all cases.
 */
async function showAddress(): Promise<void> {
  if (target === null) return;
  delete document.documentElement.dataset['ready'];
  await removeShown();
  const query = new URLSearchParams(window.location.search);
  const chosen = galleryCases.find((one) => one.name === query.get('case')) ?? caseOf(query);
  if (chosen === undefined) {
    const list = mount(GalleryIndex, { target, props: { cases: galleryCases } });
    removeShown = () => unmount(list);
    return;
  }
  removeShown = await show(chosen, target, query);
  document.documentElement.dataset['ready'] = chosen.name;
}

// A test opens another case by an event with the state `case`, so that the program is not loaded
// again. A change of page within the program has no such state.
window.addEventListener('popstate', ({ state }) => {
  if (state === 'case') void showAddress();
});
void showAddress();
