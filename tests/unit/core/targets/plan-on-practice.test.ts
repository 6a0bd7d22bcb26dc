// Sends random plans to the practice service, whose positions must reach the target of each plan. A
// second model, which shares no code with plan and service, computes the target. Full size:
// `STRATDESK_TARGETS=10000`.
import { describe, expect, it } from 'vitest';
import type { TargetLine, TargetRequest } from '#contract/model/target-plan.ts';
import { leftOut } from '#core/targets/plan-checks.ts';
import { planTarget, targetOf } from '#core/targets/plan-target.ts';
import { asMembers, type Members } from '#tests/conformance/service.ts';
import { InProcess, type Hours } from '#tests/conformance/in-process.ts';
import { seededNumbers } from '#tests/fixtures/seeded-numbers.ts';
import { factsOf } from './target-facts.ts';

const seedCount = Number(process.env['STRATDESK_TARGETS'] ?? '1000');
const symbols = ['AAPL', 'KO', 'MSFT', 'PEP', 'XOM', 'GLD'] as const;
/** Market time advances in these steps. The longest closing (a weekend with a holiday) takes 20. */
const stepSeconds = 6 * 3_600;
const closingSteps = 20;

type Book = ReadonlyMap<string, number>;
/** The second model: the positions are exactly those that the list asks for. */
const modelOf = (lines: readonly { readonly symbol: string; readonly quantity: number }[]): Book =>
  new Map(lines.filter(({ quantity }) => quantity !== 0).map(({ symbol, quantity }) => [symbol, quantity]));

const list = (answer: Members): Members[] => {
  const response = answer['response'];
  return Array.isArray(response) ? response.map(asMembers) : [];
};
const numberOf = (value: unknown): number => Number(value);

function heldIn(service: InProcess): Book {
  const trades = list(service.call('requestTradesOpen'));
  return new Map(
    trades.map((trade) => {
      const size = numberOf(trade['quant_opened']) - numberOf(trade['quant_closed']);
      return [String(trade['symbol']), trade['long_or_short'] === 'long' ? size : -size];
    }),
  );
}

type RandomDraft = {
  readonly lines: TargetLine[];
  readonly wanted: { readonly symbol: string; readonly quantity: number }[];
};

/**
 * A draft for an account that holds `book`: new sizes, unchanged sizes, zeros, and symbols that are
 * left out.
 */
function randomDraft(random: () => number, book: Book): RandomDraft {
  const lines: TargetLine[] = [];
  const wanted: { symbol: string; quantity: number }[] = [];
  for (const symbol of symbols) {
    const chance = random();
    if (chance < 0.3) continue;
    const holding = book.get(symbol) ?? 0;
    const size = chance < 0.45 ? holding : chance < 0.55 ? 0 : Math.floor(random() * 401) - 200;
    lines.push({ symbol, instrument: 'stock', quantity: chance < 0.45 ? '=' : String(size) });
    wanted.push({ symbol, quantity: size });
  }
  return { lines, wanted };
}

const setTarget = (service: InProcess, positions: unknown): void => {
  const answer = service.call('setDesiredPositions', { positions });
  if (String(answer['ok']) !== '1') throw new Error(JSON.stringify(answer));
};

const wirePositions = (book: Book): object[] =>
  [...book].map(([symbol, quantity]) => ({ symbol, typeofsymbol: 'stock', quant: String(quantity) }));

function advance(service: InProcess, seconds: number): void {
  const { status, body } = service.control.advanceClock({ advanceSeconds: String(seconds) });
  if (status !== 200) throw new Error(JSON.stringify(body));
}

const isSame = (one: Book, other: Book): boolean =>
  one.size === other.size && [...one].every(([symbol, quantity]) => other.get(symbol) === quantity);

/** Advances the market, over a closing if needed, until `book` is held. Returns what is held. */
function reachTarget(service: InProcess, book: Book): Book {
  advance(service, 5);
  for (let step = 0; step < closingSteps && !isSame(heldIn(service), book); step++) advance(service, stepSeconds);
  return heldIn(service);
}

/** Brings the account of the service to a random book. */
function setBook(service: InProcess, random: () => number): Book {
  const drawn = new Map(
    symbols.flatMap((symbol) => (random() < 0.5 ? [[symbol, 1 + Math.floor(random() * 200)] as const] : [])),
  );
  const book = new Map([...drawn].map(([symbol, size]) => [symbol, random() < 0.4 ? -size : size]));
  setTarget(service, book.size === 0 ? [{ symbol: 'flat', typeofsymbol: 'flat', quant: '0' }] : wirePositions(book));
  expect(reachTarget(service, book)).toEqual(book);
  setTarget(service, [{ symbol: 'stop', typeofsymbol: 'stop', quant: '0' }]);
  return book;
}

describe.each(['always', 'market'] as Hours[])('a plan with the hours "%s"', (hours) => {
  it(`reaches its target for ${seedCount / 2} random books and drafts`, { timeout: 300_000 + seedCount * 300 }, () => {
    const service = new InProcess(hours);
    let sideChanges = 0;
    let sentWhileClosedCount = 0;
    for (let seed = 0; seed < seedCount / 2; seed++) {
      const random = seededNumbers(seed);
      const book = setBook(service, random);
      // The draft is sent at a random time, at which the market is often closed.
      if (hours === 'market') advance(service, Math.floor(random() * 24) * 3_600);
      const { lines, wanted } = randomDraft(random, book);
      const request: TargetRequest = { kind: 'list', systemId: '1', lines };
      const facts = factsOf(book, 1_772_461_800_000);
      const plan = planTarget('plan', request, facts);
      // Each position that the draft leaves out is named, and a check warns of it.
      const leftOutSymbols = leftOut(plan.rows).map(({ symbol }) => symbol);
      const listed = new Set(lines.map(({ symbol }) => symbol));
      expect(leftOutSymbols.toSorted()).toEqual([...book.keys()].filter((symbol) => !listed.has(symbol)).sort());
      expect(plan.checks.some(({ code }) => code === 'left-out')).toBe(leftOutSymbols.length > 0);
      sideChanges += plan.rows.filter(({ mark }) => mark === '↔').length;
      const target = targetOf(request, facts);
      setTarget(
        service,
        target.kind === 'list'
          ? target.positions.map(({ symbol, instrument, quantity }) => ({
              symbol,
              typeofsymbol: instrument,
              quant: quantity,
            }))
          : [{ symbol: target.kind, typeofsymbol: target.kind, quant: '0' }],
      );
      // While the market is open, the working orders are those that the plan predicts.
      const working = list(service.call('retrieveSignalsWorking')).map(
        (signal) => `${String(signal['action'])} ${String(numberOf(signal['quant']))} ${String(signal['symbol'])}`,
      );
      const predicted = plan.rows.flatMap(({ symbol, orders }) =>
        orders.map(({ action, quantity }) => `${action} ${quantity} ${symbol}`),
      );
      if (hours === 'always') expect(working.toSorted(), `orders of seed ${seed}`).toEqual(predicted.toSorted());
      if (working.length === 0 && predicted.length > 0) sentWhileClosedCount += 1;
      const model = modelOf(wanted);
      expect(reachTarget(service, model), `target of seed ${seed}`).toEqual(model);
      setTarget(service, [{ symbol: 'stop', typeofsymbol: 'stop', quant: '0' }]);
    }
    expect(sideChanges).toBeGreaterThan(seedCount / 20);
    expect(sentWhileClosedCount > seedCount / 20).toBe(hours === 'market');
  });
});
