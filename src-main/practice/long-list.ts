import { setImmediate } from 'node:timers/promises';
import { printEnvelope, printListed, type Envelope } from './envelope.ts';

/** Number of records that are printed at a time, which takes about two milliseconds. */
const PART_SIZE = 250;

/**
 * The records of a long answer. They are made when the answer is printed, from data that is fixed
 * when the command runs, so later changes are not in them.
 */
export class LongList<Item> {
  readonly #items: readonly Item[];
  readonly #record: (item: Item) => object;
  readonly #text: (item: Item) => string;

  /** `text`: the printed record, if it is known without making the record. */
  constructor(
    items: readonly Item[],
    record: (item: Item) => object,
    text = (item: Item): string => printListed(record(item)),
  ) {
    this.#items = items;
    this.#record = record;
    this.#text = text;
  }

  get isPrintedInParts(): boolean {
    return this.#items.length > PART_SIZE;
  }

  /** All records, to print them at once. */
  toJSON(): object[] {
    return this.#items.map(this.#record);
  }

  /** The printed records, in parts of `PART_SIZE`. */
  *parts(): Generator<string> {
    for (let at = 0; at < this.#items.length; at += PART_SIZE) {
      yield this.#items
        .slice(at, at + PART_SIZE)
        .map((item) => this.#text(item))
        .join(',');
    }
  }
}

/** The envelope with each `LongList` replaced by its records. */
export function plainEnvelope(envelope: Envelope): Envelope {
  return Object.fromEntries(
    Object.entries(envelope).map(([name, value]) => [name, value instanceof LongList ? value.toJSON() : value]),
  );
}

/** The list that this envelope prints in parts, and the name of its member; null if none. */
export function longListOf(envelope: Envelope): { readonly name: string; readonly list: LongList<unknown> } | null {
  for (const name in envelope) {
    const list = envelope[name];
    if (list instanceof LongList) return list.isPrintedInParts ? { name, list } : null;
  }
  return null;
}

/**
 * The text of `printEnvelope`, made in parts. Other requests are served between the parts, so that
 * an order does not wait for a list. Null as soon as `isWanted` returns false.
 */
export async function printInParts(envelope: Envelope, isWanted: () => boolean): Promise<string | null> {
  const longList = longListOf(envelope);
  if (longList === null) return printEnvelope(envelope);
  const { name, list } = longList;
  const frame = printEnvelope({ ...envelope, [name]: [] });
  // Only a member of the envelope itself begins a line like this, because a JSON string has no line
  // break.
  const memberStart = `\n   ${JSON.stringify(name)}: [`;
  const at = frame.indexOf(`${memberStart}]`) + memberStart.length;
  const texts: string[] = [];
  for (const part of list.parts()) {
    texts.push(part);
    await setImmediate();
    if (!isWanted()) return null;
  }
  return `${frame.slice(0, at)}${texts.join(',')}\n   ${frame.slice(at)}`;
}
