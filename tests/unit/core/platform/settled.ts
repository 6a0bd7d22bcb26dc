/** Lets every promise that can go on go on; no time passes. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
