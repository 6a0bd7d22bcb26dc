/** A size: `812 B`, `14.2 kB`, `3.1 MB`. */
export function bytesText(bytes: number | null): string {
  if (bytes === null) return '–';
  if (bytes < 1_000) return `${bytes} B`;
  // More bytes would be rounded to 1000.0 kB.
  if (bytes < 999_950) return `${(bytes / 1_000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
