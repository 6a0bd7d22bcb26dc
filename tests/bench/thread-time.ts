/**
 * Milliseconds of processor time that this thread has used. On a machine with other work it leaves out what a thread waits for its turn,
 * which would be measured along with a clock; it also leaves out the threads that help to collect garbage, for everybody alike.
 */
export function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** What a piece of work takes of it. */
export function timed(work: () => unknown): number {
  const begin = threadTime();
  const made = work();
  const took = threadTime() - begin;
  // Kept until here, so that no compiler may leave the work out.
  if (made === null || made === undefined) throw new Error('The work made nothing');
  return took;
}
