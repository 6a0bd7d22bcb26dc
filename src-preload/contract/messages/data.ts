/** Readings and what is stored of them. */
export type DataMessages = Record<never, never>;
