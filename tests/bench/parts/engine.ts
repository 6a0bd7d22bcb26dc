import { ONE, type Fixed } from '#rules/decimal.ts';
import { BenchDesk, type Order } from '../bench-desk.ts';
import { EventCounts } from '../event-counts.ts';
import {
  figureText,
  median,
  quantile,
  type Part,
  type PartResult,
  type LimitedFigure,
  type Table,
} from '../measure.ts';
import { orderStream, type Step } from '../order-stream.ts';
import { PEERS, restingText, type PeerBook } from '../peers.ts';
import { inShuffledRounds, type Figures } from '../rounds.ts';
import { recordStops, type StopStep } from '../stop-stream.ts';
import { threadTime } from '../thread-time.ts';
import { tickContest } from '../tick-contest.ts';

const LIMIT_ENGINE = 2;
const LIMIT_TICKS = 50;
const CENT = ONE / 100n;
/** Of this many limit orders, one has a bracket and two form an OCA group. */
const LINK_PERIOD = 8;
const BRACKET_DISTANCE = 20n * CENT;

const OURS = 'stratdesk, plain orders';
const OURS_LINKED = 'stratdesk, brackets and OCA groups';

/**
 * Compares the engine with two order books from the npm registry, on a stream of orders and on a
 * stream with stops. Compares the price ticks of the engine with a scan of all working signals.
 */
export const part: Part = {
  about: 'engine alone against nodejs-order-book and hft-limit-order-book; price ticks against a scan',
  run({ quick }): PartResult {
    const rounds = quick ? 3 : 9;
    const stream = streamContest(quick ? 50_000 : 200_000, rounds);
    const stops = stopContest(quick ? 10_000 : 40_000, rounds);
    const ticks = tickContest(quick ? 200_000 : 400_000, rounds);
    return {
      tables: [stream.table, stops.table, ticks.table],
      figures: [
        ...stream.ratios,
        ...stops.ratios,
        {
          name: 'price ticks with 1,000 working signals, to a scan of them',
          value: ticks.ratio,
          limit: LIMIT_TICKS,
          must: 'reach',
        },
      ],
      notes: [...stream.notes, ...stops.notes, ...ticks.notes],
    };
  },
};

type Contest = { readonly table: Table; readonly ratios: readonly LimitedFigure[]; readonly notes: readonly string[] };

/**
 * A step in the form of the desk, prepared before the measurement. `cancelId`: the order to cancel
 * if `order` is null.
 */
type DeskStep = { readonly order: Order | null; readonly tick: Fixed | null; readonly cancelId: string };

function streamContest(count: number, rounds: number): Contest {
  const stream = orderStream(count);
  const plain = stream.map((step) => deskStep(step, null));
  const linked = linkedSteps(stream);
  const peers = playedPeers((book) => playPeer(book, stream));
  const ours = [plain, linked].map(playedDesk);
  const figures = inShuffledRounds(
    {
      ...peerRuns((book) => playPeer(book, stream), count),
      [OURS]: () => rate(count, () => playDesk(new BenchDesk(), plain)),
      [OURS_LINKED]: () => rate(count, () => playDesk(new BenchDesk(), linked)),
    },
    rounds,
  );
  const summaries = ours.map(
    ({ seen, desk }) => `${seen.text()}, left working ${String(desk.book.liveSignals().length)}`,
  );
  return {
    table: tableOf(
      `${count.toLocaleString('en-US')} orders: 55 % limit, 15 % market, 30 % cancel (thousand a second of processor time)`,
      figures,
    ),
    ratios: [
      ...ratiosTo(figures, OURS, 'the stream', LIMIT_ENGINE),
      ...ratiosTo(figures, OURS_LINKED, 'the stream', null),
    ],
    notes: [
      'In our engine, a limit order is a submit with the same id, side, size and price. A market order is a submit and a tick at the middle price, which fills it and every order at or beyond that price. A cancel is a cancel. The peers fill an order against resting volume, our engine fills it at the price.',
      `Ours, plain: ${summaries[0] ?? ''}.`,
      'The limit applies to the stream that the peers get, with our bracket, group and trade handling on. The stream with brackets and groups has no limit, because no peer has them. The stream with stops has no limit either.',
      `Ours, where of every ${String(LINK_PERIOD)} limit orders one has a bracket and two form an OCA group (only the operations of the stream are counted): ${summaries[1] ?? ''}.`,
      `Peers end alike: ${peers.map(restingText).join('; ')}.`,
    ],
  };
}

function peerRuns(play: (book: PeerBook) => void, count: number): Record<string, () => number> {
  return Object.fromEntries(Object.entries(PEERS).map(([name, make]) => [name, () => rate(count, () => play(make()))]));
}

/** Thousand operations a second of processor time. */
function rate(count: number, play: () => void): number {
  const started = threadTime();
  play();
  return count / (threadTime() - started);
}

type Played = { readonly seen: EventCounts; readonly desk: BenchDesk };

function playedDesk(steps: readonly DeskStep[]): Played {
  const seen = new EventCounts();
  const desk = new BenchDesk(seen.add);
  playDesk(desk, steps);
  return { seen, desk };
}

function playedPeers(play: (book: PeerBook) => void): PeerBook[] {
  return Object.values(PEERS).map((make) => {
    const book = make();
    play(book);
    return book;
  });
}

function playPeer(book: PeerBook, stream: readonly Step[]): void {
  for (const step of stream) {
    if (step.kind === 'limit') book.limit({ id: step.id, side: step.side, size: step.size, price: step.price });
    else if (step.kind === 'market') book.market({ side: step.side, size: step.size });
    else book.cancel(step.id);
  }
}

function playDesk(desk: BenchDesk, steps: readonly DeskStep[]): void {
  for (const { order, tick, cancelId } of steps) {
    if (order === null) desk.cancel(cancelId);
    else desk.submit(order);
    if (tick !== null) desk.tick(tick);
  }
}

type Link = { readonly bracket: boolean; readonly ocaId: string | null };

function linkedSteps(stream: readonly Step[]): DeskStep[] {
  let limitOrderCount = 0;
  return stream.map((step) => {
    if (step.kind === 'limit') limitOrderCount += 1;
    const turn = limitOrderCount % LINK_PERIOD;
    const isInPair = turn === 3 || turn === 4;
    return deskStep(step, {
      bracket: turn === 0,
      ocaId: isInPair ? `g${String(Math.floor(limitOrderCount / LINK_PERIOD))}` : null,
    });
  });
}

const PLAIN_ORDER = { limit: null, stop: null, profitTarget: null, stopLoss: null, ownId: null, ocaId: null };

function deskStep(step: Step, link: Link | null): DeskStep {
  if (step.kind === 'cancel') return { order: null, tick: null, cancelId: step.id };
  const sized = { ...PLAIN_ORDER, side: step.side, quantity: BigInt(step.size) * ONE };
  if (step.kind === 'market') return { order: sized, tick: BigInt(step.mid) * CENT, cancelId: '' };
  const limit = BigInt(step.price) * CENT;
  const gain = step.side === 'buy' ? BRACKET_DISTANCE : -BRACKET_DISTANCE;
  const bracket = link?.bracket === true ? { profitTarget: limit + gain, stopLoss: limit - gain } : {};
  return {
    order: { ...sized, limit, ownId: step.id, ocaId: link?.ocaId ?? null, ...bracket },
    tick: null,
    cancelId: '',
  };
}

const OURS_STOPS = 'stratdesk, 1,000 resting stops';

function stopContest(count: number, rounds: number): Contest {
  const script = recordStops(count);
  const operations = script.length;
  const steps = script.map(stopDeskStep);
  const peers = playedPeers((book) => playStops(book, script));
  const ours = playedDesk(steps);
  const figures = inShuffledRounds(
    {
      ...peerRuns((book) => playStops(book, script), operations),
      [OURS_STOPS]: () => rate(operations, () => playDesk(new BenchDesk(), steps)),
    },
    rounds,
  );
  return {
    table: tableOf(
      `${operations.toLocaleString('en-US')} orders with 1,000 resting stops (thousand a second of processor time)`,
      figures,
    ),
    ratios: ratiosTo(figures, OURS_STOPS, 'stops', null),
    notes: [
      `Stops: the orders and the price after each market order were recorded from nodejs-order-book. All replay them, ours with a tick at that price. Ours: ${ours.seen.text()}, working at the end ${String(ours.desk.book.liveSignals().length)}.`,
      `Peers end alike: ${peers.map(restingText).join('; ')}.`,
    ],
  };
}

function playStops(book: PeerBook, script: readonly StopStep[]): void {
  for (const step of script) {
    const { side, size } = step;
    if (step.kind === 'limit') book.limit({ id: step.id, side, size, price: step.price });
    else if (step.kind === 'market') book.market({ side, size });
    else book.stopMarket({ side, size, stopPrice: step.price });
  }
}

function stopDeskStep(step: StopStep): DeskStep {
  const price = BigInt(step.price) * CENT;
  const sized = { ...PLAIN_ORDER, side: step.side, quantity: BigInt(step.size) * ONE };
  if (step.kind === 'market') return { order: sized, tick: price, cancelId: '' };
  if (step.kind === 'stop') return { order: { ...sized, stop: price }, tick: null, cancelId: '' };
  return { order: { ...sized, limit: price, ownId: step.id }, tick: null, cancelId: '' };
}

function tableOf(title: string, figures: Figures): Table {
  const rows = Object.entries(figures)
    .map(([name, values]) => ({ name, values, middle: median(values) }))
    .sort((a, b) => a.middle - b.middle)
    .map(({ name, values, middle }) => [
      name,
      figureText(middle),
      figureText(quantile(values, 0.25)),
      figureText(quantile(values, 0.75)),
    ]);
  return { title, head: ['engine', 'median', 'q25', 'q75'], rows };
}

function ratiosTo(figures: Figures, ours: string, what: string, limit: number | null): LimitedFigure[] {
  return Object.keys(PEERS).map((peer) => ({
    name: `${what}: ${ours}, to ${peer}`,
    value: median(figures[ours] ?? []) / median(figures[peer] ?? []),
    limit,
    must: 'reach',
  }));
}
