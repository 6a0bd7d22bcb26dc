/**
 * Milliseconds of processor time that this thread has used. On a busy machine it does not include
 * waiting for the processor, unlike wall time. It also does not include the helper threads of
 * garbage collection; this affects all compared programs alike.
 */
export function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The processor time of `work` in milliseconds. */
export function timed(work: () => unknown): number {
  const begin = threadTime();
  const result = work();
  const took = threadTime() - begin;
  // The result is used, so that the compiler cannot remove the work.
  if (result === null || result === undefined) throw new Error('The work returned nothing');
  return took;
}
