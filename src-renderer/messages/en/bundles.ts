import type { BundleMessages } from '#contract/messages/bundles.ts';
import type { WordsOf } from '../catalog.ts';

export const bundles: WordsOf<BundleMessages> = {};
