import type { Text } from '#contract/message.ts';
import { failed, type Outcome } from '#contract/outcome.ts';
import type { Act, ActRun, ActState, ActStep, ActTarget } from '#contract/model/act.ts';
import type { Notice } from '#contract/model/status.ts';
import { isOwn } from '#core/owner.ts';
import { SecretCutter } from '#core/platform/cut-secrets.ts';
import { answerLines, envelopeText, readEnvelope } from '#core/platform/envelope.ts';
import { secretRedactor } from '#core/platform/secret-redactor.ts';
import type { PlatformResult } from '#core/platform/platform-client.ts';
import type { DurableRequest, TurnEnd } from '#core/sending/durable-request.ts';
import { waitingTime } from '#core/sending/waiting-time.ts';
import { JournalError } from '#core/sending/journal-error.ts';
import { lateMs, nextReadBack } from '#core/sending/read-back-times.ts';
import { SendQueue } from '#core/sending/send-queue.ts';
import type { ActDeskDeps } from './act-desk-deps.ts';
import { declaredAct, isOpenAct, pendingUndo, sendingAct, stepAct, wasNotSentOrRefused } from './act-lifecycle.ts';
import { actForWindow, type ActRow } from './act-row.ts';
import { actTable } from './act-table.ts';
import { addsRisk, alwaysReduces, waitedTooLong } from './act-risk.ts';
import { isActOf, isActOrUndo, isUndoneBy, type ActProof, type ActType } from './act-type.ts';
import { systemOf, targetKey } from './act-target.ts';
import { verdictOf } from './decide-act.ts';
import { readingOf, type Reading } from './reading.ts';

/** Is notified of the acts and the readings of one command. */
export interface ActListener<Read = unknown> {
  actChanged(row: ActRow): void;
  readingEnded(targetId: string, reading: Reading<Read>): void;
}

export type ActInput<Wanted> = {
  readonly intentId: string;
  readonly targetId: string;
  readonly before: unknown;
  readonly wanted: Wanted;
  /** Codes of the warnings that the user confirmed. */
  readonly confirmed?: readonly string[];
  /** The set of changes that the act belongs to. Its acts are sent behind orders and cancels. */
  readonly run?: ActRun;
  /** Request members that no file and no message contains. They are cut out of the answer (acts A8). */
  readonly secrets?: Readonly<Record<string, string>>;
};
type ActFailure = 'busy' | 'locked' | 'killed' | 'refused' | 'not-sent' | 'blocked' | 'journal';
type ActOutcome = Outcome<ActRow, ActFailure>;
type Refusal = Extract<ActOutcome, { ok: false }>;

const retryWriteMs = 1_000;

/**
 * Sends requests that change the platform and are not orders (docs/spec/acts.md). Each target has
 * at most one act under way, an act with an unclear answer is read back, and no act is sent again.
 * Every act is in the journal before its first byte.
 */
export class ActDesk {
  readonly #deps: ActDeskDeps;
  readonly #types: readonly ActType[];
  readonly #queue: SendQueue;
  readonly #listeners: { readonly type: ActType; readonly listener: ActListener }[] = [];
  /** Timers of the next read-back, by intent. */
  readonly #timers = new Map<string, () => void>();
  /** When each act of this run of the program was sent, by the monotonic clock. */
  readonly #sentHere = new Map<string, number>();
  /** Rows that the journal could not write. Each is written again until that succeeds. */
  readonly #unwritten = new Map<string, ActRow>();
  #closed = false;
  #revision = 0;

  constructor(deps: ActDeskDeps, types: readonly ActType[] = actTable) {
    this.#deps = deps;
    this.#types = types;
    this.#queue = new SendQueue(deps.sender);
    this.#recoverPending();
  }

  /** The acts of this command and target, the oldest first. */
  acts<Wanted>(type: ActType<Wanted>, targetId: string): ActRow<Wanted>[] {
    return this.#ownActs().filter((row): row is ActRow<Wanted> => isActOf(type, row) && row.target.id === targetId);
  }

  /** The acts that were sent for a set of changes, by intent. */
  actsOfRun(runId: string): ReadonlyMap<string, ActRow> {
    return new Map(this.#ownActs().flatMap((row) => (row.run?.runId === runId ? [[row.intentId, row]] : [])));
  }

  /** The targets of all acts of this command. */
  targets(type: ActType): ReadonlySet<string> {
    return new Set(this.#ownActs().flatMap((row) => (isActOf(type, row) ? [row.target.id] : [])));
  }

  /** The acts of every target of these kinds, in the order in which they were sent. */
  rowsOf(...kinds: readonly ActTarget['kind'][]): ActRow[] {
    return this.#ownActs().filter(({ target }) => kinds.includes(target.kind));
  }

  /** Every act of this connection, the newest first, as the window shows it (acts A12). */
  actsForWindow(): Act[] {
    return this.#ownActs().toReversed().map(actForWindow);
  }

  /** Grows with every change of an act since the program started. */
  revision(): number {
    return this.#revision;
  }

  listen<Read>(type: ActType<unknown, Read>, listener: ActListener<Read>): void {
    this.#listeners.push({ type, listener });
  }

  /** Resolves when the outcome is in the journal, whether it is clear or not. */
  async send<Wanted>(type: ActType<Wanted>, input: ActInput<Wanted>): Promise<ActOutcome> {
    const { journal, offlineReason } = this.#deps;
    if (journal.knowsIntent(input.intentId)) return intentUsedRefusal();
    const problem = journal.problem();
    if (problem !== null) return failed('journal', { code: 'nothing-sent', reason: problem });
    const reason = offlineReason();
    if (reason !== null) return failed('locked', { code: 'nothing-sent', reason });
    const refusal = this.#refusal(type, input);
    if (refusal !== null) return refusal;
    const release = secretRedactor.add(new SecretCutter(Object.values(input.secrets ?? {})));
    const outcome = new Promise<ActOutcome>((resolve) => {
      this.#queue.add(this.#request(type, input, resolve));
    });
    return outcome.finally(release);
  }

  /**
   * Records a change that was made elsewhere, as declared by the user. Nothing is sent. Returns why
   * it could not be written, or null.
   */
  declare<Wanted>(type: ActType<Wanted>, input: ActInput<Wanted>): Text | null {
    const row = declaredAct(this.#newAct(type, input));
    try {
      this.#deps.journal.saveAct(row);
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      return error.text;
    }
    this.#changed(row);
    return null;
  }

  /** The user ends an act of unknown outcome (acts A4). Returns false if it is in another state. */
  giveUp(intentId: string): boolean {
    const row = this.#find(intentId);
    if (row?.state !== 'UNKNOWN') return false;
    this.#timers.get(intentId)?.();
    this.#timers.delete(intentId);
    this.#step(row, { state: 'GIVEN_UP', evidence: 'user' });
    return true;
  }

  /** Whether a later reading can show what became of this act. */
  isProvable(row: ActRow): boolean {
    return this.#proofOf(row) !== null;
  }

  /** Stores the start time of a reading that shows a confirmed act. The state of the act stays. */
  markReadBack(row: ActRow, startedAt: number): void {
    this.#save({ ...row, readBackAt: startedAt, version: row.version + 1 });
  }

  /** Reads what proves the acts of this command; the listeners get the reading too. */
  async read<Read>(type: ActType<unknown, Read>, targetId: string, lane: 'view' | 'reconcile'): Promise<Reading<Read>> {
    const { proof } = type;
    if (proof === null) throw new Error(`nothing proves ${type.command}`);
    const systemId = systemOf({ kind: type.target, id: targetId });
    const result = await this.#deps.client.send({
      command: proof.command,
      body: proof.body(targetId),
      lane,
      systemId,
    });
    const reading = readingOf(result, (answer) => proof.parse(answer, targetId));
    if (this.#closed) return reading;
    for (const one of this.#listeners) if (one.type === type) one.listener.readingEnded(targetId, reading);
    this.#deps.changed({ kind: type.target, id: targetId });
    return reading;
  }

  close(): void {
    this.#closed = true;
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
  }

  /** Reads back what an earlier run left open or unproven, from the start of the schedule. */
  #recoverPending(): void {
    for (const row of this.#ownActs()) {
      if (row.state === 'SENDING') this.#step(row, { state: 'UNKNOWN', evidence: 'program-ended' });
      if (isOpenAct(row) || this.#isUnverified(row) || this.#mustReadBackRefused(row))
        this.#schedule(row.intentId, this.#deps.clock.monotonic(), -1);
    }
  }

  #request<Wanted>(
    type: ActType<Wanted>,
    input: ActInput<Wanted>,
    resolve: (outcome: ActOutcome) => void,
  ): DurableRequest {
    const target = { kind: type.target, id: input.targetId };
    let refusal: Refusal | null = null;
    const waiting = waitingTime(this.#deps.clock);
    const earlierCount = this.#ofTarget(target).length;
    return {
      id: input.intentId,
      target: targetKey(target),
      isWaiting: () => true,
      wire: () => ({
        command: type.command,
        body: { ...type.body(input.targetId, input.wanted), ...input.secrets },
        lane: input.run === undefined ? type.lane(input.wanted) : 'view',
        systemId: systemOf(target),
        secrets: Object.values(input.secrets ?? {}),
        reducesRisk: type.reducesRisk?.(input) ?? false,
      }),
      mayBeSent: () => {
        // A call with the same intent may have been sent while this one was queued.
        const isUsed = this.#deps.journal.knowsIntent(input.intentId);
        const tooLong = waitedTooLong(waiting, input.run !== undefined);
        refusal = isUsed ? intentUsedRefusal() : this.#refusal(type, input, tooLong);
        // An act of this target was sent while this one waited, so what was reviewed is old.
        const isOld = this.#ofTarget(target)
          .slice(earlierCount)
          .some((one) => !wasNotSentOrRefused(one));
        if (isOld && !alwaysReduces(type, input)) refusal ??= failed('busy', { code: 'act.overtaken' });
        return refusal === null && !this.#closed;
      },
      recordSending: () => {
        const row = sendingAct(this.#newAct(type, input));
        const overtaken = this.#openOf(target).findLast((one) => this.#mayTakeEffect(one));
        this.#deps.journal.saveAct(row);
        this.#sentHere.set(row.intentId, this.#deps.clock.monotonic());
        this.#changed(row);
        if (overtaken === undefined) return;
        const { command, sentAt } = overtaken;
        const at = sentAt === null ? null : Math.floor(sentAt / 1000);
        this.#notify(row, 'warn', { code: 'act.overtakes' }, { code: 'act.overtaken-open', command, at });
      },
      recordOutcome: (end) => {
        resolve(this.#outcomeOf(type, input, end, refusal));
        return 'over';
      },
    };
  }

  #newAct<Wanted>(type: ActType<Wanted>, { intentId, targetId, before, wanted, confirmed, run }: ActInput<Wanted>) {
    const { clock, profile } = this.#deps;
    const target = { kind: type.target, id: targetId };
    const act = { intentId, command: type.command, target, before, wanted, profile, at: clock.now() };
    return { ...act, ...(run && { run }), ...(confirmed && { confirmed: [...confirmed] }) };
  }

  /**
   * An act that only reduces risk is sent even if its target has an unknown act (acts A6) or the
   * kill switch is on (acts A9).
   */
  #refusal<Wanted>(type: ActType<Wanted>, input: ActInput<Wanted>, tooLong: Text | null = null): Refusal | null {
    const target = { kind: type.target, id: input.targetId };
    const adds = addsRisk(type, input);
    const kill = adds ? this.#deps.killReason() : null;
    if (kill !== null) return failed('killed', { code: 'nothing-sent', reason: kill });
    if (adds && tooLong !== null) return failed('not-sent', { code: 'nothing-sent', reason: tooLong });
    const noRight = this.#deps.rights.refusal(type.command, target, adds ? 'adds' : 'reduces');
    if (noRight !== null) return failed('locked', { code: 'nothing-sent', reason: noRight });
    const open = this.#openOf(target);
    const isBlocked = open.some((row) => row.state === 'SENDING' || (adds && this.#mayTakeEffect(row)));
    return isBlocked ? failed('busy', { code: 'act.one-at-a-time' }) : null;
  }

  #openOf(target: ActTarget): ActRow[] {
    return this.#ofTarget(target).filter(isOpenAct);
  }

  /**
   * If a read can prove the outcome of an unknown act, the act blocks its target until it is
   * proven. If no read can, it blocks its target for T_late: until then it may still take effect.
   */
  #mayTakeEffect(row: ActRow): boolean {
    return this.#proofOf(row) !== null || this.#elapsedSinceSent(row) < lateMs;
  }

  /** Null if no read can prove this act. */
  #proofOf(row: ActRow): ActProof | null {
    const proof = this.#typeOf(row)?.proof ?? null;
    return proof?.isPossible?.(row) === false ? null : proof;
  }

  /** By the monotonic clock if this run sent the act: the wall clock may change at any time. */
  #elapsedSinceSent({ intentId, sentAt }: ActRow): number {
    const { clock } = this.#deps;
    const sentHereAt = this.#sentHere.get(intentId);
    return sentHereAt === undefined ? clock.now() - (sentAt ?? 0) : clock.monotonic() - sentHereAt;
  }

  /** Whether a reading may still show the act: sent in this run, or shortly before a restart. */
  #mayStillAppear({ intentId, changedAt }: ActRow): boolean {
    return this.#sentHere.has(intentId) || this.#deps.clock.now() - changedAt < 2 * lateMs;
  }

  #isUnverified(row: ActRow): boolean {
    if (row.state !== 'DONE' || row.readBackAt !== null || !this.#mayStillAppear(row)) return false;
    return this.#typeOf(row)?.readsBack === true && this.#proofOf(row) !== null;
  }

  /**
   * Whether to read back an act that the platform refused: a reading can prove the act, and its
   * target has no later act.
   */
  #mustReadBackRefused(row: ActRow): boolean {
    if (row.state !== 'REFUSED' || !this.#mayStillAppear(row)) return false;
    if (this.#typeOf(row)?.messages.afterRefusal === undefined || this.#proofOf(row) === null) return false;
    return this.#ofTarget(row.target).at(-1)?.intentId === row.intentId;
  }

  #outcomeOf<Wanted>(
    type: ActType<Wanted>,
    { intentId, targetId }: ActInput<Wanted>,
    { begun, problem, result }: TurnEnd,
    refusal: Refusal | null,
  ): ActOutcome {
    const row = begun ? this.#find(intentId) : undefined;
    if (row !== undefined && isActOf(type, row)) return this.#classify(type, row, result);
    if (problem !== null) return failed('journal', { code: 'nothing-sent', reason: problem });
    if (refusal !== null) return refusal;
    if (result.kind === 'withdrawn' || result.kind === 'not-sent') return failed('not-sent', result.text);
    // A bug: the request may have been sent, but it has no row.
    this.#deps.log.error('act-without-permission', { kind: result.kind, command: type.command, target: targetId });
    return failed('internal', { code: 'act.not-recorded' });
  }

  #classify<Wanted>(type: ActType<Wanted>, row: ActRow<Wanted>, result: PlatformResult): ActOutcome {
    if (result.kind === 'not-sent' || result.kind === 'withdrawn') {
      this.#step(row, { state: 'NOT_SENT', evidence: 'not-sent', text: result.text });
      return failed('not-sent', { code: 'nothing-sent', reason: result.text });
    }
    if (result.kind === 'no-answer') return this.#markUnknown(row, { evidence: 'no-answer', text: result.text });
    const envelope = readEnvelope(result.bytes);
    const answer = answerLines(envelope);
    const isContradictory = envelope.body !== null && type.isContradictory?.(envelope.body) === true;
    if (envelope.verdict === 'refused' && isContradictory)
      return this.#markUnknown(row, { evidence: 'other-answer' }, answer);
    if (envelope.verdict === 'refused') {
      const refused = this.#step(row, { state: 'REFUSED', evidence: 'refused' }, answer);
      if (this.#mustReadBackRefused(refused)) this.#schedule(refused.intentId, this.#deps.clock.monotonic(), -1);
      return failed('refused', envelopeText(envelope) || { code: 'act.refused' }, { details: answer });
    }
    if (envelope.verdict !== 'ok' || envelope.body === null)
      return this.#markUnknown(row, { evidence: 'unreadable-answer' }, answer);
    const confirmation = type.confirms(envelope.body, row.wanted);
    if (confirmation === 'none') return this.#markUnknown(row, { evidence: 'other-answer' }, answer);
    const shown = type.result?.(envelope.body);
    const done = this.#step(
      { ...row, ...(shown === undefined ? {} : { shown }) },
      { state: 'DONE', evidence: 'answered' },
      answer,
    );
    if (confirmation === 'part') {
      const differs = this.#step(done, { state: 'DIFFERS', evidence: 'answered' });
      this.#notify(differs, 'danger', type.messages.title, type.messages.differs);
      return { ok: true, value: differs };
    }
    if (this.#isUnverified(done)) this.#schedule(done.intentId, this.#deps.clock.monotonic(), -1);
    return { ok: true, value: done };
  }

  #markUnknown(row: ActRow, step: Pick<ActStep, 'evidence' | 'text'>, answer: readonly string[] = []): ActOutcome {
    const unknown = this.#step(row, { state: 'UNKNOWN', ...step }, answer);
    this.#schedule(row.intentId, this.#deps.clock.monotonic(), -1);
    return { ok: true, value: unknown };
  }

  /**
   * `beganAt`: when the schedule of read-backs began, by the monotonic clock. `elapsed`: from then
   * to the start of the last read-back in ms, negative before the first.
   */
  #schedule(intentId: string, beganAt: number, elapsed: number): void {
    if (this.#closed) return;
    this.#timers.get(intentId)?.();
    const { clock } = this.#deps;
    const wait = Math.max(0, beganAt + nextReadBack(elapsed) - clock.monotonic());
    this.#timers.set(
      intentId,
      clock.after(wait, () => void this.#readBack(intentId, beganAt)),
    );
  }

  async #readBack(intentId: string, beganAt: number): Promise<void> {
    this.#timers.delete(intentId);
    const found = this.#find(intentId);
    const type = found && this.#typeOf(found);
    if (!found || !type || this.#proofOf(found) === null || !this.#isReadBackDue(type, found)) return;
    const elapsed = this.#deps.clock.monotonic() - beganAt;
    const reading = await this.read(type, found.target.id, 'reconcile');
    const acts = this.#ofTarget(found.target).filter((one) => isActOrUndo(type, one));
    const row = acts.find((one) => one.intentId === intentId);
    if (this.#closed || !row || !this.#isReadBackDue(type, row)) return;
    const proof = this.#proofOf(row);
    if (reading.kind === 'failed' || proof === null) return this.#schedule(intentId, beganAt, elapsed);
    const isShown = (act: ActRow): boolean => isActOf(type, act) && proof.shows(reading.value, act);
    const isLateUndo = (act: ActRow) => isUndoneBy(type, act) && this.#typeOf(act)?.takesEffectLater?.(act.wanted);
    const undo = pendingUndo(row, acts, isLateUndo);
    if (undo && !isShown(row) && reading.startedAt > undo.changedAt) this.markReadBack(undo, reading.startedAt);
    const verdict = undo && isShown(row) ? null : verdictOf(row, acts, isShown, elapsed);
    if (verdict === null) this.#schedule(intentId, beganAt, elapsed);
    else if (verdict === 'shown') this.markReadBack(row, reading.startedAt);
    else if (verdict !== 'over') {
      this.#step(this.#withShown(row, verdict.state, proof.seen?.(reading.value, row)), verdict);
      const text = verdict.alarm === null ? undefined : type.messages[verdict.alarm];
      if (text !== undefined) this.#notify(row, 'danger', type.messages.title, text);
    }
  }

  /** If the answer and the reading differ, the row contains both (acts A7). */
  #withShown(row: ActRow, state: ActState, read: unknown): ActRow {
    if (read === undefined) return row;
    return { ...row, shown: state === 'DIFFERS' ? { answered: row.shown ?? null, read } : read };
  }

  /**
   * A confirmed act is read back only while it is the newest act that may have taken effect, among
   * those of its command and target and those that undo it: a reading shows what the newest left.
   */
  #isReadBackDue(type: ActType, row: ActRow): boolean {
    if (row.state === 'UNKNOWN' || this.#mustReadBackRefused(row)) return true;
    const acts = this.#ofTarget(row.target).filter((one) => isActOrUndo(type, one) && !wasNotSentOrRefused(one));
    return this.#isUnverified(row) && acts.at(-1)?.intentId === row.intentId;
  }

  #notify({ intentId, target }: ActRow, level: Notice['level'], title: Text, text: Text): void {
    const at = Math.floor(this.#deps.clock.now() / 1000);
    this.#deps.notify({
      id: `act-${intentId}`,
      level,
      title,
      text,
      at,
      rowId: null,
      systemId: systemOf(target),
      changeId: intentId,
    });
  }

  #step(row: ActRow, { state, evidence, text }: Omit<ActStep, 'at'>, answer?: readonly string[]): ActRow {
    const step = { state, at: this.#deps.clock.now(), evidence, ...(text === undefined ? {} : { text }) };
    return this.#save(stepAct(row, step, answer));
  }

  #save(row: ActRow): ActRow {
    this.#write(row);
    this.#changed(row);
    return row;
  }

  /**
   * If an outcome cannot be written, it is valid in this run, and the write is repeated every
   * second. After a restart the row on disk is still open, so the act is read back.
   */
  #write(row: ActRow): void {
    const { clock, journal, log } = this.#deps;
    try {
      journal.saveAct(row);
      this.#unwritten.delete(row.intentId);
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      if (!this.#unwritten.has(row.intentId)) log.error('act-not-written', { state: row.state });
      this.#unwritten.set(row.intentId, row);
      clock.after(retryWriteMs, () => {
        if (!this.#closed && this.#unwritten.get(row.intentId) === row) this.#write(row);
      });
    }
  }

  #changed(row: ActRow): void {
    this.#revision += 1;
    this.#deps.changed(row.target);
    for (const one of this.#listeners) if (isActOf(one.type, row)) one.listener.actChanged(row);
  }

  #typeOf(row: ActRow): ActType | undefined {
    return this.#types.find((one) => isActOf(one, row));
  }

  #ofTarget({ kind, id }: ActTarget): ActRow[] {
    return this.rowsOf(kind).filter(({ target }) => target.id === id);
  }

  #find(intentId: string): ActRow | undefined {
    return this.#ownActs().find((row) => row.intentId === intentId);
  }

  #ownActs(): ActRow[] {
    const own = [...this.#deps.journal.acts()].filter((row) => isOwn(this.#deps.profile, row));
    return own.map((row) => this.#unwritten.get(row.intentId) ?? row);
  }
}

const intentUsedRefusal = () => failed('blocked', { code: 'act.intent-used' });
