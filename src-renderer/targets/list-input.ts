import type { Attachment } from 'svelte/attachments';
import { readListFile } from './list-file.ts';

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select') !== null;

/**
 * Reads the first file, or else the text, that is pasted or dropped on the element. A spreadsheet
 * copies cells as text and as a picture, so pictures are ignored. Input fields inside the element
 * handle their own input.
 * @param onerror called with the reason if there is no list
 */
export const listInput =
  (onread: (text: string) => void, onerror: (reason: string) => void): Attachment<HTMLElement> =>
  (element) => {
    const takeFile = async (file: File): Promise<void> => {
      const read = await readListFile(file);
      if ('failure' in read) onerror(read.failure);
      else onread(read.text);
    };
    const take = (event: Event, data: DataTransfer | null): void => {
      if (data === null || isField(event.target)) return;
      const text = data.getData('text/plain');
      const hasText = text.trim() !== '';
      if (data.files.length === 0 && !hasText) return;
      event.preventDefault();
      const file = [...data.files].find(({ type }) => !type.startsWith('image/'));
      if (file !== undefined) void takeFile(file);
      else if (hasText) onread(text);
      else onerror('This is no list. A list is text or a text file.');
    };
    const paste = (event: ClipboardEvent): void => take(event, event.clipboardData);
    const drop = (event: DragEvent): void => take(event, event.dataTransfer);
    // An element accepts a drop only if it prevents the default of `dragover`.
    const allowDrop = (event: DragEvent): void => {
      if (!isField(event.target)) event.preventDefault();
    };
    element.addEventListener('paste', paste);
    element.addEventListener('drop', drop);
    element.addEventListener('dragover', allowDrop);
    return () => {
      element.removeEventListener('paste', paste);
      element.removeEventListener('drop', drop);
      element.removeEventListener('dragover', allowDrop);
    };
  };
