const firstMs = 2_000;
const maxMs = 60_000;

/** Milliseconds to wait after this many failures in a row: 2 s, doubled each time, 60 s at most. */
export const backOffMs = (failures: number): number =>
  failures === 0 ? 0 : Math.min(maxMs, firstMs * 2 ** Math.min(failures - 1, 10));
