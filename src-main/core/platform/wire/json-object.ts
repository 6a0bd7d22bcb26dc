/** A decoded JSON object: its members are unknown until a parser has looked at them. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A JSON object that is no list. */
export const isRecord = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
