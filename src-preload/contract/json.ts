/**
 * The values that may cross the bridge. Both hosts transfer JSON, so a Date, a Map or a function
 * would arrive as something else. `JsonSafe<T>` is T itself if T is safe, and `never` otherwise, so
 * an unsafe contract member does not compile.
 */
export type JsonSafe<T> = T extends string | number | boolean | null
  ? T
  : T extends (...args: never[]) => unknown
    ? never
    : T extends Date | Map<unknown, unknown> | Set<unknown> | bigint | symbol
      ? never
      : T extends object
        ? { [Key in keyof T]: JsonSafe<T[Key]> }
        : T extends undefined
          ? undefined
          : never;

/**
 * True only if every member of T is transferred unchanged. An optional member without a value is
 * omitted, not sent as undefined.
 */
export type IsJsonSafe<T> = [T] extends [JsonSafe<T>] ? true : false;
