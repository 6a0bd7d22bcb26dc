import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Signal as Row } from '#contract/model/signal.ts';
import type { Position } from '#contract/model/trade.ts';
import { positionsOf } from '#core/cache/queries/positions.ts';
import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import { blotterRows } from '#core/orders/blotter/blotter.ts';
import { withProtection } from '#core/orders/protection/protection.ts';
import { workingStops } from '#core/orders/protection/working-stops.ts';
import { parseSignals } from '#core/platform/parse/signal.ts';
import { parseTrades } from '#core/platform/parse/trade.ts';
import type { Account } from '#practice/account/account.ts';
import { isListedAsWorking, signalRecord } from '#practice/records/signal-records.ts';
import { tradeRecord } from '#practice/records/trade-records.ts';
import { fixed, formatFixed } from '#rules/decimal.ts';
import { UNLINKED_ORDER, type SignalRequest } from '#rules/signals/signal-request.ts';
import { InProcess } from '#tests/conformance/in-process.ts';
import '#tests/fixtures/property-seed.ts';

/** The number of books. `npm test` runs a tenth of what `STRATDESK_PROMISES=full` runs. */
const bookCount = process.env['STRATDESK_PROMISES'] === 'full' ? 5_000 : 500;
const resetEvery = 100;

const service = new InProcess();
const { strategy } = service.services.engine.accounts()[0] ?? {};
let accountCount = 0;

/** Each market with its price, the actions of its position, and the sign of the adverse move. */
const markets = [
  { symbol: 'AAPL', base: 200, enter: 'BTO', close: 'STC', against: -1 },
  { symbol: 'KO', base: 60, enter: 'SSHORT', close: 'BTC', against: 1 },
] as const;
type Market = (typeof markets)[number];

type Step = {
  readonly market: Market;
  readonly quantity: number;
  /** Distance from the price in percent. */
  readonly away: number;
  readonly duration: 'DAY' | 'GTC';
  readonly kind:
    | 'filled-entry'
    | 'unfilled-entry'
    | 'partial-close'
    | 'stop'
    | 'target'
    | 'parked-stop'
    | 'stop-and-target'
    | 'two-stops-in-a-group'
    | 'stop-conditional-on-an-unfilled-entry'
    | 'stop-conditional-on-a-target';
  readonly bracket: 'none' | 'stop' | 'target' | 'both' | 'both-alive';
};

const kinds: readonly Step['kind'][] = [
  'filled-entry',
  'filled-entry',
  'unfilled-entry',
  'partial-close',
  'stop',
  'stop',
  'target',
  'parked-stop',
  'stop-and-target',
  'two-stops-in-a-group',
  'stop-conditional-on-an-unfilled-entry',
  'stop-conditional-on-a-target',
];
const step: fc.Arbitrary<Step> = fc.record({
  market: fc.constantFrom(...markets),
  quantity: fc.integer({ min: 1, max: 60 }),
  away: fc.integer({ min: 1, max: 40 }),
  duration: fc.constantFrom('DAY', 'GTC'),
  kind: fc.constantFrom(...kinds),
  bracket: fc.constantFrom('none', 'stop', 'target', 'both', 'both-alive'),
});

/** How the lists of this service show links and waiting orders. */
const habits = fc.record({
  linksInLists: fc.constantFrom('yes', 'no'),
  waitingInAll: fc.constantFrom('posted', 'working', 'hidden'),
});

function setPrice(market: Market, percent: number): void {
  const { engine, catalog } = service.services;
  engine.setPrice(catalog.get(market.symbol), fixed(((market.base * (100 + percent)) / 100).toFixed(2)));
}

function newAccount(): Account {
  if (!strategy) throw new Error('no strategy');
  const { engine } = service.services;
  const id = String(900_000_000 + accountCount++);
  engine.putStrategies([{ ...strategy, id, name: id }], () => undefined);
  const account = engine.account(id);
  if (!account) throw new Error(id);
  return account;
}

/**
 * Plays the steps in a new book. With `onlyFilled`, leaves out unfilled entries and everything
 * that depends on them.
 */
function play(steps: readonly Step[], onlyFilled = false): Account {
  for (const market of markets) setPrice(market, 0);
  const account = newAccount();
  steps.forEach((one, at) => playStep(account, one, { group: `9${accountCount}${at}`, onlyFilled }));
  return account;
}

function playStep(account: Account, one: Step, { group, onlyFilled }: { group: string; onlyFilled: boolean }): void {
  const { engine, clock } = service.services;
  const { market, kind } = one;
  const price = (percent: number) => fixed(((market.base * (100 + percent)) / 100).toFixed(2));
  const worse = price(one.away * market.against);
  const better = price(-one.away * market.against);
  const submit = (more: Partial<SignalRequest>): string => {
    const terms = { symbol: market.symbol, instrument: 'stock' as const, duration: one.duration, market: false };
    const request = { ...UNLINKED_ORDER, ...terms, quantity: fixed(String(one.quantity)), ...more } as SignalRequest;
    const result = engine.submit(account, request);
    if (!('signal' in result)) throw new Error(JSON.stringify(result, (_, value) => String(value)));
    return result.signal.id;
  };
  const { enter, close } = market;
  const bracket = {
    stopLoss: ['stop', 'both', 'both-alive'].includes(one.bracket) ? worse : null,
    profitTarget: ['target', 'both', 'both-alive'].includes(one.bracket) ? better : null,
    forceNoOca: one.bracket === 'both-alive',
  };
  const unfilled = { action: enter, limit: price(70 * market.against) } as const;
  if (kind === 'filled-entry') submit({ action: enter, market: true, ...bracket });
  if (kind === 'unfilled-entry' && !onlyFilled) submit({ ...unfilled, ...bracket });
  if (kind === 'partial-close' && one.quantity < positionSizeOf(account, market))
    submit({ action: close, market: true });
  if (kind === 'stop' || kind === 'stop-and-target')
    submit({ action: close, stop: worse, ocaId: groupOf(kind, group) });
  if (kind === 'target' || kind === 'stop-and-target')
    submit({ action: close, limit: better, ocaId: groupOf(kind, group) });
  if (kind === 'parked-stop') submit({ action: close, stop: worse, releaseAt: clock.now() + 3_600_000 });
  if (kind === 'two-stops-in-a-group') {
    submit({ action: close, stop: worse, ocaId: group });
    submit({ action: close, stop: price(45 * market.against), ocaId: group });
  }
  if (kind === 'stop-conditional-on-an-unfilled-entry' && !onlyFilled)
    submit({ action: close, stop: worse, conditionalUpon: submit(unfilled) });
  if (kind === 'stop-conditional-on-a-target')
    submit({ action: close, stop: worse, conditionalUpon: submit({ action: close, limit: better }) });
  setPrice(market, 0);
}

const groupOf = (kind: Step['kind'], group: string): string | null => (kind === 'stop-and-target' ? group : null);

const tradeOf = (account: Account, market: Market) => account.book.openTrade(market.symbol);

function positionSizeOf(account: Account, market: Market): number {
  const trade = tradeOf(account, market);
  return trade ? Number(formatFixed(trade.opened - trade.closed)) : 0;
}

/**
 * The positions that the program shows for this book, computed from the lists as the service writes
 * them.
 */
function positionsShown(account: Account): { positions: Position[]; rows: readonly Row[] } {
  const { catalog, switches, market, clock } = service.services;
  const { id } = account.strategy;
  const live = account.book.liveSignals();
  const listed = live.filter((one) => one.state !== 'waiting' || isListedAsWorking(one) || !areWaitingHidden());
  const wire = listed.map((one) => signalRecord(one, { catalog, switches }));
  const parsed = parseSignals(json(wire), id)?.items ?? [];
  const working = new Set(live.filter(isListedAsWorking).map((one) => one.id));
  const records = parsed.map((one): CachedSignal => {
    return { ...one, inWorkingList: working.has(one.serviceId), unlisted: false };
  });
  const trades = account.book
    .openTrades()
    .map((one) => tradeRecord(one, { catalog, switches, market, now: clock.now() }));
  const positions = positionsOf((parseTrades(json(trades), id)?.items ?? []).map(({ trade }) => trade));
  const rows = blotterRows({ rows: [], cancels: [], records });
  const listedStops = records.filter(({ kind, status, inWorkingList }) => {
    return kind === 'stop' && status === 'working' && inWorkingList;
  });
  const stops = workingStops(rows, listedStops);
  return {
    positions: positions.map((position) =>
      withProtection(position, { stops, signals: rows, unreadable: [], listedAt: clock.now() / 1000 }),
    ),
    rows,
  };
}

/** Whether the list of all orders leaves out waiting orders. */
const areWaitingHidden = (): boolean => service.services.switches.get('waitingInAll') === 'hidden';
const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/**
 * Returns the quantity that an adverse price move closes. The price moves at once or step by step.
 */
function closedByAdverseMove(account: Account, market: Market, atOnce: boolean): number {
  const trade = tradeOf(account, market);
  if (!trade) return 0;
  const before = positionSizeOf(account, market);
  const path = atOnce ? [60] : Array.from({ length: 60 }, (_, percent) => percent + 1);
  for (const percent of path) setPrice(market, percent * market.against);
  const after = tradeOf(account, market);
  setPrice(market, 0);
  return after?.id === trade.id ? before - positionSizeOf(account, market) : before;
}

it(`the protected quantity is what the engine closes in an adverse move, in ${bookCount} books`, () => {
  let count = 0;
  let shownCount = 0;
  let partlyProtectedCount = 0;
  fc.assert(
    fc.property(step, fc.array(step, { maxLength: 9 }), habits, fc.boolean(), (first, others, habit, atOnce) => {
      if (count++ % resetEvery === 0) service.reset();
      for (const [name, value] of Object.entries(habit)) service.services.switches.set(name, value);
      // If no list shows the links, the program cannot know that two stops share a group.
      const all = [{ ...first, kind: 'filled-entry' as const }, ...others];
      const steps = all.filter(({ kind }) => habit.linksInLists === 'yes' || kind !== 'two-stops-in-a-group');
      const account = play(steps);
      const shown = positionsShown(account).positions;
      const filledAccount = play(steps, true);
      for (const market of markets) {
        const position = shown.find(({ symbol }) => symbol === market.symbol);
        expect(Number(position?.quantity ?? 0)).toBe(positionSizeOf(filledAccount, market));
        const covered = closedByAdverseMove(filledAccount, market, atOnce);
        expect(Number(position?.protectedQuantity ?? 0), market.symbol).toBe(covered);
        if (!position) continue;
        expect(position.unprotected).toBe(covered < Number(position.quantity));
        shownCount += 1;
        if (position.unprotected && covered > 0) partlyProtectedCount += 1;
      }
    }),
    { numRuns: bookCount },
  );
  console.log(
    `protection: ${shownCount} positions in ${bookCount} books, ${partlyProtectedCount} protected in part, all as the engine closed them`,
  );
}, 600_000);
