import type { BundleStore } from '#renderer/stores/bundle-store.svelte.ts';

/**
 * The review bundle item of an export menu. There is none while a bundle is shown, because a bundle
 * cannot be bundled again.
 */
export const bundleChoices = (bundle: Pick<BundleStore, 'setDialog' | 'openBundle'>) =>
  bundle.openBundle === null ? [{ id: 'bundle', label: 'Review bundle…', run: () => bundle.setDialog('make') }] : [];
