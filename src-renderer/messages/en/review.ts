import type { ReviewMessages } from '#contract/messages/review.ts';
import type { WordsOf } from '../catalog.ts';

export const review: WordsOf<ReviewMessages> = {};
