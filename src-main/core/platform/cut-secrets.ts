// A platform that repeats the key in an answer must not bring it into the journal, the cache, a log or a window. Answers
// are cleaned as bytes, in the one place where they arrive, before anything parses them: each way in which a text can hold
// a secret is one regular expression over them.
const removed = '[key]';

/** Bytes looked at in one go. */
const chunkBytes = 64 * 1024;

/** How a secret may be written. */
type Hidden = {
  readonly pattern: RegExp;
  /** Every way that needs neither `%` nor a backslash: to look for them is much faster than the pattern. */
  readonly plain: readonly Buffer[];
  /** The secret itself where it has digits only, and could be a figure of the answer. */
  readonly figure: string | null;
  /** Bytes of the longest way. */
  readonly longest: number;
};

/** The secrets of a connection: its key, and a password for as long as its act is open. */
export class SecretCutter {
  readonly #hidden = new Map<symbol, Hidden>();

  /** Returns the release. */
  hide(secret: string): () => void {
    const id = Symbol('secret');
    if (secret !== '') this.#hidden.set(id, hiddenOf(secret));
    return () => void this.#hidden.delete(id);
  }

  /** The same bytes where they hold no secret. */
  cut(bytes: Uint8Array): Uint8Array {
    let clean = bytes;
    for (const hidden of this.#hidden.values()) clean = cutOne(clean, hidden);
    return clean;
  }
}

function cutOne(bytes: Uint8Array, hidden: Hidden): Uint8Array {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = placesOf(buffer, hidden);
  const places = hidden.figure === null ? found : withoutFigures(buffer, found, hidden.figure);
  if (places.length === 0) return bytes;
  const parts: Buffer[] = [];
  let at = 0;
  for (const [from, to] of places) {
    parts.push(buffer.subarray(at, from), Buffer.from(removed));
    at = to;
  }
  // Of its own memory: an answer is handed over to the thread that stores it, and the pool of buffers cannot be.
  return new Uint8Array(Buffer.concat([...parts, buffer.subarray(at)]));
}

const shifts = [0, 1, 2] as const;

type Place = readonly [from: number, to: number];

/** Chunks overlap by the longest way to write it, so that none hides at a seam. */
function placesOf(buffer: Buffer, hidden: Hidden): Place[] {
  const { pattern, longest } = hidden;
  const places: Place[] = [];
  let end = 0;
  for (let start = 0; start < buffer.length; start += chunkBytes) {
    const chunk = buffer.subarray(start, start + chunkBytes + longest);
    if (!mayHold(chunk, hidden)) continue;
    for (const match of chunk.toString('latin1').matchAll(pattern)) {
      const from = start + match.index;
      if (from < end) continue;
      end = from + match[0].length;
      places.push([from, end]);
    }
  }
  return places;
}

const mayHold = (chunk: Buffer, { plain }: Hidden): boolean =>
  chunk.includes(0x25) || chunk.includes(0x5c) || plain.some((way) => chunk.includes(way));

/** A key of digits only: a longer number, and one that JSON does not quote, is a figure and not the key. */
function withoutFigures(buffer: Buffer, places: readonly Place[], figure: string): Place[] {
  const isJson = /^[[{]/.test(buffer.toString('latin1', 0, 64).trimStart());
  const quotes = new Quotes(buffer);
  return places.filter(([from, to]) => {
    if (buffer.toString('latin1', from, to) !== figure) return true;
    if (isDigit(buffer[from - 1]) || isDigit(buffer[to])) return false;
    return !isJson || quotes.holds(from);
  });
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** Which bytes of a JSON text are quoted. Asked in order, so that the text is looked through once. */
class Quotes {
  readonly #json: Buffer;
  #at = 0;
  #quoted = false;

  constructor(json: Buffer) {
    this.#json = json;
  }

  holds(at: number): boolean {
    for (; this.#at < at; this.#at += 1) {
      const byte = this.#json[this.#at];
      if (byte === 0x5c) this.#at += 1;
      else if (byte === 0x22) this.#quoted = !this.#quoted;
    }
    return this.#quoted;
  }
}

function hiddenOf(secret: string): Hidden {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  const base64 = shifts.map((shift) => base64Of(bytes, shift));
  const plain = [secret, secret.replaceAll(' ', '+'), hex, hex.toUpperCase(), ...base64, ...base64.map(urlSafe)];
  const letters = Array.from(secret, waysOf).join('');
  const pattern = [letters, hexOf(bytes), ...base64.map(base64Pattern)].join('|');
  // The longest: each code unit as \u0000, each byte as %00.
  return {
    pattern: new RegExp(pattern, 'g'),
    plain: plain.map((way) => Buffer.from(way)),
    figure: /^\d+$/.test(secret) ? secret : null,
    longest: 6 * bytes.length + 8,
  };
}

/** One character plain, percent-encoded, and escaped in JSON. */
function waysOf(character: string): string {
  const bytes = Buffer.from(character);
  const plain = literal(bytes.toString('latin1'));
  const percent = [...bytes].map((byte) => `%${hexOf(Buffer.from([byte]))}`).join('');
  const units = character.split('').map((unit) => {
    const code = Buffer.from([unit.charCodeAt(0) >> 8, unit.charCodeAt(0) & 0xff]);
    return `\\\\u${hexOf(code)}`;
  });
  const escaped = '"/\\'.includes(character) ? `\\\\?${plain}` : plain;
  const ways = [escaped, percent, units.join('')];
  return `(?:${(character === ' ' ? [...ways, '\\+'] : ways).join('|')})`;
}

/** In digits of either case. */
const hexOf = (bytes: Buffer): string =>
  bytes.toString('hex').replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

/** What of a base64 text is decided by these bytes alone, where they begin `shift` bytes into a group of three. */
function base64Of(bytes: Buffer, shift: number): string {
  const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
  return text.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6));
}

const urlSafe = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_');

const base64Pattern = (base64: string): string =>
  base64.replaceAll(/[+/]/g, (sign) => (sign === '+' ? '[+-]' : String.raw`(?:\\?/|_)`));

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);
