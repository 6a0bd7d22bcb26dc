import type { OrderDeskDeps } from './order-desk-deps.ts';

/**
 * Milliseconds by the platform's clock, which releases and ends orders. Until its first answer, by
 * the clock of this computer.
 */
export const serviceNow = ({
  clock,
  serviceClockOffsetMs,
}: Pick<OrderDeskDeps, 'clock' | 'serviceClockOffsetMs'>): number => clock.now() + (serviceClockOffsetMs() ?? 0);
