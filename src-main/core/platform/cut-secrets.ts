// A platform that repeats the key in an answer must not bring it into the journal, the cache, a log
// or a window. Answers are cleaned as bytes, in the one place where they arrive, before anything
// parses them. One regular expression matches every form in which a text can contain a secret.

/** Replaces each secret in a cleaned text. */
export const secretMark = '[key]';

/** Bytes searched at a time. */
const chunkBytes = 64 * 1024;

/** The forms in which a secret may be written. */
type SecretForms = {
  readonly pattern: RegExp;
  /** Every form without `%` and backslash. Searching for these is much faster than the pattern. */
  readonly plain: readonly Buffer[];
  /** The secret itself if it has only digits and could be a number in the answer, else null. */
  readonly figure: string | null;
  /** Length of the longest form, in bytes. */
  readonly longest: number;
};

/**
 * Cuts the key of a connection out of its answers, and a password out of the answer to the act that
 * sets it.
 */
export class SecretCutter {
  readonly #secretForms: readonly SecretForms[];

  constructor(secrets: readonly string[]) {
    this.#secretForms = secrets.filter((secret) => secret !== '').map(secretFormsOf);
  }

  /** Returns the same bytes if they contain no secret. */
  cut(bytes: Uint8Array): Uint8Array {
    let clean = bytes;
    for (const secretForms of this.#secretForms) clean = cutOne(clean, secretForms);
    return clean;
  }
}

function cutOne(bytes: Uint8Array, secretForms: SecretForms): Uint8Array {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = placesOf(buffer, secretForms);
  const places = secretForms.figure === null ? found : withoutFigures(buffer, found, secretForms.figure);
  if (places.length === 0) return bytes;
  const parts: Buffer[] = [];
  let at = 0;
  for (const [from, to] of places) {
    parts.push(buffer.subarray(at, from), Buffer.from(secretMark));
    at = to;
  }
  // Copied into memory of its own, because the answer is transferred to the thread that stores it
  // and Node's buffer pool cannot be transferred.
  return new Uint8Array(Buffer.concat([...parts, buffer.subarray(at)]));
}

const shifts = [0, 1, 2] as const;

type Place = readonly [from: number, to: number];

/** Chunks overlap by the longest form, so that no secret is missed at a boundary. */
function placesOf(buffer: Buffer, secretForms: SecretForms): Place[] {
  const { pattern, longest } = secretForms;
  const places: Place[] = [];
  let end = 0;
  for (let start = 0; start < buffer.length; start += chunkBytes) {
    const chunk = buffer.subarray(start, start + chunkBytes + longest);
    if (!mayContain(chunk, secretForms)) continue;
    for (const match of chunk.toString('latin1').matchAll(pattern)) {
      const from = start + match.index;
      if (from < end) continue;
      end = from + match[0].length;
      places.push([from, end]);
    }
  }
  return places;
}

const mayContain = (chunk: Buffer, { plain }: SecretForms): boolean =>
  chunk.includes(0x25) || chunk.includes(0x5c) || plain.some((form) => chunk.includes(form));

/**
 * For a key of digits only: a longer number, or a number without quotes in JSON, is data and not
 * the key.
 */
function withoutFigures(buffer: Buffer, places: readonly Place[], figure: string): Place[] {
  const isJson = /^[[{]/.test(buffer.toString('latin1', 0, 64).trimStart());
  const quotes = new Quotes(buffer);
  return places.filter(([from, to]) => {
    if (buffer.toString('latin1', from, to) !== figure) return true;
    if (isDigit(buffer[from - 1]) || isDigit(buffer[to])) return false;
    return !isJson || quotes.isQuoted(from);
  });
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;

/**
 * Tells which bytes of a JSON text are inside quotes. Call `isQuoted` with increasing positions, so
 * that the text is scanned once.
 */
class Quotes {
  readonly #json: Buffer;
  #at = 0;
  #quoted = false;

  constructor(json: Buffer) {
    this.#json = json;
  }

  isQuoted(at: number): boolean {
    for (; this.#at < at; this.#at += 1) {
      const byte = this.#json[this.#at];
      if (byte === 0x5c) this.#at += 1;
      else if (byte === 0x22) this.#quoted = !this.#quoted;
    }
    return this.#quoted;
  }
}

function secretFormsOf(secret: string): SecretForms {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  const base64 = shifts.map((shift) => base64Of(bytes, shift));
  const plain = [secret, secret.replaceAll(' ', '+'), hex, hex.toUpperCase(), ...base64, ...base64.map(urlSafe)];
  const letters = Array.from(secret, characterPattern).join('');
  const pattern = [letters, hexPattern(bytes), ...base64.map(base64Pattern)].join('|');
  // The longest form has each code unit as \u0000 or each byte as %00.
  return {
    pattern: new RegExp(pattern, 'g'),
    plain: plain.map((form) => Buffer.from(form)),
    figure: /^\d+$/.test(secret) ? secret : null,
    longest: 6 * bytes.length + 8,
  };
}

/** A pattern for one character: plain, percent-encoded or escaped for JSON. */
function characterPattern(character: string): string {
  const bytes = Buffer.from(character);
  const plain = literal(bytes.toString('latin1'));
  const percent = [...bytes].map((byte) => `%${hexPattern(Buffer.from([byte]))}`).join('');
  const units = character.split('').map((unit) => {
    const code = Buffer.from([unit.charCodeAt(0) >> 8, unit.charCodeAt(0) & 0xff]);
    return `\\\\u${hexPattern(code)}`;
  });
  const escaped = '"/\\'.includes(character) ? `\\\\?${plain}` : plain;
  const forms = [escaped, percent, units.join('')];
  return `(?:${(character === ' ' ? [...forms, '\\+'] : forms).join('|')})`;
}

/** A pattern for these bytes in hexadecimal, in either case. */
const hexPattern = (bytes: Buffer): string =>
  bytes.toString('hex').replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

/**
 * The part of a base64 text that these bytes alone decide, if they begin `shift` bytes into a group
 * of three.
 */
function base64Of(bytes: Buffer, shift: number): string {
  const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
  return text.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6));
}

const urlSafe = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_');

const base64Pattern = (base64: string): string =>
  base64.replaceAll(/[+/]/g, (sign) => (sign === '+' ? '[+-]' : String.raw`(?:\\?/|_)`));

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);
