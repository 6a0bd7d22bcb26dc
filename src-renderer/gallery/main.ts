import '@fontsource-variable/inter/wght.css';
import '#renderer/ui/tokens.css';
import '#renderer/ui/base.css';
import { mount, tick } from 'svelte';
import Root from '#renderer/app/Root.svelte';
import { makeApp } from '#renderer/stores/make-app.ts';
import { galleryCases } from './cases.ts';
import { demoNow } from './demo-clock.ts';
import { demoDefaults } from './demo-options.ts';
import { FakeBridge } from './fake-bridge.ts';
import type { GalleryCase } from './gallery-case.ts';
import { galleryPreferences } from './gallery-preferences.ts';
import { pressButton, pressTab } from './press-button.ts';
import GalleryIndex from './GalleryIndex.svelte';

/** `gallery.html?case=trade&theme=light&density=compact`; without a case, the list of them. */
async function show(one: GalleryCase, target: HTMLElement, query: URLSearchParams): Promise<void> {
  const options = { ...demoDefaults, ...one.options };
  const bridge = new FakeBridge({ ...options, preferences: { ...options.preferences, ...galleryPreferences(query) } });
  window.location.hash = `#/${one.route}`;
  const { app } = makeApp({ bridge, now: () => demoNow * 1000, uuid: () => crypto.randomUUID(), window });
  mount(Root, { target, props: { app } });
  await tick();
  one.act?.(app);
  if (one.tab !== undefined) await pressTab(document, one.tab);
  for (const name of one.press ?? []) await pressButton(document, name);
  document.documentElement.dataset['ready'] = one.name;
}

const query = new URLSearchParams(window.location.search);
const chosen = galleryCases.find((one) => one.name === query.get('case'));
const target = document.getElementById('app');
if (target !== null) {
  if (chosen === undefined) mount(GalleryIndex, { target, props: { cases: galleryCases } });
  else void show(chosen, target, query);
}
