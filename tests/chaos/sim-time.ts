/**
 * Simulated time: at the machine's instant `since` it was `epoch`, and it runs `speed` times as fast. The core, the practice
 * service and the driver are given the same one, so that two minutes cost two seconds and everybody agrees what time it is.
 * All in milliseconds since 1970.
 */
export type SimTime = { readonly epoch: number; readonly since: number; readonly speed: number };

/** The machine's clock without the steps that a time server makes in it while the process lives. */
export const machineNow = (): number => performance.timeOrigin + performance.now();

export const simNow = ({ epoch, since, speed }: SimTime, now = machineNow()): number => epoch + (now - since) * speed;

/** The same clock some milliseconds of simulated time later. */
export const advanced = (time: SimTime, milliseconds: number): SimTime => ({
  ...time,
  epoch: time.epoch + milliseconds,
});
