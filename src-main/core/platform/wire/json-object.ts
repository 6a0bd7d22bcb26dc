/** A decoded JSON object. Its members are unknown until a parser has read them. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** True for a JSON object, false for a list. */
export const isRecord = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
