export const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;

/** A reason as the end of a sentence, with a period if it has none. */
export const endOf = (reason: string): string => (/[.!?]$/.test(reason) ? reason : `${reason}.`);
