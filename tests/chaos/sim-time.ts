/**
 * Simulated time was `epoch` when the machine's time was `since`, and runs `speed` times as fast.
 * The core, the practice service and the run use the same `SimTime`, so that all of them agree on
 * the time. `epoch` and `since` are in milliseconds since 1970.
 */
export type SimTime = { readonly epoch: number; readonly since: number; readonly speed: number };

/** The machine's clock without the steps that a time server makes while the process runs. */
export const machineNow = (): number => performance.timeOrigin + performance.now();

export const simNow = ({ epoch, since, speed }: SimTime, now = machineNow()): number => epoch + (now - since) * speed;

/** The same clock, moved forward by this many milliseconds of simulated time. */
export const advanced = (time: SimTime, milliseconds: number): SimTime => ({
  ...time,
  epoch: time.epoch + milliseconds,
});
