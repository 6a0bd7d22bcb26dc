/**
 * T_late, in ms after the request. An effect that no clean reading has shown by then has most
 * likely not happened.
 */
export const lateMs = 120_000;

/**
 * The times at which the platform is read for an unknown outcome, in milliseconds after the request
 * (order-safety 4, acts A4). After the last of these times, readings are repeated until one is
 * clean.
 */
export const readBackTimes: readonly number[] = [2_000, 5_000, 10_000, 20_000, 40_000, 60_000, lateMs];

const repeatMs = 20_000;

/**
 * The start of the next reading, after the one that began at `elapsed` (negative before the first).
 */
export const nextReadBack = (elapsed: number): number => readBackTimes.find((at) => at > elapsed) ?? elapsed + repeatMs;
