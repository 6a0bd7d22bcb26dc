/** Lets all pending promises continue; no time passes. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
