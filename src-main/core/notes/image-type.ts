import type { ImageType } from '#contract/model/note.ts';

/** What a picture is by its first bytes, whatever its name says; null for anything that is not shown here. */
export function imageType(start: Uint8Array): ImageType | null {
  const text = Buffer.from(start.subarray(0, 16)).toString('latin1');
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  return text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP' ? 'image/webp' : null;
}
