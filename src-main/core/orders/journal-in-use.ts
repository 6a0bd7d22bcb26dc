/** Another program has this journal open: two would both believe it theirs. */
export class JournalInUse extends Error {}
