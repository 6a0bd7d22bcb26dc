/** Another program has this journal open. Two programs must not write to one journal. */
export class JournalInUse extends Error {}
