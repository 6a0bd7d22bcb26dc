/** Notes and their pictures. */
export type NoteMessages = Record<never, never>;
