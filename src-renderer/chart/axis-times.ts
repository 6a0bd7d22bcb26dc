import type { ZoneClock } from './zone-clock.ts';

/**
 * Times for the axis: the zone's wall clock read as UTC, so that days and months begin where the trader sees them begin.
 * The chart asks for strictly ascending times; in the repeated autumn hour a point is therefore set one second after the
 * one before it. Only the label of the axis feels that: points stand side by side, and the legend tells the true time.
 */
export function axisTimes(times: Float64Array, clock: ZoneClock): Float64Array {
  const out = new Float64Array(times.length);
  let previous = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < times.length; at += 1) {
    const time = Math.floor(clock.wall(times[at] ?? 0));
    previous = time > previous ? time : previous + 1;
    out[at] = previous;
  }
  return out;
}
