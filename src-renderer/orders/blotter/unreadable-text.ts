import type { UnreadableRecord } from '#contract/model/signal.ts';

/**
 * "1 of 3 could not be read" for the list of working orders. If no record of that list is
 * unreadable, the text counts the unreadable records in the list of all orders.
 */
export function unreadableCountText(records: readonly UnreadableRecord[]): string {
  const working = records.filter((record) => record.working);
  const [first] = working;
  if (first) return `${working.length} of ${first.listedCount} could not be read`;
  return records.length === 1 ? '1 record could not be read' : `${records.length} records could not be read`;
}

/** "Order 155123456: BTO AAPL (could not be read)". */
export function unreadableText({ serviceId, action, symbol }: UnreadableRecord): string {
  const known = [action, symbol].filter((part) => part !== null).join(' ');
  const name = serviceId === null ? 'An order without a readable id' : `Order ${serviceId}`;
  return `${known === '' ? name : `${name}: ${known}`} (could not be read)`;
}
