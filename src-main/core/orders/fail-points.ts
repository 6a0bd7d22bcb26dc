import { arrows } from './lifecycle.ts';

/** A place at which a test may end the process: called with its name, does nothing in the product. */
export type FailPoint = (name: string) => void;

/** Before the transaction of an arrow, and after it is durable and before its effect. */
export const failPointNames: readonly string[] = [
  ...['created', ...Object.keys(arrows)].map((type) => `order.${type}`),
  'cancel.saved',
  'act.saved',
  'group.reserved',
].flatMap((name) => [`${name}.before`, `${name}.written`]);
