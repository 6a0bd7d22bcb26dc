import type { Text } from '#contract/message.ts';

/** Whether two texts are the same words or the same code with the same parameters. */
export const isSameText = (a: Text, b: Text): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);
