/**
 * The records of an answer. A record that cannot be read is counted and named; the others are still
 * read.
 */
export type Parsed<Item> = {
  readonly items: Item[];
  /** Records left out. */
  readonly bad: number;
  /** The first few reasons, for the log: names of members, never their values. */
  readonly problems: readonly string[];
};

/** A record, or which of its members is missing or invalid. */
export type ParsedRecord<Item> = Item | { readonly problem: string };

const maxProblems = 5;

/** Null when the value is no list. `onProblem` is called for every record that cannot be read. */
export const parseList = <Item extends object>(
  value: unknown,
  parse: (record: unknown) => ParsedRecord<Item>,
  onProblem: (record: unknown, problem: string) => void = () => undefined,
): Parsed<Item> | null => {
  if (!Array.isArray(value)) return null;
  const items: Item[] = [];
  const problems = new Set<string>();
  for (const record of value) {
    const parsed = parse(record);
    if ('problem' in parsed) {
      onProblem(record, parsed.problem);
      if (problems.size < maxProblems) problems.add(parsed.problem);
    } else items.push(parsed);
  }
  return { items, bad: value.length - items.length, problems: [...problems] };
};
