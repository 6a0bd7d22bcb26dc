import type { NoteMessages } from '#contract/messages/notes.ts';
import type { WordsOf } from '../catalog.ts';

export const notes: WordsOf<NoteMessages> = {};
