/**
 * How long the URL of a saved file is valid. The browser saves to the download folder, Electron
 * asks where to save. No event reports that the bytes were taken; a minute is enough and costs only
 * memory.
 */
const urlLifetimeMs = 60_000;

export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), urlLifetimeMs);
}
