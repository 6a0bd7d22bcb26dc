/** Review bundles. */
export type BundleMessages = Record<never, never>;
