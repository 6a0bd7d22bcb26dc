import type { Text } from '#contract/message.ts';

/** The platform's own words of an answer, line by line. */
export const platformWords = (answer: readonly Text[]): string[] => answer.filter((line) => typeof line === 'string');
