/**
 * Largest width of a character of the bundled font at any weight, in ems (checked by
 * `tests/e2e/gallery.spec.ts`).
 */
const WIDEST = 1.06;
const NARROW = 0.42;
const DIGIT = 0.67;
const SMALL = 0.64;
const CAPITAL = 0.78;

/** Widths by character code, in ems. 0 for a control character, whose width is not known. */
const ems = new Float64Array(128).fill(DIGIT, 32, 127);
const setAll = (characters: string, width: number): void => {
  for (const character of characters) ems[character.charCodeAt(0)] = width;
};
setAll('abcdeghknopqsuvxyz', SMALL);
setAll('ABCDEFGHJKLNOPQRSTUVXYZ', CAPITAL);
setAll(" .,:;!|()[]{}'\u0060/\\fijlrtI", NARROW);
setAll('MWmw%@', WIDEST);

/** Widths of some characters above code 127, in ems. The widths of the rest are not known. */
const WIDTHS_ABOVE_ASCII: ReadonlyMap<string, number> = new Map([
  ['−', DIGIT],
  ['–', DIGIT],
  ['·', NARROW],
  ['›', NARROW + 0.05],
]);

/** Upper bound of the text width in ems. Infinity if the text has a character of unknown width. */
export function widthBound(text: string): number {
  let width = 0;
  for (let at = 0; at < text.length; at++) {
    const charWidth = ems[text.charCodeAt(at)];
    width +=
      charWidth === undefined || charWidth === 0 ? (WIDTHS_ABOVE_ASCII.get(text.charAt(at)) ?? Infinity) : charWidth;
  }
  return width;
}

/**
 * The largest text width of each column. Clipping costs time for each cell in every frame, and a
 * grid has six hundred cells. So the grid clips only the columns that have a text that is too wide.
 */
export class TextWidths {
  /** By column: the largest text width in ems, and the length of the longest text. */
  readonly #widest: number[];
  readonly #longest: number[];
  #grown = false;
  #longestOnly = false;

  constructor(columns: number) {
    this.#widest = new Array<number>(columns).fill(0);
    this.#longest = new Array<number>(columns).fill(0);
  }

  /**
   * While `on` is true, a text is measured only if it has more characters than each earlier text of
   * its column. When `on` becomes false, `measureAll` has to measure every text.
   */
  setLongestOnly(on: boolean, measureAll: () => void): void {
    const wasOn = this.#longestOnly;
    this.#longestOnly = on;
    if (wasOn && !on) measureAll();
  }

  measure(column: number, text: string): void {
    if (this.#longestOnly) {
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

  /** Widths by column in ems, if one has grown since the last call. Otherwise null. */
  takeGrown(): readonly number[] | null {
    if (!this.#grown) return null;
    this.#grown = false;
    return [...this.#widest];
  }
}
