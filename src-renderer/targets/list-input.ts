import type { Attachment } from 'svelte/attachments';

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select') !== null;

/**
 * Reads text and files that are pasted or dropped on the element. A field handles its own input.
 */
export const listInput =
  (onread: (text: string) => void): Attachment<HTMLElement> =>
  (element) => {
    const take = async (event: Event, data: DataTransfer | null): Promise<void> => {
      if (data === null || isField(event.target)) return;
      const [file] = data.files;
      const text = data.getData('text/plain');
      if (file === undefined && text.trim() === '') return;
      event.preventDefault();
      onread(file === undefined ? text : await file.text());
    };
    const paste = (event: ClipboardEvent): void => void take(event, event.clipboardData);
    const drop = (event: DragEvent): void => void take(event, event.dataTransfer);
    // An element accepts a drop only if it prevents the default of `dragover`.
    const over = (event: DragEvent): void => {
      if (!isField(event.target)) event.preventDefault();
    };
    element.addEventListener('paste', paste);
    element.addEventListener('drop', drop);
    element.addEventListener('dragover', over);
    return () => {
      element.removeEventListener('paste', paste);
      element.removeEventListener('drop', drop);
      element.removeEventListener('dragover', over);
    };
  };
