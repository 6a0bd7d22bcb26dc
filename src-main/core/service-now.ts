import type { Clock } from './ports.ts';

/**
 * `serviceClockOffsetMs`: the platform's clock less that of this computer; null until the platform
 * first answers.
 */
export type ServiceClock = {
  readonly clock: Pick<Clock, 'now'>;
  readonly serviceClockOffsetMs: () => number | null;
};

/**
 * Milliseconds by the platform's clock, which releases and ends orders. Until the platform first
 * answers, by the clock of this computer.
 */
export const serviceNow = ({ clock, serviceClockOffsetMs }: ServiceClock): number =>
  toServiceTime(clock.now(), { serviceClockOffsetMs });

/** A time of this computer by the platform's clock, both in milliseconds. */
export const toServiceTime = (
  localMs: number,
  { serviceClockOffsetMs }: Pick<ServiceClock, 'serviceClockOffsetMs'>,
): number => localMs + (serviceClockOffsetMs() ?? 0);
