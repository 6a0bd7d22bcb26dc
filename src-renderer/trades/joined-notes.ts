import { limits } from '#contract/limits.ts';
import type { NoteContent } from '#contract/model/note.ts';

/** Both of two versions of a note, the kept one first; of what is one only, the own. Null where both are too much for one. */
export function joinedNotes(kept: NoteContent, own: NoteContent): NoteContent | null {
  const text = kept.text === own.text ? own.text : [kept.text, own.text].filter(Boolean).join('\n\n');
  const tags = [...new Set([...kept.tags, ...own.tags])];
  const images = [...new Map([...kept.images, ...own.images].map((image) => [image.imageId, image])).values()];
  if (text.length > limits.noteLength || tags.length > limits.noteTags || images.length > limits.noteImages)
    return null;
  return { text, tags, images, rating: own.rating ?? kept.rating, setup: own.setup || kept.setup };
}
