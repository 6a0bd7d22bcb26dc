import { transitions } from './lifecycle.ts';

/**
 * A point at which a test may end the process. The function gets the name of the point and does
 * nothing in the product.
 */
export type FailPoint = (name: string) => void;

/**
 * Two points for each step that is stored: one before its transaction, and one between the
 * transaction and the effect of the step.
 */
export const failPointNames: readonly string[] = [
  ...['created', ...Object.keys(transitions)].map((type) => `order.${type}`),
  'cancel.saved',
  'act.saved',
  'group.reserved',
].flatMap((name) => [`${name}.before`, `${name}.written`]);
