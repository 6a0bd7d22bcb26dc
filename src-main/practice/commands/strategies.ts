import type {
  WireMarginAnswer,
  WireMarginFigures,
  WireResponse,
  WireRosterEntry,
  WireSystemDetails,
  WireSystemListEntry,
} from '#core/platform/wire/records.ts';
import { mayAccess, subscribes } from '#practice/access.ts';
import type { Account } from '#practice/account/account.ts';
import { failure, okValue } from '#practice/envelope.ts';
import { findWord, givenText } from '#practice/decode/fields.ts';
import { detailsRecord, listEntry, marginRecord, rosterEntry } from '#practice/records/strategy-records.ts';
import { statisticsOf } from '#practice/account/statistics.ts';
import type { Strategy } from '#practice/strategy.ts';
import { forCaller, forStrategy, forWorld, type CommandRequest } from './command.ts';
import { ownTradingOf } from './own-trading.ts';

const FILTERS = ['active', 'recently_active'] as const;
const RECENT_MS = 90 * 86_400_000;

/**
 * Lists the strategies to which the caller has real-time access. For a world key these are the
 * strategies that its person owns or subscribes to; for a platform key, those that a person of the
 * platform owns or subscribes to.
 */
export const listAllSystems = forCaller(
  (request) =>
    ({
      ok: okValue(request.switches),
      response: accountsOf(request).map((account) => listEntry(account.strategy)),
    }) satisfies WireResponse<WireSystemListEntry[]>,
);

/**
 * The roster is the same for every caller: visible strategies that are alive, or, with
 * `recently_active`, were alive within the last 90 days.
 */
export const getSystemRoster = forWorld((request) => {
  const filter = findWord(givenText(request.fields, 'filter') ?? 'active', FILTERS);
  if (!filter) {
    return failure(request.switches, {
      title: 'Unknown filter',
      message: 'filter must be one of these: active recently_active',
    });
  }
  const since = request.clock.now() - (filter === 'recently_active' ? RECENT_MS : 0);
  const shown = request.engine.accounts().filter(({ strategy }) => strategy.siteVisible && wasAlive(strategy, since));
  return {
    ok: okValue(request.switches),
    response: shown.map((account) => rosterEntry(account.strategy)),
  } satisfies WireResponse<WireRosterEntry[]>;
});

function wasAlive({ isAlive, inactiveSince }: Strategy, since: number): boolean {
  return isAlive || (inactiveSince !== null && inactiveSince > since);
}

export const getSystemDetails = forStrategy((request, account) => {
  const { id } = account.strategy;
  const now = request.clock.now();
  const statistics = statisticsOf(request.store.equity.all(id), request.store.trades.list(id, 'closed'), now);
  return {
    ok: okValue(request.switches),
    response: detailsRecord(
      account.strategy,
      statistics,
      margin(request, account),
      ownTradingOf(request, account.strategy),
    ),
  } satisfies WireResponse<WireSystemDetails>;
});

/** The answer has the figures as its own members, not in a `response` (platform-notes.md 19). */
export const requestMarginEquity = forStrategy(
  (request, account) =>
    ({
      ok: okValue(request.switches),
      ...margin(request, account),
    }) satisfies WireMarginAnswer,
);

function accountsOf(request: CommandRequest): readonly Account[] {
  return request.engine
    .accounts()
    .filter((account) => mayAccess(request.caller, account) || subscribes(request.caller, account, request.store));
}

function margin(request: CommandRequest, account: Account): WireMarginFigures {
  const now = request.clock.now();
  return marginRecord(account.margin(request.market, request.catalog, now), account.strategy.id, now);
}
