import type { Text } from '#contract/message.ts';
import { done, failed } from '#contract/outcome.ts';
import type { CommandInput, CommandOutcome } from '#contract/commands.ts';
import type { ProbeFacts } from '#contract/model/probe.ts';
import type { Ticket } from '#contract/model/ticket.ts';
import { plainTicket } from '#core/orders/plain-ticket.ts';
import { readEnvelope, type Envelope } from '#core/platform/envelope.ts';
import { parseSubmitEcho } from '#core/platform/parse/submit-echo.ts';
import type { RequestValue } from '#core/platform/platform-client.ts';
import type { Clock, Random } from '#core/ports.ts';
import { SendQueue } from '#core/sending/send-queue.ts';
import type { Sender } from '#core/sending/sender.ts';
import type { SignalReader } from '#core/sync/signal-reader.ts';
import { newRunRow, type RunRow } from '#core/orders/journal/run-row.ts';
import type { Journal } from '#core/orders/journal/journal.ts';
import { JournalError } from '#core/sending/journal-error.ts';
import type { OrderDesk } from '../order-desk.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { serviceRowId } from '#core/orders/blotter/blotter-rows.ts';
import { drawOwnId } from '#core/orders/entry/own-id.ts';
import type { Owner } from '#core/owner.ts';
import { echoedIds } from '#core/orders/send/classify.ts';
import { submitBody } from '#core/orders/send/submit-request.ts';

export type ProbeDeps = {
  readonly clock: Clock;
  readonly random: Random;
  readonly journal: Journal;
  readonly sender: Sender;
  readonly reader: SignalReader;
  readonly desk: OrderDesk;
  /** Selects the journal rows of the connection. */
  readonly profile: Owner;
  readonly killReason: () => Text | null;
  readonly isTestStrategy: (systemId: string) => boolean;
};

export type ProbeInput = CommandInput<'orders.probe'>;
type Outcome = CommandOutcome<'orders.probe'>;
type Answer = { readonly step: string; readonly envelope: Envelope | null };

/** Milliseconds between two polls for the order, and the number of polls. */
const pollPauseMs = 1_000;
const maxPolls = 10;

/**
 * A step had no reliable answer or was not sent. The probe ends, because the facts of its other
 * steps are useless then.
 */
class UnclearStep extends Error {
  readonly step: string;
  readonly text: Text;

  constructor(step: string, text: Text) {
    super(step);
    this.step = step;
    this.text = text;
  }
}

/**
 * The one-off probe of order-safety 4. It needs the consent of the trader and a test strategy. It
 * sends the own signal id of an accepted order a second time, which no other code does: the trader
 * has consented to it, and each request is in the journal before it is sent. The orders that it
 * entered are canceled at the end in every case.
 */
export class Probe {
  readonly #deps: ProbeDeps;
  readonly #queue: SendQueue;
  #running = false;

  constructor(deps: ProbeDeps) {
    this.#deps = deps;
    this.#queue = new SendQueue(deps.sender);
  }

  async run(input: ProbeInput): Promise<Outcome> {
    const { desk, isTestStrategy, journal, killReason } = this.#deps;
    if (this.#running) return failed('busy', { code: 'probe.running' });
    const kill = killReason();
    if (kill !== null) return failed('killed', { code: 'nothing-sent', reason: kill });
    // If the intent is known, its earlier row would be taken for the new order, and the own id of
    // that row would be sent again.
    if (journal.knowsIntent(input.intentId)) return failed('refused', { code: 'order.intent-used' });
    if (!isTestStrategy(input.systemId)) {
      return failed('not-a-test-strategy', { code: 'probe.no-test-strategy' });
    }
    // The limit is far from the market on purpose and the trader agreed to its warnings. A check
    // that blocks still blocks.
    const ticket = ticketOf(input);
    const warnings = desk.preview(ticket).checks.filter(({ level }) => level === 'warn');
    const entered = desk.submit(input.intentId, ticket, ['stale', ...warnings.map(({ code }) => code)]);
    if (!entered.ok) {
      const code =
        entered.failure.code === 'locked' || entered.failure.code === 'journal' ? entered.failure.code : 'refused';
      return failed(code, entered.failure.message);
    }
    this.#running = true;
    try {
      return await this.#runSteps(input, entered.value.rowId);
    } finally {
      this.#running = false;
    }
  }

  async #runSteps(input: ProbeInput, rowId: string): Promise<Outcome> {
    const row = await this.#accepted(rowId);
    if (row === null) {
      // Without an answer the order may work at the platform. For any other outcome this cancel
      // sends nothing.
      this.#deps.desk.cancel(this.#deps.random.uuid(), input.systemId, [rowId]);
      return failed('unclear', { code: 'probe.not-accepted' });
    }
    const run = this.#newRun(input.systemId);
    const steps = new ProbeSteps(this.#deps, row, run, this.#queue);
    try {
      const facts = await steps.run();
      // If `clean` is false, an order of the probe may still be working.
      if (!facts.clean) await this.#cancelEntered(row, steps);
      this.#deps.journal.saveRun({ ...run, state: 'DONE', act: { kind: 'probe', step: 'end', facts } });
      return done(facts);
    } catch (error) {
      await this.#cancelEntered(row, steps);
      if (error instanceof JournalError) return failed('journal', error.text);
      if (!(error instanceof UnclearStep)) throw error;
      return failed('unclear', { code: 'probe.unclear', step: error.step, reason: error.text });
    }
  }

  async #cancelEntered({ rowId, ticket: { systemId } }: OrderRow, steps: ProbeSteps): Promise<void> {
    const { desk, random } = this.#deps;
    const secondRowId = steps.secondId === null ? null : serviceRowId(steps.secondId);
    const canceled = desk.cancel(random.uuid(), systemId, secondRowId === null ? [rowId] : [rowId, secondRowId]);
    const isSecondCancelQueued = canceled.ok && secondRowId !== null && !canceled.value.skipped.includes(secondRowId);
    if (isSecondCancelQueued) return;
    try {
      await steps.findSecond();
      await steps.cancelSecond();
    } catch (error) {
      if (!(error instanceof UnclearStep)) throw error;
    }
  }

  /** Resolves with the order once it is accepted, with null for every other outcome. */
  #accepted(rowId: string): Promise<OrderRow | null> {
    const { desk, journal } = this.#deps;
    const poll = (): OrderRow | null | undefined => {
      const row = journal.order(rowId);
      if (row?.state === 'QUEUED' || row?.state === 'SENDING') return undefined;
      return row?.state === 'ACKED' ? row : null;
    };
    const first = poll();
    if (first !== undefined) return Promise.resolve(first);
    return new Promise((resolve) => {
      const release = desk.onChange(() => {
        const row = poll();
        if (row === undefined) return;
        release();
        resolve(row);
      });
    });
  }

  #newRun(systemId: string): RunRow {
    const { clock, profile, random } = this.#deps;
    const act = { kind: 'probe', step: 'begin', facts: null } as const;
    return newRunRow({ intentId: random.uuid(), systemId, act, profile, at: clock.now() });
  }
}

/**
 * Collects the facts with one order: submits it again, looks for it in the list, cancels it,
 * cancels it again, and cancels an id that was never used.
 */
class ProbeSteps {
  readonly #deps: ProbeDeps;
  readonly #row: OrderRow;
  readonly #run: RunRow;
  readonly #queue: SendQueue;
  readonly #answers: Answer[] = [];
  /** The order that the second submit made, if the platform accepted the used id. */
  secondId: string | null = null;

  constructor(deps: ProbeDeps, row: OrderRow, run: RunRow, queue: SendQueue) {
    this.#deps = deps;
    this.#row = row;
    this.#run = run;
    this.#queue = queue;
  }

  async run(): Promise<ProbeFacts> {
    const { clock, journal } = this.#deps;
    const { ticket, ownId } = this.#row;
    const acceptedAt = clock.monotonic();
    const secondSubmit = await this.#send('submit again', 'submitSignal', submitBody(this.#row));
    const echo =
      secondSubmit.verdict === 'ok' && secondSubmit.body !== null ? parseSubmitEcho(secondSubmit.body) : null;
    if (echo !== null && echo.serviceId !== this.#row.serviceIds.signal) this.secondId = echo.serviceId;
    // A refusal that does not name the order may have another cause, such as too many requests.
    const isIdRefused =
      secondSubmit.verdict === 'refused' && secondSubmit.body !== null && echoedIds(secondSubmit.body).includes(ownId);
    const listFacts = await this.#findInList(acceptedAt);
    await this.#cancel('cancel', ownId);
    await this.cancelSecond();
    const cancelAgainAnswer = await this.#cancel('cancel again', ownId);
    // Reserved like any other id, so that no order ever has the id that is tried here.
    const unusedId = journal.reserveGroup(ticket.systemId, () =>
      drawOwnId(clock.now(), () => this.#deps.random.fraction()),
    );
    const unusedIdAnswer = await this.#cancel('cancel of an unused id', unusedId);
    return {
      at: Math.floor(clock.now() / 1000),
      systemId: ticket.systemId,
      reuseRefused: isIdRefused ? true : secondSubmit.verdict === 'ok' ? false : null,
      reuseTitle: isIdRefused ? secondSubmit.title : '',
      // The JSON text of each `ok` also shows its type.
      okForms: this.#answers.map(({ step, envelope }) => ({
        step,
        ok: JSON.stringify(envelope?.body?.['ok'] ?? null),
        title: envelope?.title ?? '',
      })),
      ...listFacts,
      cancelAgainTitle: cancelAgainAnswer.title,
      cancelUnknownTitle: unusedIdAnswer.title,
      clean: await this.#areOrdersGone(),
    };
  }

  async cancelSecond(): Promise<void> {
    if (this.secondId !== null) await this.#cancel('cancel of the second order', this.secondId);
  }

  /** Looks for the order of the second submit, which may exist although the answer was lost. */
  async findSecond(): Promise<void> {
    if (this.secondId !== null) return;
    const { ownId, serviceIds, ticket } = this.#row;
    const reading = await this.#deps.reader.readWorking(ticket.systemId);
    const records = reading.ok ? reading.records : [];
    this.secondId =
      records.find((one) => one.ownId === ownId && one.serviceId !== serviceIds.signal)?.serviceId ?? null;
  }

  async #findInList(since: number): Promise<Pick<ProbeFacts, 'ownIdsInLists' | 'visibleAfterMs'>> {
    const { clock, reader } = this.#deps;
    const { ownId, serviceIds, ticket } = this.#row;
    for (let polls = 0; polls < maxPolls; polls++) {
      const reading = await reader.readWorking(ticket.systemId);
      const found = reading.ok
        ? reading.records.find((one) => one.serviceId === serviceIds.signal || one.ownId === ownId)
        : undefined;
      if (found) {
        return { ownIdsInLists: found.ownId === ownId, visibleAfterMs: Math.round(clock.monotonic() - since) };
      }
      await new Promise<void>((resolve) => clock.after(pollPauseMs, resolve));
    }
    return { ownIdsInLists: null, visibleAfterMs: null };
  }

  #cancel(step: string, signalId: string): Promise<Envelope> {
    return this.#send(step, 'cancelSignal', { systemid: this.#row.ticket.systemId, signalid: signalId });
  }

  /**
   * Sends one request, which is in the journal before it is sent. It needs no further permission: a
   * repeated cancel changes nothing, and the trader agreed to the second submit.
   */
  async #send(step: string, command: string, body: Readonly<Record<string, RequestValue>>): Promise<Envelope> {
    const { systemId } = this.#row.ticket;
    const lane = command === 'cancelSignal' ? 'cancel' : 'submit';
    const { result } = await this.#queue.send({
      id: `${this.#run.intentId} ${step}`,
      target: systemId,
      wire: () => ({ command, body, lane, systemId }),
      mayBeSent: () => true,
      recordSending: () => this.#record(step, lane === 'cancel'),
    });
    if (result.kind !== 'answer') throw new UnclearStep(step, result.text);
    const envelope = readEnvelope(result.bytes);
    this.#answers.push({ step, envelope });
    return envelope;
  }

  /** An unwritable journal does not stop a cancel. */
  #record(step: string, isCancel: boolean): void {
    try {
      this.#deps.journal.saveRun({ ...this.#run, act: { kind: 'probe', step, facts: null } });
    } catch (error) {
      if (!isCancel || !(error instanceof JournalError)) throw error;
    }
  }

  /** Whether a working list without unreadable records shows no order of the probe. */
  async #areOrdersGone(): Promise<boolean> {
    const { ownId, serviceIds, ticket } = this.#row;
    const reading = await this.#deps.reader.readWorking(ticket.systemId);
    if (!reading.ok || reading.unreadable.length > 0) return false;
    const ids = [serviceIds.signal, this.secondId];
    return !reading.records.some((one) => one.ownId === ownId || ids.includes(one.serviceId));
  }
}

/** One unit, far from the market, for one day: it should never fill. */
const ticketOf = ({ systemId, symbol, instrument, limit }: ProbeInput): Ticket => ({
  systemId,
  action: 'BTO',
  quantity: '1',
  symbol,
  instrument,
  price: { kind: 'limit', limit },
  duration: 'DAY',
  ...plainTicket,
});
