import { done, failed } from '#contract/outcome.ts';
import type { CommandOutcome } from '#contract/commands.ts';
import type { DesiredState, DesiredTarget } from '#contract/model/desired.ts';
import type { Mode, Notice } from '#contract/model/status.ts';
import { envelopeText, readEnvelope } from '#core/platform/envelope.ts';
import { parseDesired, type StoredList } from '#core/platform/parse/desired.ts';
import type { PlatformClient, PlatformResult } from '#core/platform/platform-client.ts';
import type { Clock, Log } from '#core/ports.ts';
import { beginningAct, type ActRow } from '../act-row.ts';
import { answerLines } from '../classify.ts';
import { JournalError, type Journal } from '../journal.ts';
import { desiredState, engagedBy, isPending, targetOf, type ReadBack } from './desired-state.ts';
import { isStored, wirePositions } from './wire-positions.ts';

export type DesiredDeskDeps = {
  readonly clock: Clock;
  readonly log: Log;
  readonly journal: Journal;
  readonly client: PlatformClient;
  readonly profile: { readonly id: string; readonly mode: Mode };
  readonly killed: () => string | null;
  /** Why nothing can be sent now (no line, no key), null when it can. */
  readonly offline: () => string | null;
  readonly notify: (notice: Notice) => void;
  readonly changed: (systemId: string) => void;
};

/** Milliseconds after an unclear answer at which the list is read back; at the last one the verdict falls (T_late). */
const looks = [2_000, 5_000, 10_000, 20_000, 40_000, 60_000, 120_000] as const;

/**
 * Target portfolios (order-safety 6.3). A list is state, not a command, and yet a late older one can overwrite a newer: one
 * is under way at a time for each strategy, an unclear answer is read back until it is certain, and nothing is sent again by
 * the program. In the journal before its first byte, like everything else.
 */
export class DesiredDesk {
  readonly #deps: DesiredDeskDeps;
  readonly #readBacks = new Map<string, ReadBack>();
  readonly #failures = new Map<string, string>();
  readonly #timers = new Map<string, () => void>();
  #closed = false;

  constructor(deps: DesiredDeskDeps) {
    this.#deps = deps;
    this.#takeUp();
  }

  state(systemId: string): DesiredState {
    const failure = this.#failures.get(systemId) ?? null;
    const readBack = this.#readBacks.get(systemId) ?? null;
    return desiredState(systemId, this.#acts(systemId), readBack, this.#deps.clock.now(), failure);
  }

  /** Why order entry of this strategy is closed, null when it is not (D3). */
  engaged(systemId: string): string | null {
    return engagedBy(this.#acts(systemId));
  }

  /** Reads the list that the platform has; a failure stands in the state. */
  async read(systemId: string, lane: 'view' | 'reconcile' = 'view'): Promise<StoredList> {
    const body = { systemid: systemId };
    const result = await this.#deps.client.send({ command: 'getDesiredPositions', body, lane, systemId });
    if (this.#closed) return null;
    const list = this.#understood(systemId, result);
    this.#deps.changed(systemId);
    return list;
  }

  /** The list as another reading found it, milliseconds; an older one than is known says nothing. */
  heard(systemId: string, list: StoredList, at: number): void {
    const known = this.#readBacks.get(systemId);
    if (list === null || (known && known.at >= at)) return;
    this.#readBacks.set(systemId, { list, at });
    this.#deps.changed(systemId);
  }

  /** Resolves when the answer is in, clear or not. The same intent again answers with the state and sends nothing. */
  async set(intentId: string, systemId: string, target: DesiredTarget): Promise<CommandOutcome<'desired.set'>> {
    const { journal } = this.#deps;
    if (this.#acts(systemId).some((row) => row.intentId === intentId)) return done(this.state(systemId));
    if (journal.knowsIntent(intentId)) return failed('blocked', 'This press was already used for something else.');
    const refusal = this.#refusal(systemId, target);
    if (refusal) return refusal;
    const sending: { row: ActRow | null; trouble: string | null } = { row: null, trouble: null };
    const result = await this.#deps.client.send({
      command: 'setDesiredPositions',
      body: { systemid: systemId, positions: wirePositions(target) },
      // Flattening goes before everything else that waits (design: lanes).
      lane: target.kind === 'flat' ? 'cancel' : 'submit',
      systemId,
      beforeSend: () => this.#begin(intentId, systemId, target, sending),
    });
    if (sending.row === null) return this.#neverBegan(systemId, result, sending.trouble);
    return this.#settle(sending.row, target, result);
  }

  close(): void {
    this.#closed = true;
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
  }

  /** What an earlier run left open is read back from the beginning. */
  #takeUp(): void {
    for (const row of this.#mine().filter(isPending)) {
      if (row.state === 'SENDING')
        this.#save({ ...row, state: 'UNKNOWN', answer: ['The program ended before its answer came.'] });
      this.#lookLater(row.intentId, 0, this.#deps.clock.monotonic());
    }
  }

  #refusal(systemId: string, target: DesiredTarget): CommandOutcome<'desired.set'> | null {
    const { journal, killed, offline } = this.#deps;
    const kill = killed();
    if (kill !== null) return failed('killed', `${kill} Nothing was sent.`);
    const problem = journal.problem();
    if (problem !== null) return failed('journal', `${problem} Nothing was sent.`);
    const reason = offline();
    if (reason !== null) return failed('locked', `${reason} Nothing was sent.`);
    const pending = this.#acts(systemId).find(isPending);
    // To hold nothing may not have to wait two minutes for an older list to become certain.
    if (pending && !(target.kind === 'flat' && pending.state === 'UNKNOWN')) {
      return failed('busy', 'The list before this one is not confirmed yet; one is sent at a time. Nothing was sent.');
    }
    if (target.kind === 'list' && target.positions.length === 0) {
      return failed('blocked', 'An empty list is not sent; use flat to hold nothing.', { field: 'target' });
    }
    return null;
  }

  #begin(
    intentId: string,
    systemId: string,
    target: DesiredTarget,
    sending: { row: ActRow | null; trouble: string | null },
  ): boolean {
    const { clock, journal, killed, profile } = this.#deps;
    if (this.#closed || killed() !== null) return false;
    const act = { kind: 'desired', target } as const;
    const row = beginningAct({ intentId, systemId, act, profile, at: clock.now() });
    try {
      journal.saveAct(row);
      sending.row = row;
      this.#deps.changed(systemId);
      return true;
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      sending.trouble = error.message;
      return false;
    }
  }

  #neverBegan(systemId: string, result: PlatformResult, trouble: string | null): CommandOutcome<'desired.set'> {
    if (trouble !== null) return failed('journal', `${trouble} Nothing was sent.`);
    const kill = this.#deps.killed();
    if (kill !== null) return failed('killed', `${kill} Nothing was sent.`);
    if (result.kind === 'withdrawn' || result.kind === 'not-sent') return failed('not-sent', result.text);
    this.#deps.log.error('desired-without-permission', { kind: result.kind, systemId });
    return failed('not-sent', 'It left before it was recorded; read the target portfolio before you go on.');
  }

  #settle(row: ActRow, target: DesiredTarget, result: PlatformResult): CommandOutcome<'desired.set'> {
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
    // Without a list of its own the answer still says that it was taken; another list in it is no confirmation.
    if (stored !== null && !isStored(target, stored)) return this.#unclear(row, [...answer, 'It names another list.']);
    this.#supersede(row);
    this.#save({ ...row, state: 'DONE', answer });
    return done(this.state(row.systemId));
  }

  #unclear(row: ActRow, answer: string[]): CommandOutcome<'desired.set'> {
    this.#save({ ...row, state: 'UNKNOWN', answer });
    this.#lookLater(row.intentId, 0, this.#deps.clock.monotonic());
    return done(this.state(row.systemId));
  }

  /** An older list whose fate was open does not matter any more once a newer one is confirmed. */
  #supersede(row: ActRow): void {
    for (const older of this.#acts(row.systemId)) {
      if (older.intentId === row.intentId || older.state !== 'UNKNOWN') continue;
      this.#save({ ...older, state: 'CONTRADICTED', answer: [...older.answer, 'A newer list was confirmed.'] });
    }
  }

  #lookLater(intentId: string, index: number, base: number): void {
    const at = looks[index];
    if (at === undefined || this.#closed) return;
    this.#timers.get(intentId)?.();
    const wait = Math.max(0, base + at - this.#deps.clock.monotonic());
    const cancel = this.#deps.clock.after(wait, () => void this.#look(intentId, index, base));
    this.#timers.set(intentId, cancel);
  }

  async #look(intentId: string, index: number, base: number): Promise<void> {
    this.#timers.delete(intentId);
    const row = this.#mine().find((one) => one.intentId === intentId);
    const target = row ? targetOf(row) : null;
    if (row?.state !== 'UNKNOWN' || target === null) return;
    const stored = await this.read(row.systemId, 'reconcile');
    if (this.#closed || !this.#mine().some((one) => one.intentId === intentId && one.state === 'UNKNOWN')) return;
    if (isStored(target, stored)) {
      this.#supersede(row);
      this.#save({ ...row, state: 'DONE', answer: [...row.answer, 'Read back.'] });
      return;
    }
    const isLast = index === looks.length - 1;
    if (!isLast) this.#lookLater(intentId, index + 1, base);
    else if (stored === null)
      this.#lookLater(intentId, index, this.#deps.clock.monotonic() - (looks[index] ?? 0) + 20_000);
    else this.#contradicted(row);
  }

  #contradicted(row: ActRow): void {
    this.#save({ ...row, state: 'CONTRADICTED', answer: [...row.answer, 'The platform shows another list.'] });
    const text = this.state(row.systemId).alarm ?? '';
    const at = Math.floor(this.#deps.clock.now() / 1000);
    const { systemId } = row;
    const title = 'A target portfolio was not confirmed';
    this.#deps.notify({ id: `desired-${row.intentId}`, level: 'danger', title, text, at, rowId: null, systemId });
  }

  #understood(systemId: string, result: PlatformResult): StoredList {
    const envelope = result.kind === 'answer' ? readEnvelope(result.bytes) : null;
    const list = envelope?.verdict === 'ok' && envelope.body !== null ? parseDesired(envelope.body) : null;
    if (list === null) {
      const refused = envelope === null ? '' : envelopeText(envelope);
      const text = result.kind === 'answer' ? refused || 'The answer could not be read.' : result.text;
      this.#failures.set(systemId, text);
      return null;
    }
    this.#failures.delete(systemId);
    this.#readBacks.set(systemId, { list, at: this.#deps.clock.now() });
    return list;
  }

  /** What can not be written yet is kept in memory by nobody: the row on the disk stays open, and is read back again. */
  #save(row: ActRow): void {
    const next = { ...row, version: row.version + 1, changedAt: this.#deps.clock.now() };
    try {
      this.#deps.journal.saveAct(next);
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      this.#deps.log.error('act-not-written', { state: row.state });
    }
    this.#deps.changed(row.systemId);
  }

  #mine(): ActRow[] {
    const { id, mode } = this.#deps.profile;
    return [...this.#deps.journal.acts()].filter(
      (row) => row.profileId === id && row.mode === mode && row.act.kind === 'desired',
    );
  }

  #acts(systemId: string): ActRow[] {
    return this.#mine().filter((row) => row.systemId === systemId);
  }
}
