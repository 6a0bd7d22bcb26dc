/**
 * Hands a file to the user: the browser saves it where downloads go, Electron asks where. The address is given back when
 * whoever saves has taken the bytes, which nothing reports; a minute is ample and costs only memory.
 */
const heldMs = 60_000;

export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), heldMs);
}
