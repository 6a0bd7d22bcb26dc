/**
 * Milliseconds of processor time that this thread has used. On a busy machine it does not include
 * waiting for the processor, unlike wall time. It also does not include the helper threads of
 * garbage collection, for all contestants alike.
 */
export function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The processor time of a piece of work. */
export function timed(work: () => unknown): number {
  const begin = threadTime();
  const made = work();
  const took = threadTime() - begin;
  // Used until here, so that the compiler cannot remove the work.
  if (made === null || made === undefined) throw new Error('The work made nothing');
  return took;
}
