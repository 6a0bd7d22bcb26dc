/** `1 order`, `3 orders`. */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** A reason as the end of a sentence. Adds a period if the reason has no final punctuation. */
export const withPeriod = (reason: string): string => (/[.!?]$/.test(reason) ? reason : `${reason}.`);
