import type { DataMessages } from '#contract/messages/data.ts';
import type { WordsOf } from '../catalog.ts';

export const data: WordsOf<DataMessages> = {};
