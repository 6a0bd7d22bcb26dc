/** What an answer held. A record that cannot be read is counted and named, and never costs the others. */
export type Parsed<Item> = {
  readonly items: Item[];
  /** Records left out. */
  readonly bad: number;
  /** The first few reasons, for the log: names of members, never their values. */
  readonly problems: readonly string[];
};

/** A record, or which of its members is missing or makes no sense. */
export type ParsedRecord<Item> = Item | { readonly problem: string };

const problemsKept = 5;

/** Null when this is no list at all. `leftOut` hears of every record that cannot be read. */
export const parseList = <Item extends object>(
  value: unknown,
  parse: (record: unknown) => ParsedRecord<Item>,
  leftOut: (record: unknown, problem: string) => void = () => undefined,
): Parsed<Item> | null => {
  if (!Array.isArray(value)) return null;
  const items: Item[] = [];
  const problems = new Set<string>();
  for (const record of value) {
    const parsed = parse(record);
    if ('problem' in parsed) {
      leftOut(record, parsed.problem);
      if (problems.size < problemsKept) problems.add(parsed.problem);
    } else items.push(parsed);
  }
  return { items, bad: value.length - items.length, problems: [...problems] };
};
