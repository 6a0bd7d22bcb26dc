/** Ems that no character of the bundled font is wider than, at any weight in use (`tests/e2e/gallery.spec.ts` holds it against the font). */
const WIDEST = 1.06;
const NARROW = 0.42;
const DIGIT = 0.67;
const SMALL = 0.64;
const CAPITAL = 0.78;

/** By character code; what is not in it may be as wide as it likes. */
const ems = new Float64Array(128).fill(DIGIT, 32, 127);
const setAll = (characters: string, width: number): void => {
  for (const character of characters) ems[character.charCodeAt(0)] = width;
};
setAll('abcdeghknopqsuvxyz', SMALL);
setAll('ABCDEFGHJKLNOPQRSTUVXYZ', CAPITAL);
setAll(" .,:;!|()[]{}'\u0060/\\fijlrtI", NARROW);
setAll('MWmw%@', WIDEST);

const TYPOGRAPHIC: ReadonlyMap<string, number> = new Map([
  ['−', DIGIT],
  ['–', DIGIT],
  ['·', NARROW],
  ['›', NARROW + 0.05],
]);

/** Ems that the text is at most wide; Infinity where it holds a character that nobody has measured. */
export function widthBound(text: string): number {
  let width = 0;
  for (let at = 0; at < text.length; at++) {
    const known = ems[text.charCodeAt(at)];
    width += known === undefined || known === 0 ? (TYPOGRAPHIC.get(text.charAt(at)) ?? Infinity) : known;
  }
  return width;
}

/**
 * How wide the texts of each column are at most. A cell that cuts its text off is a clip of its own to the browser, in every frame,
 * and there are six hundred cells of which few have too much to say: only the columns with such a text cut it off.
 */
export class TextRoom {
  readonly #widest: number[];
  readonly #longest: number[];
  #grown = false;
  /** Looks only at a text with more characters than any before it in its column; the others are to be seen again. */
  glances = false;

  constructor(columns: number) {
    this.#widest = new Array<number>(columns).fill(0);
    this.#longest = new Array<number>(columns).fill(0);
  }

  see(column: number, text: string): void {
    if (this.glances) {
      if (text.length <= (this.#longest[column] ?? 0)) return;
      this.#longest[column] = text.length;
    }
    const widest = this.#widest[column] ?? 0;
    if (text.length * WIDEST <= widest) return;
    const width = widthBound(text);
    if (width <= widest) return;
    this.#widest[column] = width;
    this.#grown = true;
  }

  /** By column, in ems, when one has grown since this was asked last; else null. */
  grown(): readonly number[] | null {
    if (!this.#grown) return null;
    this.#grown = false;
    return [...this.#widest];
  }
}
