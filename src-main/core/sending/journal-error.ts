/** The journal could not write; nothing of the step was saved. */
export class JournalError extends Error {}
