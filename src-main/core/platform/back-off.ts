const firstMs = 2_000;
const maxMs = 60_000;

/**
 * Milliseconds to wait after this many consecutive failures: 2 s, doubled each time, at most 60 s.
 */
export const backOffMs = (failures: number): number =>
  failures === 0 ? 0 : Math.min(maxMs, firstMs * 2 ** Math.min(failures - 1, 10));
