/** A size: `812 B`, `14.2 kB`, `3.1 MB`. */
export function bytesText(bytes: number | null): string {
  if (bytes === null) return '–';
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
