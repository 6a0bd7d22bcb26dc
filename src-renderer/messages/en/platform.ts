import type { PlatformMessages } from '#contract/messages/platform.ts';
import type { WordsOf } from '../catalog.ts';

export const platform: WordsOf<PlatformMessages> = {};
