/** A larger file is refused. */
const maxBytes = 1024 * 1024;

/** The text of a file with a list, or why the file could not be read. */
export type ListFile = { readonly text: string } | { readonly failure: string };

export async function readListFile(file: Pick<File, 'size' | 'text'>): Promise<ListFile> {
  if (file.size > maxBytes) return { failure: 'The file is larger than 1 MB.' };
  try {
    return { text: await file.text() };
  } catch {
    return { failure: 'The file cannot be read.' };
  }
}
