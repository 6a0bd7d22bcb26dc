/**
 * Refusals that are trusted to mean "not taken" (order-safety 3). Whether an answer is a refusal is never decided by its
 * title; how far a refusal of an order is believed is: any other leaves the order UNKNOWN until the lists were read.
 */

/** The whole command was refused before its signal was looked at: such answers echo no signal (platform-notes 21). */
export const commandRefusals: ReadonlySet<string> = new Set(['Unable to access this systemid', 'Unknown API command']);

/** The signal was refused; believed only with our own id in the echo. */
export const signalRefusals: ReadonlySet<string> = new Set(['Unknown typeofsymbol']);
