// Bidirectional control characters change how a text is displayed, so that a buy order can look
// like a sell order. Each of them in an answer, plain or escaped, is replaced with the replacement
// character.
const controls =
  /\xe2\x80[\x8e\x8f\xaa-\xae]|\xe2\x81[\xa6-\xa9]|\xd8\x9c|\\u(?:200[efEF]|202[a-eA-E]|206[6-9]|061[cC])/g;
const replacement = '\xef\xbf\xbd';

/** Returns the same bytes if they contain no bidirectional control character. */
export function withoutDirectionControls(bytes: Uint8Array): Uint8Array {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!startBytes.some((start) => buffer.includes(start))) return bytes;
  const text = buffer.toString('latin1');
  const plain = text.replaceAll(controls, (found) => (found.startsWith('\\') ? String.raw`\ufffd` : replacement));
  // Copied into memory of its own, because the answer is transferred to the thread that stores it
  // and Node's buffer pool cannot be transferred.
  return plain === text ? bytes : new Uint8Array(Buffer.from(plain, 'latin1'));
}

const startBytes = ['\xe2\x80', '\xe2\x81', '\xd8\x9c', '\\u20', '\\u06'].map((start) => Buffer.from(start, 'latin1'));
