import type { Text } from '#contract/message.ts';
import { words } from './words.ts';

export type FailureTexts = { readonly message: Text; readonly details?: readonly Text[] };

/** The message of a failure and its details, one line each. */
export const failureLines = ({ message, details = [] }: FailureTexts): string[] => [message, ...details].map(words);
