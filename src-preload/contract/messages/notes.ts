import type { Text } from '../message.ts';

/** Notes and their pictures. */
export type NoteMessages = {
  /** The note has a newer version than the one that was edited. Nothing was saved. */
  'notes.changed': object;
  'notes.picture-missing': { readonly name: string };
  'notes.not-written': { readonly reason: string };
  /** The file cannot be used: no note can be saved. */
  'notes.unusable': { readonly path: string; readonly reason: Text };
  'notes.unusable-title': object;
  'notes.altered': object;
  'notes.repaired-title': object;
  'notes.repaired': {
    readonly fault: Text;
    readonly notes: number;
    readonly unread: number;
    /** Number of tables with an unreadable page. */
    readonly gaps: number;
    readonly aside: string;
  };
  'picture.type': object;
  'picture.part-missing': object;
  'picture.stored-already': object;
  'picture.too-large': { readonly megabytes: number };
  'picture.part-too-large': object;
  'picture.damaged': object;
  'picture.unknown': object;
};
