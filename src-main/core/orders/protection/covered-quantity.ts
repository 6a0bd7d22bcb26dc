import Big from 'big.js';
import type { Signal } from '#contract/model/signal.ts';

/**
 * The quantity that stops cover. Only one member of a group fills, and after a price gap it is
 * unknown which, so a group covers the quantity of its smallest stop.
 */
export function coveredBy(stops: readonly Signal[]): string {
  const groups = Map.groupBy(stops, ({ ocaGroupId, rowId }) => (ocaGroupId === null ? rowId : `group ${ocaGroupId}`));
  let covered = new Big(0);
  for (const [first, ...others] of groups.values()) {
    if (first === undefined) continue;
    const quantities = [first, ...others].map(({ quantity }) => new Big(quantity));
    covered = covered.plus(quantities.reduce((least, one) => (one.lt(least) ? one : least)));
  }
  return covered.toFixed();
}
