import type { ExitPlan, ExitRequest } from '#contract/model/exit.ts';
import type { Notice } from '#contract/model/status.ts';
import type { Position } from '#contract/model/trade.ts';
import { done, failed } from '#contract/outcome.ts';
import { ExitDesk } from '#core/orders/exits/exit-desk.ts';
import type { ExitDeskDeps } from '#core/orders/exits/exit-desk-deps.ts';
import { words } from '#renderer/messages/words.ts';
import { noTarget } from '#tests/fixtures/no-target.ts';
import { DeskRig } from '../desk-rig.ts';
import { record, seededRandom, systemId } from '../order-fixtures.ts';

export const longPosition: Position = {
  id: 'p1',
  systemId,
  symbol: 'AAPL',
  description: '',
  instrument: 'stock',
  side: 'long',
  quantity: '101',
  averagePrice: '150',
  profit: null,
  pointValue: '1',
  openedAt: null,
  protectedQuantity: '60',
  unprotected: true,
  tradeIds: [],
};
export const stop = record('201', {
  action: 'STC',
  quantity: '60',
  kind: 'stop',
  limit: null,
  stop: '145',
  ocaId: '77',
});
const target = record('200', { action: 'STC', quantity: '60', limit: '160', ocaId: '77' });
const ungroupedTarget = record('202', { action: 'STC', quantity: '41', limit: '170' });
export const market = { kind: 'market' as const };
/** The members that every request for the position has. */
export const positionRequest = { systemId, positionId: 'p1', duration: 'DAY' as const };

/** An exit desk with 101 AAPL: 60 with a stop and a target in one group, 41 with a target only. */
export class ExitRig extends DeskRig {
  /** The kind of each target list that was sent: `flat`, or `stop`, which ends the target mode. */
  readonly lists: string[] = [];
  /** The notices of exit runs. */
  readonly exitNotices: Notice[] = [];
  /** The ids of the notices that were removed. */
  readonly endedNotices: string[] = [];
  refuseLists = false;
  refuseStop = false;
  refuseFlat = false;
  /** Whether a list was set on the web screen of the platform. */
  isListSetElsewhere = false;
  /** Whether the reads of an exit run succeed. */
  readsSucceed = true;
  /** Called when an exit run reads the working list and the open trades. */
  onRead: () => void = () => undefined;
  /** Called when a target list is sent. */
  onList: (kind: string) => void = () => undefined;
  /**
   * Replaces `DesiredDesk.set`. Refuses every list if `refuseLists` is true, `stop` if `refuseStop`
   * is true, and `flat` if `refuseFlat` is true.
   */
  readonly setTargetList: ExitDeskDeps['desired']['set'] = (_intent, _system, { kind }) => {
    this.lists.push(kind);
    this.onList(kind);
    if (this.refuseLists || (this.refuseStop && kind === 'stop') || (this.refuseFlat && kind === 'flat'))
      return Promise.resolve(failed('refused', 'Unknown API command.'));
    return Promise.resolve(done({ ...noTarget(systemId), mode: kind === 'stop' ? 'off' : 'maintaining' }));
  };
  exits = this.#open();

  static async start(): Promise<ExitRig> {
    const rig = new ExitRig();
    await rig.ready();
    rig.platform.obeysReplace = true;
    rig.positions = [longPosition];
    for (const one of [stop, target, ungroupedTarget]) rig.platform.add(one);
    rig.reopen();
    return rig;
  }

  /** Opens the desk again, as a restart does: the runs are read from the journal. */
  reopen(): void {
    this.exits = this.#open();
  }

  planOf(request: ExitRequest): ExitPlan {
    const outcome = this.exits.plan(request);
    if (!outcome.ok) throw new Error(words(outcome.failure.message));
    return outcome.value;
  }

  /** Advances a minute in small steps, because a run waits several times. */
  async runToEnd(): Promise<void> {
    for (let step = 0; step < 30; step++) await this.clock.advance(2_000);
  }

  #hasTargetList(): boolean {
    return this.entryLock !== null || (this.lists.at(-1) === 'flat' && !this.refuseLists);
  }

  #open(): ExitDesk {
    return new ExitDesk({
      clock: this.clock,
      journal: this.journal,
      profile: { id: 'practice', mode: 'PRACTICE' },
      accessLock: () => null,
      hasTargetList: () => this.#hasTargetList(),
      mayHaveList: () => this.#hasTargetList() || (this.isListSetElsewhere && this.lists.at(-1) !== 'stop'),
      log: { info: () => undefined, warn: () => undefined, error: (event) => this.errors.push(event) },
      random: seededRandom(7),
      desk: this.desk,
      desired: { set: this.setTargetList },
      positions: () => this.positions,
      readAgain: () => {
        this.onRead();
        if (this.readsSucceed) this.positionsReadAt = Math.floor(this.clock.now() / 1000) + 2;
        return Promise.resolve(this.readsSucceed);
      },
      killReason: () => this.killReason,
      serviceClockOffsetMs: () => this.serviceClockOffsetMs,
      cutInFlight: (afterMs) => this.platform.cutInFlight(afterMs),
      paceMs: () => 1_000,
      changed: () => undefined,
      notify: (notice) => this.exitNotices.push(notice),
      endNotice: (id) => this.endedNotices.push(id),
      strategyName: () => 'Trend seven',
    });
  }
}
