import type { OrderChoice } from '#contract/model/signal.ts';
import type { Ticket } from '#contract/model/ticket.ts';
import type { Decision } from '#core/orders/reconcile/decisions.ts';
import { ENTRY, DUPLICATE } from '#tests/rules/model/orders.ts';
import type { Move, State } from '#tests/rules/model/state.ts';
import type { InProcess } from '#tests/conformance/in-process.ts';
import { intent } from '#tests/unit/core/orders/order-fixtures.ts';
import { namesIn } from './compare.ts';
import type { ReplayDesk } from './replay-desk.ts';

// Milliseconds by which the desk's clock advances in a step.
const LATE = 120_001;
const TOO_OLD = 15_001;
const DAY = 24 * 60 * 60 * 1000 + 1;
const WATCH_POLL = 300_000;
/** Seconds from 09:30 to 16:05 in New York. */
const SECONDS_TO_EVENING = 395 * 60;
/** A price between entry and target, at which no order of the model fills. */
export const QUIET_PRICE = '265';
/** Every warning that an order of the model can have. */
const CODES = [
  'replace-without-target',
  'replace-without-stop',
  'same-order',
  'equal-working',
  'both-alive',
  'nothing-to-close',
  'may-turn',
  'links-unknown',
  'rule-unknownReplaced',
];

type StepContext = {
  readonly desk: ReplayDesk;
  readonly service: InProcess;
  readonly state: State;
  readonly move: Move;
};
type Step = readonly [pattern: RegExp, take: (context: StepContext, order: number) => void | Promise<void>];

/** The model's steps as actions of the user, the connection, the market and the clock. */
const STEPS: readonly Step[] = [
  [/^press (\d)$/, press],
  [
    /^enter (\d) again$/,
    (context) =>
      decide(context, ENTRY, 'new-order', { typed: 'two orders', intentId: intent(DUPLICATE), confirmed: CODES }),
  ],
  [/^send (\d) nevertheless$/, ({ desk }, order) => expectDone(desk.desk.confirm(intent(order), CODES))],
  [/^abandon (\d)$/, ({ desk }, order) => expectDone(desk.desk.abandon(intent(order)))],
  [/^acknowledge (\d)$/, (context, order) => decide(context, order, 'acknowledge')],
  [/^keep waiting for (\d)$/, (context, order) => decide(context, order, 'keep-waiting')],
  [
    /^ask to send (\d) again$/,
    (context, order) => decide(context, order, 'send-again-same-id', { confirmed: ['resend-age'] }),
  ],
  [/^check (\d) by cancel$/, (context, order) => decide(context, order, 'check-by-cancelling')],
  [/^cancel (\d)$/, ({ desk }, order) => expectDone(desk.desk.cancel(nextIntent(), desk.systemId, [intent(order)]))],
  [/^pick \d+ for (\d)$/, pick],
  [/^(\d) waited too long$/, ({ desk }) => desk.clock.advance(TOO_OLD)],
  [/^T_late of (\d)$/, ({ desk }) => desk.clock.advance(LATE)],
  [/^stop watching for (\d)$/, stopWatching],
  [/^(\d) never leaves$/, (context, order) => depart(context, order, 'never left')],
  [/^(\d) leaves$/, (context, order) => depart(context, order, { copies: 1 })],
  [/^(\d) leaves and is lost$/, (context, order) => depart(context, order, { copies: 0 })],
  [/^(\d) leaves and is doubled$/, (context, order) => depart(context, order, { copies: 2 })],
  [/^no answer to (\d)$/, (context, order) => context.desk.connection.cutWithoutAnswer(ownIdOf(context, order))],
  [
    /^(\d) arrives, its answer is lost$/,
    (context, order) => context.desk.connection.arrive(ownIdOf(context, order), false),
  ],
  [/^(\d) arrives and is answered/, (context, order) => context.desk.connection.arrive(ownIdOf(context, order), true)],
  [/^both lists are read$/, read],
  [/^crash$/, ({ desk }) => desk.crash()],
  [/^tick /, ({ service, move }) => setPrice(service, move.label.slice('tick '.length))],
  [/^the day ends$/, endDay],
  [/^somebody cancels /, somebodyCancels],
];

export async function replayStep(context: StepContext): Promise<void> {
  for (const [pattern, run] of STEPS) {
    const found = pattern.exec(context.move.label);
    if (!found) continue;
    await run(context, Number(found[1] ?? -1));
    await context.desk.settle();
    const waiting = context.desk
      .rows(DUPLICATE + 1)
      .filter((row) => row?.state === 'QUEUED' || row?.resendAsked === true);
    context.desk.connection.withdraw((ownId) => waiting.some((row) => row?.ownId === ownId));
    await context.desk.settle();
    return;
  }
  throw new Error(`no act for the model's step: ${context.move.label}`);
}

function press({ desk, state, move }: StepContext, order: number): void {
  const pressed = move.next.rows[order];
  if (!pressed) throw new Error('nothing was pressed');
  const { replaces } = pressed.ticket;
  const realReplaces =
    replaces === null ? null : { ...replaces, serviceId: realId({ desk, state }, replaces.serviceId) };
  const ticket: Ticket = { ...pressed.ticket, systemId: desk.systemId, replaces: realReplaces };
  const replaced = replaces === null ? undefined : state.service.signals.get(replaces.serviceId);
  if (replaced?.parentId != null) desk.connection.refresh();
  expectDone(desk.desk.submit(intent(order), ticket, CODES));
}

function decide(
  { desk }: Pick<StepContext, 'desk'>,
  order: number,
  choice: OrderChoice,
  more: Partial<Decision> = {},
): void {
  expectDone(desk.desk.decide({ rowId: intent(order), choice, ...more }));
}

function pick(context: StepContext, order: number): void {
  const id = /\d+/.exec(context.move.label)?.[0] ?? '';
  context.desk.connection.refresh();
  decide(context, order, 'pick', { serviceId: realId(context, id) });
}

/** A day passes. Then the watch reads the lists as they were at the last refresh. */
async function stopWatching({ desk }: StepContext): Promise<void> {
  await desk.clock.advance(DAY);
  await desk.connection.allowLaterReads(() => desk.clock.advance(WATCH_POLL));
}

/**
 * Refreshes the cached lists, because the model always sees the current ones, then sends the order.
 * The desk is not notified of the refresh.
 */
function depart({ desk }: StepContext, order: number, how: Parameters<ReplayDesk['connection']['depart']>[1]): void {
  desk.connection.refresh();
  desk.connection.depart(ownIdOf({ desk }, order), how);
}

async function read({ desk, state }: StepContext): Promise<void> {
  const ordersUnderCheck = state.rows.flatMap((row, order) =>
    row?.state === 'UNKNOWN' || row?.state === 'REJECTED_SOFT' ? [order] : [],
  );
  desk.connection.refresh();
  const poll = async (): Promise<void> => {
    const [first] = ordersUnderCheck;
    if (first !== undefined) decide({ desk }, first, 'check-now');
    await desk.settle();
    desk.desk.listsChanged(desk.systemId);
  };
  await desk.connection.allowReads(poll, () => desk.settle());
}

function endDay({ service }: StepContext): void {
  setPrice(service, QUIET_PRICE);
  const { status } = service.control.advanceClock({ advanceSeconds: String(SECONDS_TO_EVENING) });
  if (status !== 200) throw new Error('the clock was not moved');
}

export function setPrice(service: InProcess, price: string): void {
  const { status, body } = service.control.setPrice({ symbol: 'AAPL', price });
  if (status !== 200) throw new Error(JSON.stringify(body));
}

function somebodyCancels(context: StepContext): void {
  const id = context.move.label.slice('somebody cancels '.length);
  const answer = context.service.call('cancelSignal', { signalid: realId(context, id) });
  if (answer['ok'] !== '1' && answer['ok'] !== 1) throw new Error(JSON.stringify(answer));
}

function ownIdOf({ desk }: Pick<StepContext, 'desk'>, order: number): string {
  return desk.journal.order(intent(order))?.ownId ?? '';
}

/** The id in the practice service of the signal that has this id in the model. */
function realId({ desk, state }: Pick<StepContext, 'desk' | 'state'>, id: string): string {
  const wantedName = namesIn(state.rows, [...state.service.signals.values()])(id);
  const signals = desk.signals();
  const name = namesIn(desk.rows(state.rows.length), signals);
  const found = signals.find((one) => name(one.id) === wantedName);
  if (!found) throw new Error(`the service has no ${wantedName}`);
  return found.id;
}

let lastIntent = 1_000;
const nextIntent = (): string => intent((lastIntent += 1));

function expectDone(outcome: { readonly ok: boolean }): void {
  if (!outcome.ok) throw new Error(`the desk refused: ${JSON.stringify(outcome)}`);
}
