// One life of the core: from its start to its end, which is nearly always a kill.
import { practiceAccess } from '#hosts/desktop/practice-access.ts';
import { actCommands } from './checker/acts.ts';
import { CoreDied, type CoreLink } from './core-link.ts';
import type { FromCore } from './core-messages.ts';
import type { KillKind } from './note.ts';
import { maxCloseMs, noteOfEnd } from './note-of-end.ts';
import { openInJournal, type OpenInJournal } from './open-in-journal.ts';
import { pause } from './pause.ts';
import { lostAnswers, sceneFor, takeAction, type Stage } from './scenes.ts';
import { hasOpenActs, noteActsAtEnd, noteActsAtStart } from './shown-acts.ts';
import type { Tally } from './tally.ts';
import { Trader, type UnansweredPresses } from './trader.ts';
import type { World } from './world.ts';

export type Ending =
  | { readonly kind: 'fail-point'; readonly point: string; readonly nth: number }
  /**
   * Killed when the n-th order or act of this life, or the n-th answer to one, reaches the proxy,
   * before it is forwarded.
   */
  | { readonly kind: 'arrival' | 'answer'; readonly nth: number }
  | { readonly kind: 'random'; readonly afterMs: number }
  | { readonly kind: 'close' };

export type LifeOptions = {
  readonly world: World;
  readonly core: CoreLink;
  readonly tally: Tally;
  readonly ending: Ending;
  /** How many actions the trader takes, unless the process ends first. */
  readonly actions: number;
  readonly ingestWorker: string;
  readonly hasResendDefect: boolean;
  readonly unansweredPresses: UnansweredPresses;
};

const settleSpeed = 12;
/** Commands at whose request or answer the process may be killed. */
const killCommands: ReadonlySet<string> = new Set(['submitSignal', ...actCommands]);

export class Life {
  readonly #options: LifeOptions;
  readonly #systemId: string;
  readonly #trader: Trader;
  #offset = 0;
  /** Open rows that the last process left in the journal; null if they were not read. */
  #openBefore: OpenInJournal | null = null;

  constructor(options: LifeOptions) {
    const { world, core, tally, unansweredPresses } = options;
    this.#options = options;
    this.#systemId = world.draw.pick(world.systemIds);
    this.#trader = new Trader(world, core, tally, unansweredPresses);
  }

  /** Runs the life to its end. Then everything that the service received is on disk. */
  async run(): Promise<void> {
    const { world } = this.#options;
    try {
      await this.#begin(world.draw.chance(0.12) ? world.draw.pick([-3_600_000, 3_600_000]) : 0, false);
      await this.#play();
      await this.#closeOrKill();
    } catch (error) {
      if (!(error instanceof CoreDied)) throw error;
    }
    await this.#cleanUp();
  }

  /**
   * A life without faults that ends by itself: the outcome of every open order must be found. Time
   * runs slower, because work of a tenth of a second must not count as seconds.
   */
  async settle(): Promise<void> {
    const { world, core } = this.#options;
    try {
      await world.proxy.whenIdle();
      await world.setSpeed(Math.min(world.time.speed, settleSpeed));
      const startedAt = world.now();
      await this.#begin(0, true);
      let lag = world.now() - startedAt;
      await this.#trader.acts.pressCopies(this.#systemId, ['start', 'change', 'stop']);
      await this.#trader.acts.pressOtherActs(this.#systemId);
      const limit = world.now() + 150_000;
      for (let open = true; open && world.now() < limit; await pause(world.toMachineMs(3_000))) {
        const checkedAt = world.now();
        open = (await this.#hasOpenOrders()) || (await hasOpenActs(core));
        lag = Math.max(lag, world.now() - checkedAt);
      }
      world.note({ is: 'lag', ms: lag });
      // The lists may hide an order until its parent is filled. If the parent was filled in the
      // last minutes, only this reading shows the order, and the duplicate that the network may
      // have made of it.
      await this.#readLists();
      for (const systemId of world.systemIds) await this.#trader.decide(systemId, ['acknowledge', 'abandon'], 0.5);
      await noteActsAtEnd(world, core);
      if (world.draw.chance(0.3)) await this.#nextDay();
      core.tell({ do: 'close' });
    } catch (error) {
      if (!(error instanceof CoreDied)) throw error;
    }
    await this.#cleanUp();
  }

  async #begin(offset: number, quiet: boolean): Promise<void> {
    const { world, core, ending, ingestWorker, hasResendDefect, tally } = this.#options;
    this.#offset = offset;
    if (offset !== 0) tally.count('clock jumps');
    if (world.draw.chance(0.4)) this.#openBefore = openInJournal(world);
    this.#hook();
    const { ready } = world.practice;
    world.beginStretch(offset, quiet);
    if (ending.kind === 'random') setTimeout(() => this.#kill('random'), ending.afterMs);
    const practice = { ...practiceAccess(ready), baseUrl: world.proxy.baseUrl };
    const failPoint = ending.kind === 'fail-point' ? { name: ending.point, nth: ending.nth } : null;
    await core.start(
      {
        dataDir: world.dataDir,
        practice,
        ingestWorker,
        time: world.time,
        wallOffsetMs: offset,
        failPoint,
        hasResendDefect,
        reportsRequests: false,
      },
      (message) => this.#receive(message),
    );
    await noteActsAtStart(world, core, this.#openBefore?.acts ?? []);
    const all = ['signalsWorking', 'signalsAll', 'tradesOpen', 'margin'] as const;
    // Watching all datasets costs much and proves little, because their readings repeat every few
    // seconds of simulated time.
    const datasets = world.draw.chance(0.25) ? [...all] : ['signalsWorking'];
    await this.#trader.call('sync.watch', {
      systemId: this.#systemId,
      datasets: [...all].filter((one) => datasets.includes(one)),
    });
    await core.until(() => core.isOrderEntryOpen, world.toMachineMs(20_000) + 300);
  }

  async #play(): Promise<void> {
    const { world, core, ending, actions, hasResendDefect } = this.#options;
    const stage: Stage = { world, trader: this.#trader, systemId: this.#systemId, nextDay: () => this.#nextDay() };
    if (world.draw.chance(0.6)) await this.#trader.pressAgain();
    await this.#trader.acts.pressAgain();
    const scene = hasResendDefect ? lostAnswers : sceneFor(ending.kind === 'fail-point' ? ending.point : '');
    if (scene) {
      await scene(stage);
      // Waits for the effects of the scene, and plays it once more in case it was not completed.
      await core.until(() => false, world.toMachineMs(12_000) + 200);
      await core.until(() => core.isOrderEntryOpen, 1_000);
      await scene(stage);
    }
    for (let action = 0; action < (scene ? 2 : actions); action++) {
      await takeAction(stage);
      await this.#disturb();
      await pause(world.draw.chance(0.3) ? 0 : world.draw.wholeNumber(1, 40));
    }
  }

  /** Faults of the machine: suspends, clock jumps, a full disk. */
  async #disturb(): Promise<void> {
    const { world, core, tally } = this.#options;
    const { draw } = world;
    if (draw.chance(0.01)) {
      tally.count('suspends');
      await core.sleep(world.toMachineMs(draw.wholeNumber(1_000, 40_000)));
    }
    if (draw.chance(0.01)) {
      tally.count('clock jumps');
      this.#offset += draw.pick([-3_600_000, 3_600_000]);
      world.beginStretch(this.#offset, false);
      core.tell({ do: 'wall', offsetMs: this.#offset });
    }
    if (draw.chance(0.015)) {
      tally.count('disk full');
      world.note({ is: 'disk-full' });
      core.tell({ do: 'room', pages: draw.wholeNumber(0, 16) });
      setTimeout(() => core.tell({ do: 'room', pages: null }), draw.wholeNumber(50, 400));
    }
  }

  async #closeOrKill(): Promise<void> {
    const { world, core, ending } = this.#options;
    if (ending.kind === 'close') {
      core.tell({ do: 'close' });
      return;
    }
    // The planned end may still happen; otherwise the process is killed here.
    await core.until(
      () => false,
      ending.kind === 'fail-point' ? world.draw.wholeNumber(20, 250) : world.draw.wholeNumber(0, 60),
    );
    this.#kill('random');
    await core.exited;
  }

  /** Waits for the end of the process, notes it, and restores the world for the next life. */
  async #cleanUp(): Promise<void> {
    const { world, core, tally } = this.#options;
    const patience = setTimeout(() => core.kill('not-ended'), maxCloseMs);
    const exit = await core.exited;
    clearTimeout(patience);
    world.endStretch();
    const note = noteOfEnd(exit, core.killReason, core.point);
    world.note(note);
    if (note.is === 'killed') tally.countKill(note.how, note.point);
    world.hooks = {};
    world.proxy.clearPlans();
    await world.proxy.accept();
    await world.practice.clearFaults();
    await world.restoreSwitches();
    await world.drain();
  }

  #hook(): void {
    const { world, ending, tally } = this.#options;
    let arrivals = 0;
    let answers = 0;
    world.hooks = {
      arrived: ({ command, ownId, actKey }) => {
        if (actKey !== null) tally.countAct(actKey);
        if (!killCommands.has(command)) return;
        if (ownId !== null) tally.countOrder(ownId);
        arrivals += 1;
        if (ending.kind === 'arrival' && arrivals === ending.nth) this.#kill('arrival');
      },
      answered: ({ command }) => {
        if (!killCommands.has(command)) return;
        answers += 1;
        if (ending.kind === 'answer' && answers === ending.nth) this.#kill('answer');
      },
    };
  }

  #kill(how: KillKind): void {
    this.#options.core.kill(how);
  }

  #receive(message: Exclude<FromCore, { is: 'loaded' | 'result' }>): void {
    const { world } = this.#options;
    if (message.is === 'logged') world.note({ is: 'logged', event: message.event, facts: message.facts });
    if (message.is === 'unknown-shown') world.note({ is: 'unknown-shown', machineMs: message.ms });
    if (message.is === 'started' && this.#openBefore !== null) {
      const { unknownCount, shownMs } = message;
      world.note({ is: 'started', unknownCount, openCount: this.#openBefore.orders, shownMs });
    }
  }

  /** Reads both lists of each strategy. */
  async #readLists(): Promise<void> {
    for (const systemId of this.#options.world.systemIds)
      await this.#trader.call('sync.refresh', { systemId, datasets: ['signalsWorking', 'signalsAll'] });
  }

  async #hasOpenOrders(): Promise<boolean> {
    const open = ['UNKNOWN', 'REJECTED_SOFT', 'SENDING', 'QUEUED'];
    for (const systemId of this.#options.world.systemIds) {
      const list = await this.#trader.call('signals.list', { systemId, text: '', scope: 'all' });
      if (list?.signals.some(({ journal }) => journal !== null && open.includes(journal.state))) return true;
    }
    return false;
  }

  /** Moves time on by a day, so that day orders expire and the watch of lost orders ends soon. */
  async #nextDay(): Promise<void> {
    const { world, core } = this.#options;
    await world.advance(25 * 3_600_000);
    core.tell({ do: 'time', time: world.time });
    await this.#readLists();
    await pause(world.toMachineMs(10_000));
  }
}
