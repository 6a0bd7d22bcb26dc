import type { NoteMessages } from '#contract/messages/notes.ts';
import type { WordsOf } from '../catalog.ts';

export const notes: WordsOf<NoteMessages> = {
  'notes.changed': () => 'This note was changed elsewhere. Nothing was saved; your text is still here.',
  'notes.picture-missing': ({ name }) => `The picture ${name} is missing. Nothing was saved.`,
  'notes.not-written': ({ reason }) =>
    `The notes cannot be written (${reason}). What you typed is retained in this window.`,
  'notes.unusable': ({ path, reason }, words) =>
    `The notes file ${path} cannot be used: ${words(reason)}. The file was not changed; no note can be saved.`,
  'notes.unusable-title': () => 'Notes cannot be saved',
  'notes.altered': () => 'a note was altered',
  'notes.repaired-title': () => 'The notes were repaired',
  'notes.repaired': ({ fault, notes: read, unread, gaps, aside }, words) =>
    `The notes file was damaged (${words(fault)}). ${read} ${read === 1 ? 'note was' : 'notes were'} copied to a new file, ${unread} could not be read. ${
      gaps === 0 ? '' : 'A part of the file could not be read: more notes or pictures may be missing. '
    }The damaged file was saved as ${aside}.`,
  'picture.type': () => 'Only PNG, JPEG and WebP pictures can be attached. Nothing was stored.',
  'picture.part-missing': () => 'A part of the picture is missing. Nothing was stored; attach it again.',
  'picture.stored-already': () => 'This picture is stored already. Nothing was changed.',
  'picture.too-large': ({ megabytes }) => `A picture may have ${megabytes} MB at most. Nothing was stored.`,
  'picture.part-too-large': () => 'This part of the picture is too large.',
  'picture.damaged': () => 'This picture is damaged on the disk and cannot be shown.',
  'picture.unknown': () => 'This picture no longer exists.',
};
