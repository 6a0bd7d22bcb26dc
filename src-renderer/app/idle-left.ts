/** "4:05", the time until the desk disarms by itself; "0:00" once it is over and main has not said so yet. */
export function idleLeft(idleAt: number, now: number): string {
  const seconds = Math.max(0, Math.ceil(idleAt - now));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
