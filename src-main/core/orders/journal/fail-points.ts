import { transitions } from './lifecycle.ts';

/**
 * A point at which a test may end the process. It is called with its name and does nothing in the
 * product.
 */
export type FailPoint = (name: string) => void;

/**
 * Two points for each transition: before its transaction, and between its commit and its effect.
 */
export const failPointNames: readonly string[] = [
  ...['created', ...Object.keys(transitions)].map((type) => `order.${type}`),
  'cancel.saved',
  'act.saved',
  'group.reserved',
].flatMap((name) => [`${name}.before`, `${name}.written`]);
