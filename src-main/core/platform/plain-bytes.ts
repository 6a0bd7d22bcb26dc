// Control characters of writing direction can show an order as another than it is. What an answer holds of them, plain or
// escaped, arrives as the replacement character.
const controls =
  /\xe2\x80[\x8e\x8f\xaa-\xae]|\xe2\x81[\xa6-\xa9]|\xd8\x9c|\\u(?:200[efEF]|202[a-eA-E]|206[6-9]|061[cC])/g;
const replacement = '\xef\xbf\xbd';

/** The same bytes where they hold none. */
export function withoutDirectionControls(bytes: Uint8Array): Uint8Array {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!mayHold.some((start) => buffer.includes(start))) return bytes;
  const text = buffer.toString('latin1');
  const plain = text.replaceAll(controls, (found) => (found.startsWith('\\') ? String.raw`\ufffd` : replacement));
  // Of its own memory: an answer is handed over to the thread that stores it, and the pool of buffers cannot be.
  return plain === text ? bytes : new Uint8Array(Buffer.from(plain, 'latin1'));
}

const mayHold = ['\xe2\x80', '\xe2\x81', '\xd8\x9c', '\\u20', '\\u06'].map((start) => Buffer.from(start, 'latin1'));
