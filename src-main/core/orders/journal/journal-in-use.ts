/** Another program has this journal open. Two programs must not write the same one. */
export class JournalInUse extends Error {}
