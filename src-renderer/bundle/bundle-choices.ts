import type { BundleStore } from '#renderer/stores/bundle-store.svelte.ts';

/** What an export menu offers beside its own table; nothing while a bundle is shown, which is not made into another. */
export const bundleChoices = (bundle: Pick<BundleStore, 'ask' | 'open'>) =>
  bundle.open === null ? [{ id: 'bundle', label: 'Review bundle…', run: () => bundle.ask('make') }] : [];
