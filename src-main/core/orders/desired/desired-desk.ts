import type { Text } from '#contract/message.ts';
import { done, failed } from '#contract/outcome.ts';
import type { CommandOutcome } from '#contract/commands.ts';
import type { DesiredState, DesiredTarget } from '#contract/model/desired.ts';
import type { Notice } from '#contract/model/status.ts';
import { envelopeText, readEnvelope } from '#core/platform/envelope.ts';
import { parseDesired, type StoredList } from '#core/platform/parse/desired.ts';
import type { PlatformClient, PlatformResult } from '#core/platform/platform-client.ts';
import type { Clock, Log } from '#core/ports.ts';
import { newActRow, type ActRow } from '../act-row.ts';
import { answerLines } from '../classify.ts';
import { isOwn, type Owner } from '../owner.ts';
import type { Journal } from '../journal.ts';
import { JournalError } from '#core/sending/journal-error.ts';
import type { RiskEffect } from '../exposure.ts';
import {
  desiredState,
  engagedBy,
  isOvertaken,
  isPending,
  listUntil,
  stopToRead,
  targetOf,
  type ReadBack,
} from './desired-state.ts';
import { isStored, wirePositions } from './wire-positions.ts';

export type DesiredDeskDeps = {
  readonly clock: Clock;
  readonly log: Log;
  readonly journal: Journal;
  readonly client: PlatformClient;
  readonly profile: Owner;
  readonly killed: () => Text | null;
  /** Why nothing can be sent now (no connection, no key). Null when it can. */
  readonly offline: () => Text | null;
  readonly notify: (notice: Notice) => void;
  readonly changed: (systemId: string) => void;
};

/**
 * Milliseconds after an unclear answer at which the list is read back. The last read decides
 * (T_late).
 */
const pollSchedule = [2_000, 5_000, 10_000, 20_000, 40_000, 60_000, 120_000] as const;

/**
 * Milliseconds before each reading that checks for `stop` after its answer. The last one repeats.
 */
const stopPollSchedule = [0, 2_000, 5_000, 10_000, 20_000, 40_000, 60_000] as const;
/** The word that the trader types to declare the mode off. */
const offWord = 'off';

/**
 * Target lists (order-safety 6.3). A list is state, not a command, but a late older list can
 * overwrite a newer one. So each strategy has at most one request under way, an unclear answer is
 * read back until it is certain, and the program never sends a list again. Every act is in the
 * journal before its first byte is sent.
 */
export class DesiredDesk {
  readonly #deps: DesiredDeskDeps;
  readonly #readBacks = new Map<string, ReadBack>();
  readonly #failures = new Map<string, Text>();
  readonly #timers = new Map<string, () => void>();
  #closed = false;

  constructor(deps: DesiredDeskDeps) {
    this.#deps = deps;
    this.#recoverPending();
  }

  state(systemId: string): DesiredState {
    const failure = this.#failures.get(systemId) ?? null;
    const readBack = this.#readBacks.get(systemId) ?? null;
    return desiredState(systemId, this.#acts(systemId), readBack, this.#deps.clock.now(), failure);
  }

  /** Why orders of this strategy are not sent (D3). Null when they are sent. */
  engaged(systemId: string, risk: RiskEffect): Text | null {
    return engagedBy(this.#acts(systemId), risk);
  }

  /** Milliseconds until which a list of this strategy may have traded. Null for never. */
  listUntil(systemId: string): number | null {
    return listUntil(this.#acts(systemId), this.#deps.clock.now());
  }

  /**
   * The trader ended the mode elsewhere, where no read shows it. Refused while a list of ours can
   * still take effect.
   */
  declareOff(intentId: string, systemId: string, typed: string): CommandOutcome<'desired.declare-off'> {
    const { clock, journal, profile } = this.#deps;
    const acts = this.#acts(systemId);
    if (acts.some((row) => row.intentId === intentId)) return done(this.state(systemId));
    if (typed.trim().toLowerCase() !== offWord) return failed('not-typed', { code: 'desired.type-off' });
    if (acts.some(isPending)) return failed('busy', { code: 'desired.one-at-a-time' });
    const row = newActRow({ intentId, systemId, act: { kind: 'desired-off' }, profile, at: clock.now() });
    try {
      journal.saveAct({ ...row, state: 'DONE', attempts: 0, sentAt: null });
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      return failed('journal', error.message);
    }
    this.#deps.changed(systemId);
    return done(this.state(systemId));
  }

  /** Reads the list that the platform has. A failure is shown in the state. */
  async read(systemId: string, lane: 'view' | 'reconcile' = 'view'): Promise<StoredList> {
    const body = { systemid: systemId };
    const result = await this.#deps.client.send({ command: 'getDesiredPositions', body, lane, systemId });
    if (this.#closed) return null;
    const list = this.#parsed(systemId, result);
    if (result.kind === 'answer') this.#recordStop(systemId, list, result.sentAt);
    this.#deps.changed(systemId);
    return list;
  }

  /**
   * Takes over the list that another reading found at `at` (milliseconds), unless a newer one is
   * known.
   */
  adoptReading(systemId: string, list: StoredList, at: number): void {
    const known = this.#readBacks.get(systemId);
    if (list === null || (known && known.at >= at)) return;
    this.#readBacks.set(systemId, { list, at });
    this.#deps.changed(systemId);
  }

  /**
   * Resolves when the answer has arrived, clear or not. The same intent again returns the state and
   * sends nothing.
   */
  async set(intentId: string, systemId: string, target: DesiredTarget): Promise<CommandOutcome<'desired.set'>> {
    const { journal } = this.#deps;
    if (this.#acts(systemId).some((row) => row.intentId === intentId)) return done(this.state(systemId));
    if (journal.knowsIntent(intentId)) return failed('blocked', 'This press was already used for something else.');
    const refusal = this.#refusal(systemId, target);
    if (refusal) return refusal;
    const begun: { row: ActRow | null; problem: string | null } = { row: null, problem: null };
    const result = await this.#deps.client.send({
      command: 'setDesiredPositions',
      body: { systemid: systemId, positions: wirePositions(target) },
      // Flattening is sent before everything else in the queue (ARCHITECTURE: lanes).
      lane: target.kind === 'flat' ? 'cancel' : 'submit',
      systemId,
      beforeSend: () => this.#beginAct(intentId, systemId, target, begun),
    });
    if (begun.row === null) return this.#notBegun(systemId, result, begun.problem);
    return this.#classify(begun.row, target, result);
  }

  close(): void {
    this.#closed = true;
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
  }

  /** Reads back from the start of the schedule what an earlier run left open. */
  #recoverPending(): void {
    const own = this.#ownActs();
    for (const { systemId } of own) this.#readStop(systemId, 0);
    for (const row of own.filter(isPending)) {
      if (row.state === 'SENDING')
        this.#save({ ...row, state: 'UNKNOWN', answer: ['The program ended before its answer came.'] });
      this.#schedulePoll(row.intentId, 0, this.#deps.clock.monotonic());
    }
  }

  #refusal(systemId: string, target: DesiredTarget): CommandOutcome<'desired.set'> | null {
    const { journal, killed, offline } = this.#deps;
    const kill = killed();
    if (kill !== null && target.kind === 'list') return failed('killed', { code: 'nothing-sent', reason: kill });
    const problem = journal.problem();
    if (problem !== null) return failed('journal', `${problem} Nothing was sent.`);
    const reason = offline();
    if (reason !== null) return failed('locked', { code: 'nothing-sent', reason });
    const pending = this.#acts(systemId).filter(isPending);
    // Flattening does not wait two minutes until an older list is certain.
    if (pending.some(({ state }) => target.kind === 'list' || state === 'SENDING')) {
      return failed('busy', { code: 'desired.one-at-a-time' });
    }
    if (target.kind === 'list' && target.positions.length === 0) {
      return failed('blocked', 'An empty list is not sent; use flat to hold nothing.', { field: 'target' });
    }
    return null;
  }

  #beginAct(
    intentId: string,
    systemId: string,
    target: DesiredTarget,
    begun: { row: ActRow | null; problem: string | null },
  ): boolean {
    const { clock, journal, killed, profile } = this.#deps;
    if (this.#closed || (target.kind === 'list' && killed() !== null)) return false;
    const act = { kind: 'desired', target } as const;
    const row = newActRow({ intentId, systemId, act, profile, at: clock.now() });
    try {
      journal.saveAct(row);
      begun.row = row;
      this.#deps.changed(systemId);
      return true;
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      begun.problem = error.message;
      return false;
    }
  }

  #notBegun(systemId: string, result: PlatformResult, problem: string | null): CommandOutcome<'desired.set'> {
    if (problem !== null) return failed('journal', `${problem} Nothing was sent.`);
    const kill = this.#deps.killed();
    if (kill !== null && result.kind === 'withdrawn') return failed('killed', { code: 'nothing-sent', reason: kill });
    if (result.kind === 'withdrawn' || result.kind === 'not-sent') return failed('not-sent', result.text);
    this.#deps.log.error('desired-without-permission', { kind: result.kind, systemId });
    return failed('not-sent', 'It left before it was recorded; read the target portfolio before you continue.');
  }

  #classify(row: ActRow, target: DesiredTarget, result: PlatformResult): CommandOutcome<'desired.set'> {
    if (result.kind === 'not-sent' || result.kind === 'withdrawn') {
      this.#save({ ...row, state: 'NOT_SENT', answer: [result.text] });
      return failed('not-sent', `${result.text} Nothing was changed.`);
    }
    if (result.kind === 'no-answer') return this.#unclear(row, [result.text]);
    const envelope = readEnvelope(result.bytes);
    const answer = answerLines(envelope);
    if (envelope.verdict === 'refused') {
      this.#save({ ...row, state: 'REFUSED', answer });
      return failed('refused', envelopeText(envelope) || 'The platform refused it.', { details: answer });
    }
    if (envelope.verdict !== 'ok' || envelope.body === null)
      return this.#unclear(row, ['The answer could not be read.']);
    const stored = parseDesired(envelope.body);
    // An answer without a list still confirms. An answer with another list does not.
    if (stored !== null && !isStored(target, stored)) return this.#unclear(row, [...answer, 'It names another list.']);
    this.#save({ ...row, state: 'DONE', answer });
    this.#readStop(row.systemId, 0);
    return done(this.state(row.systemId));
  }

  #unclear(row: ActRow, answer: Text[]): CommandOutcome<'desired.set'> {
    this.#save({ ...row, state: 'UNKNOWN', answer });
    this.#schedulePoll(row.intentId, 0, this.#deps.clock.monotonic());
    return done(this.state(row.systemId));
  }

  #schedulePoll(intentId: string, index: number, base: number): void {
    const at = pollSchedule[index];
    if (at === undefined || this.#closed) return;
    this.#timers.get(intentId)?.();
    const wait = Math.max(0, base + at - this.#deps.clock.monotonic());
    const cancel = this.#deps.clock.after(wait, () => void this.#poll(intentId, index, base));
    this.#timers.set(intentId, cancel);
  }

  async #poll(intentId: string, index: number, base: number): Promise<void> {
    this.#timers.delete(intentId);
    const row = this.#ownActs().find((one) => one.intentId === intentId);
    const target = row ? targetOf(row) : null;
    if (row?.state !== 'UNKNOWN' || target === null) return;
    const stored = await this.read(row.systemId, 'reconcile');
    if (this.#closed || !this.#ownActs().some((one) => one.intentId === intentId && one.state === 'UNKNOWN')) return;
    if (isStored(target, stored)) {
      this.#confirmByReadBack(row, target);
      return;
    }
    const isLast = index === pollSchedule.length - 1;
    if (!isLast) this.#schedulePoll(intentId, index + 1, base);
    else if (stored === null)
      this.#schedulePoll(intentId, index, this.#deps.clock.monotonic() - (pollSchedule[index] ?? 0) + 20_000);
    else if (isOvertaken(row, this.#acts(row.systemId)))
      this.#save({ ...row, state: 'CONTRADICTED', answer: [...row.answer, 'A newer list was confirmed.'] });
    else {
      this.#save({ ...row, state: 'CONTRADICTED', answer: [...row.answer, 'The platform shows another list.'] });
      this.#alarm(row, { code: 'desired.contradicted' });
    }
  }

  /**
   * A read-back shows the list that had no answer. If a newer list was confirmed, this one took
   * effect after it.
   */
  #confirmByReadBack(row: ActRow, target: DesiredTarget): void {
    const acts = this.#acts(row.systemId);
    const isLate = isOvertaken(row, acts);
    const newer = acts.findLast(({ state }) => state === 'DONE');
    // An equal newer list reads the same. Either way the platform has what was asked for last.
    if (isLate && newer && sameTarget(targetOf(newer), target)) {
      this.#save({ ...row, state: 'CONTRADICTED', answer: [...row.answer, 'A newer equal list was confirmed.'] });
      return;
    }
    this.#save({ ...row, state: 'DONE', answer: [...row.answer, 'Read back.'] });
    if (isLate) this.#alarm(row, { code: 'desired.appeared-late' });
    this.#readStop(row.systemId, 0);
  }

  /**
   * Reads the target list until a reading that began after the answer to `stop` shows it. Entries
   * are allowed only then.
   */
  #readStop(systemId: string, index: number): void {
    const row = stopToRead(this.#acts(systemId));
    if (row === undefined || this.#closed) return;
    const key = `stop of ${systemId}`;
    this.#timers.get(key)?.();
    const wait = stopPollSchedule[Math.min(index, stopPollSchedule.length - 1)] ?? 60_000;
    const read = async (): Promise<void> => {
      await this.read(systemId, 'reconcile');
      this.#readStop(systemId, index + 1);
    };
    this.#timers.set(
      key,
      this.#deps.clock.after(wait, () => void read()),
    );
  }

  #recordStop(systemId: string, list: StoredList, began: number): void {
    const row = stopToRead(this.#acts(systemId));
    if (row?.act.kind !== 'desired' || list === null || list === 'empty' || list.kind !== 'stop') return;
    if (began <= row.changedAt) return;
    this.#save({ ...row, act: { ...row.act, readBackAt: began } }, row.changedAt);
  }

  #alarm({ intentId, systemId }: ActRow, text: Text): void {
    const at = Math.floor(this.#deps.clock.now() / 1000);
    const title = { code: 'desired.not-confirmed' } as const;
    this.#deps.notify({ id: `desired-${intentId}`, level: 'danger', title, text, at, rowId: null, systemId });
  }

  #parsed(systemId: string, result: PlatformResult): StoredList {
    const envelope = result.kind === 'answer' ? readEnvelope(result.bytes) : null;
    const list = envelope?.verdict === 'ok' && envelope.body !== null ? parseDesired(envelope.body) : null;
    if (list === null) {
      const refused = envelope === null ? '' : envelopeText(envelope);
      const text = result.kind === 'answer' ? refused || 'The answer could not be read.' : result.text;
      this.#failures.set(systemId, text);
      return null;
    }
    this.#failures.delete(systemId);
    this.#readBacks.set(systemId, { list, at: result.kind === 'answer' ? result.sentAt : this.#deps.clock.now() });
    return list;
  }

  /** Nothing is cached when the write fails: the row on disk stays open and is read back again. */
  #save(row: ActRow, changedAt = this.#deps.clock.now()): void {
    const next = { ...row, version: row.version + 1, changedAt };
    try {
      this.#deps.journal.saveAct(next);
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      this.#deps.log.error('act-not-written', { state: row.state });
    }
    this.#deps.changed(row.systemId);
  }

  #ownActs(): ActRow[] {
    return [...this.#deps.journal.acts()].filter(
      (row) => isOwn(this.#deps.profile, row) && (row.act.kind === 'desired' || row.act.kind === 'desired-off'),
    );
  }

  #acts(systemId: string): ActRow[] {
    return this.#ownActs().filter((row) => row.systemId === systemId);
  }
}

const sameTarget = (a: DesiredTarget | null, b: DesiredTarget): boolean => a !== null && isStored(a, b);
