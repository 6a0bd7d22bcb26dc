/**
 * Records as JSON text. Exact decimals are bigints, which are written as {"n":"..."} and read as
 * bigints again.
 */
export function toText(record: unknown): string {
  return JSON.stringify(record, (_key, value: unknown) => (typeof value === 'bigint' ? marked(value) : value));
}

/**
 * An exact decimal as it is written. If the exact members of a record are marked first,
 * JSON.stringify needs no replacer, which it would call for every member.
 */
export function marked(value: bigint): { readonly n: string } {
  return { n: value.toString() };
}

/** The caller names the type: the text was written by `toText` from the same type. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the type is what the caller wrote
export function fromText<T>(text: string): T {
  // A reviver is called for every member, and most records have no exact decimal.
  const hasExact = text.includes('{"n":');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own database, written by toText
  return (hasExact ? JSON.parse(text, (_key, value: unknown) => revive(value)) : JSON.parse(text)) as T;
}

function revive(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('n' in value) || typeof value.n !== 'string') return value;
  return Object.keys(value).length === 1 ? BigInt(value.n) : value;
}
