import type { ZoneClock } from './zone-clock.ts';

/**
 * Times for the axis: the zone's wall clock read as UTC, so that days and months begin at local
 * midnight. The chart requires strictly ascending times, so a point in the repeated autumn hour is
 * set one second after the previous one. This affects only the axis label: points are drawn side by
 * side, and the legend shows the true time.
 */
export function axisTimes(times: Float64Array, clock: ZoneClock): Float64Array {
  const axisTime = new Float64Array(times.length);
  let previous = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < times.length; at += 1) {
    const wall = Math.floor(clock.wall(times[at] ?? 0));
    previous = wall > previous ? wall : previous + 1;
    axisTime[at] = previous;
  }
  return axisTime;
}
