import type { Text } from '#contract/message.ts';

/** The platform's own words of an answer, as one line. */
export const platformWords = (answer: readonly Text[]): string =>
  answer.filter((line) => typeof line === 'string').join(' · ');
