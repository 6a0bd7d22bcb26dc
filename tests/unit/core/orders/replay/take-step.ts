import type { OrderChoice } from '#contract/model/signal.ts';
import type { Ticket } from '#contract/model/ticket.ts';
import type { Decision } from '#core/orders/decisions.ts';
import { ENTRY, TWIN } from '#tests/rules/model/orders.ts';
import type { Move, State } from '#tests/rules/model/state.ts';
import type { InProcess } from '#tests/conformance/in-process.ts';
import { intent } from '../order-fixtures.ts';
import { namesIn } from './compare.ts';
import type { ReplayDesk } from './replay-desk.ts';

const LATE = 120_001;
const TOO_OLD = 15_001;
const DAY = 24 * 60 * 60 * 1000 + 1;
/** From 09:30 to 16:05 in New York. */
const TO_EVENING = 395 * 60;
/** Between entry and target: at this price nothing of the model fills. */
export const QUIET_PRICE = '265';
/** Every warning that an order of the model can meet. */
const CODES = [
  'replace-without-target',
  'replace-without-stop',
  'same-order',
  'equal-working',
  'both-alive',
  'nothing-to-close',
  'links-unknown',
  'rule-unknownReplaced',
];

type Given = { readonly desk: ReplayDesk; readonly world: InProcess; readonly state: State; readonly move: Move };
type Step = readonly [pattern: RegExp, take: (given: Given, order: number) => void | Promise<void>];

/** The model's steps as acts of the user, the line, the market and the clock. */
const STEPS: readonly Step[] = [
  [/^press (\d)$/, press],
  [
    /^enter (\d) anew$/,
    (given) => decide(given, ENTRY, 'new-order', { typed: 'two orders', intentId: intent(TWIN), confirmed: CODES }),
  ],
  [/^send (\d) after all$/, ({ desk }, order) => took(desk.desk.confirm(intent(order), CODES))],
  [/^abandon (\d)$/, ({ desk }, order) => took(desk.desk.abandon(intent(order)))],
  [/^take note of (\d)$/, (given, order) => decide(given, order, 'acknowledge')],
  [/^keep waiting for (\d)$/, (given, order) => decide(given, order, 'keep-waiting')],
  [
    /^ask to send (\d) again$/,
    (given, order) => decide(given, order, 'send-again-same-id', { confirmed: ['resend-age'] }),
  ],
  [/^check (\d) by cancelling$/, (given, order) => decide(given, order, 'check-by-cancelling')],
  [/^cancel (\d)$/, ({ desk }, order) => took(desk.desk.cancel(nextIntent(), desk.systemId, [intent(order)]))],
  [/^pick \d+ for (\d)$/, pick],
  [/^(\d) waited too long$/, ({ desk }) => desk.clock.advance(TOO_OLD)],
  [/^T_late of (\d)$/, ({ desk }) => desk.clock.advance(LATE)],
  [/^stop watching for (\d)$/, stopWatching],
  [/^(\d) never leaves$/, (given, order) => depart(given, order, 'never left')],
  [/^(\d) leaves$/, (given, order) => depart(given, order, { copies: 1 })],
  [/^(\d) leaves and is lost$/, (given, order) => depart(given, order, { copies: 0 })],
  [/^(\d) leaves and is doubled$/, (given, order) => depart(given, order, { copies: 2 })],
  [/^no answer to (\d)$/, (given, order) => given.desk.line.silence(ownIdOf(given, order))],
  [/^(\d) arrives, its answer is lost$/, (given, order) => given.desk.line.arrive(ownIdOf(given, order), false)],
  [/^(\d) arrives and is answered/, (given, order) => given.desk.line.arrive(ownIdOf(given, order), true)],
  [/^both lists are read$/, read],
  [/^crash$/, ({ desk }) => desk.crash()],
  [/^tick /, ({ world, move }) => setPrice(world, move.label.slice('tick '.length))],
  [/^the day ends$/, endDay],
  [/^somebody cancels /, somebodyCancels],
];

export async function takeStep(given: Given): Promise<void> {
  for (const [pattern, take] of STEPS) {
    const found = pattern.exec(given.move.label);
    if (!found) continue;
    await take(given, Number(found[1] ?? -1));
    await given.desk.settle();
    const wanted = given.desk.rows(TWIN + 1).filter((row) => row?.state === 'QUEUED' || row?.resendAsked === true);
    given.desk.line.withdraw((ownId) => wanted.some((row) => row?.ownId === ownId));
    await given.desk.settle();
    return;
  }
  throw new Error(`no act for the model's step: ${given.move.label}`);
}

function press({ desk, state, move }: Given, order: number): void {
  const pressed = move.next.rows[order];
  if (!pressed) throw new Error('nothing was pressed');
  const { replaces } = pressed.ticket;
  const there = replaces === null ? null : { ...replaces, serviceId: realId({ desk, state }, replaces.serviceId) };
  const ticket: Ticket = { ...pressed.ticket, systemId: desk.systemId, replaces: there };
  const replaced = replaces === null ? undefined : state.service.signals.get(replaces.serviceId);
  if (replaced?.parentId != null) desk.line.refresh();
  took(desk.desk.submit(intent(order), ticket, CODES));
}

function decide({ desk }: Pick<Given, 'desk'>, order: number, choice: OrderChoice, more: Partial<Decision> = {}): void {
  took(desk.desk.decide({ rowId: intent(order), choice, ...more }));
}

function pick(given: Given, order: number): void {
  const id = /\d+/.exec(given.move.label)?.[0] ?? '';
  given.desk.line.refresh();
  decide(given, order, 'pick', { serviceId: realId(given, id) });
}

/** A day goes by, and one more look at what was read last. */
async function stopWatching({ desk }: Given): Promise<void> {
  await desk.clock.advance(DAY);
  desk.desk.evidence(desk.systemId);
}

/** The sync plan has read the lists a moment before; nothing that they show is acted upon here. */
function depart({ desk }: Given, order: number, how: Parameters<ReplayDesk['line']['depart']>[1]): void {
  desk.line.refresh();
  desk.line.depart(ownIdOf({ desk }, order), how);
}

async function read({ desk, state }: Given): Promise<void> {
  const open = state.rows.flatMap((row, order) =>
    row?.state === 'UNKNOWN' || row?.state === 'REJECTED_SOFT' ? [order] : [],
  );
  desk.line.refresh();
  const look = async (): Promise<void> => {
    const [first] = open;
    if (first !== undefined) decide({ desk }, first, 'check-now');
    await desk.settle();
    desk.desk.evidence(desk.systemId);
  };
  await desk.line.reading(look, () => desk.settle());
}

function endDay({ world }: Given): void {
  setPrice(world, QUIET_PRICE);
  const { status } = world.control.clock({ advanceSeconds: String(TO_EVENING) });
  if (status !== 200) throw new Error('the clock was not moved');
}

export function setPrice(world: InProcess, price: string): void {
  const { status, body } = world.control.market({ symbol: 'AAPL', price });
  if (status !== 200) throw new Error(JSON.stringify(body));
}

function somebodyCancels(given: Given): void {
  const id = given.move.label.slice('somebody cancels '.length);
  const answer = given.world.call('cancelSignal', { signalid: realId(given, id) });
  if (answer['ok'] !== '1' && answer['ok'] !== 1) throw new Error(JSON.stringify(answer));
}

function ownIdOf({ desk }: Pick<Given, 'desk'>, order: number): string {
  return desk.journal.order(intent(order))?.ownId ?? '';
}

/** What the model calls by this id, as the practice service calls it. */
function realId({ desk, state }: Pick<Given, 'desk' | 'state'>, id: string): string {
  const wanted = namesIn(state.rows, [...state.service.signals.values()])(id);
  const signals = desk.signals();
  const name = namesIn(desk.rows(state.rows.length), signals);
  const found = signals.find((one) => name(one.id) === wanted);
  if (!found) throw new Error(`the service has no ${wanted}`);
  return found.id;
}

let intents = 1_000;
const nextIntent = (): string => intent((intents += 1));

function took(outcome: { readonly ok: boolean }): void {
  if (!outcome.ok) throw new Error(`the desk refused: ${JSON.stringify(outcome)}`);
}
