import type { CommandOutcome } from '#contract/commands.ts';
import type { Text } from '#contract/message.ts';
import type { CheckedList, TradeListCheck } from '#contract/model/trade-check.ts';
import { done, failed } from '#contract/outcome.ts';
import type { PlatformClient, PlatformRequest } from '#core/platform/platform-client.ts';
import type { DataSync } from '#core/sync/data-sync.ts';
import type { ComparedList, ListToCompare } from './list-comparison.ts';

export type CheckTradesDeps = {
  readonly connection: PlatformClient;
  readonly sync: Pick<DataSync, 'access' | 'refresh' | 'states'>;
  readonly longReads: { compareTrades: (listed: ListToCompare) => Promise<ComparedList> };
};

/**
 * Reads and stores the trades of a strategy, and compares them with two other lists of the
 * platform: `requestTrades`, which subscribers may not read, and the closed trades of the overview.
 * Each list takes one request. Only the first read changes stored data.
 */
export async function checkTrades(
  { connection, sync, longReads }: CheckTradesDeps,
  systemId: string,
): Promise<CommandOutcome<'trades.check'>> {
  const refreshed = await sync.refresh(systemId, ['trades']);
  const { readAt } = sync.states(systemId).trades;
  if (!refreshed.ok) return notRead(refreshed.text);
  if (readAt === null) return failed('not-read', { code: 'trade-check.none-stored' });
  const lists: TradeListCheck[] = [];
  const wanted: readonly CheckedList[] = sync.access.readsOverview(systemId) ? ['closed'] : ['all', 'closed'];
  for (const list of wanted) {
    const result = await connection.send(requestOfList(systemId, list));
    if (result.kind !== 'answer') return notRead(result.text);
    const compared = await longReads.compareTrades({ systemId, list, readAt, bytes: result.bytes });
    if ('failure' in compared) return notRead(compared.failure);
    lists.push(compared);
  }
  return done({ readAt, lists });
}

/**
 * The meaning of `onlyClosedTrades` is not documented. It is sent together with the documented
 * filter, and the comparison reports a closed trade that is missing because of it.
 */
export const requestOfList = (systemId: string, list: CheckedList): PlatformRequest => {
  const request = { lane: 'view', systemId } as const;
  return list === 'all'
    ? { ...request, command: 'requestTrades', body: { systemid: systemId } }
    : {
        ...request,
        command: 'requestAllTrades_overview',
        body: { systemid: systemId, closedTrades: 1, onlyClosedTrades: 1 },
      };
};

const notRead = (reason: Text) => failed('not-read', { code: 'trade-check.not-read', reason });
