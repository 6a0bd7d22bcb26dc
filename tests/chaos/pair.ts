import { join } from 'node:path';
import type { Combination } from './all-pairs.ts';
import { CoreLink } from './core-link.ts';
import { Draw } from './draw.ts';
import { Life, type Ending } from './life.ts';
import type { PracticeLink } from './practice-link.ts';
import type { Tally } from './tally.ts';
import type { UnansweredPresses } from './trader.ts';
import { World, type WorldOptions } from './world.ts';

export type RunGoal = {
  readonly orders: number;
  readonly kills: number;
  /** True when the time of the run is over, even if the goal was not reached. */
  readonly isOver: () => boolean;
};

export type PairOptions = {
  readonly name: string;
  readonly seed: number;
  readonly folder: string;
  readonly bundle: string;
  readonly env: NodeJS.ProcessEnv;
  readonly practice: PracticeLink;
  readonly template: WorldOptions['template'];
  readonly speed: number;
  readonly goal: RunGoal;
  readonly tally: Tally;
  readonly nextCombination: () => Combination;
  /** Not counting the last life, which has no faults. */
  readonly livesPerWorld: number;
  /** The core has the defect that it sends lost orders again, which the checker must detect. */
  readonly hasResendDefect: boolean;
  /**
   * The maximum number of tries for each fail point in a directed run, which tries nothing else;
   * null for a random run.
   */
  readonly triesPerPoint: number | null;
  /** Called when the world is closed and its files are complete. */
  readonly done: (folder: string) => Promise<void>;
};

/**
 * Runs one practice process and a sequence of core processes beside it, world after world, until
 * the goal is reached.
 */
export class Pair {
  readonly #options: PairOptions;
  #spare: CoreLink;
  #worldCount = 0;
  /** True if the last life ended with an order on its way, which the next start will find. */
  #leftSending = false;
  /** A fail point that the next life tries; this life only prepares it. */
  #awaited: string | null = null;

  constructor(options: PairOptions) {
    this.#options = options;
    this.#spare = this.#spawn();
  }

  async run(): Promise<void> {
    while (!this.#isDone()) await this.#runWorld();
    this.#spare.kill('random');
    await this.#spare.exited;
  }

  async #runWorld(): Promise<void> {
    const { name, seed, folder, practice, template, speed, livesPerWorld, nextCombination, done, unansweredPresses } = {
      ...this.#options,
      unansweredPresses: { orders: [], acts: [] },
    };
    this.#worldCount += 1;
    const label = `${name}-${this.#worldCount}`;
    const draw = new Draw(`${seed}/${label}`);
    const world = await World.open({
      folder: join(folder, label),
      practice,
      template,
      switches: nextCombination(),
      speed,
      draw,
    });
    for (let life = 0; life < livesPerWorld && !this.#isDone(); life++) {
      const ending = this.#ending(draw);
      await this.#life(world, ending, unansweredPresses).run();
      this.#leftSending = ending.kind === 'arrival' || ending.kind === 'answer';
    }
    await this.#life(world, { kind: 'close' }, unansweredPresses).settle();
    await world.close();
    await done(world.folder);
  }

  #life(world: World, ending: Ending, unansweredPresses: UnansweredPresses): Life {
    const { tally, bundle, hasResendDefect } = this.#options;
    const core = this.#spare;
    this.#spare = this.#spawn();
    const ingestWorker = `file://${join(bundle, 'ingest-worker.js')}`;
    const actions = this.#actions(world.draw);
    return new Life({ world, core, tally, ending, actions, ingestWorker, hasResendDefect, unansweredPresses });
  }

  #actions(draw: Draw): number {
    return draw.wholeNumber(1, Math.ceil(this.#ordersPerLife() * 3));
  }

  /** Orders that a life must send, so that the goals for orders and kills are reached together. */
  #ordersPerLife(): number {
    const { goal, tally } = this.#options;
    const ordersPerLife = (goal.orders - tally.orders) / Math.max(1, goal.kills - tally.kills);
    return Math.min(60, Math.max(1, ordersPerLife));
  }

  #ending(draw: Draw): Ending {
    const { tally, triesPerPoint, hasResendDefect } = this.#options;
    const ordersPerLife = Math.ceil(this.#ordersPerLife());
    if (hasResendDefect) return { kind: 'random', afterMs: 3_000 };
    if (triesPerPoint !== null) return this.#directedEnding(triesPerPoint);
    if (this.#leftSending && draw.chance(0.3)) {
      return { kind: 'fail-point', point: `order.found-at-start.${draw.pick(['before', 'written'])}`, nth: 1 };
    }
    // Only some lives end at a fail point. A life with a fail point that needs minutes of waiting
    // costs as much as ten other lives. Among thousands of kills, each fail point is still reached
    // often enough.
    const kind = draw.weighted({ point: 30, arrival: 20, answer: 16, random: 30, close: 4 });
    if (kind === 'close') return { kind };
    if (kind === 'random') return { kind, afterMs: draw.wholeNumber(5, 400 + 150 * ordersPerLife) };
    if (kind !== 'point') return { kind, nth: draw.wholeNumber(1, 1 + ordersPerLife) };
    const point = tally.nextPoint(() => draw.fraction());
    const isFrequent = /created|slot-free|accepted|mirrored|act\.saved/.test(point);
    return { kind: 'fail-point', point, nth: isFrequent ? draw.wholeNumber(1, 2 + ordersPerLife) : 1 };
  }

  /**
   * Ends at a fail point that was not hit yet. A fail point that is reached only at a start first
   * needs a life that ends with an order on its way.
   */
  #directedEnding(maxTries: number): Ending {
    const point = this.#awaited ?? this.#options.tally.nextMissed(maxTries);
    this.#awaited = null;
    if (point === null) return { kind: 'close' };
    if (!point.startsWith('order.found-at-start') || this.#leftSending) return { kind: 'fail-point', point, nth: 1 };
    this.#awaited = point;
    return { kind: 'arrival', nth: 1 };
  }

  #isDone(): boolean {
    const { triesPerPoint, goal, tally } = this.#options;
    if (triesPerPoint !== null) return goal.isOver() || (this.#awaited === null && tally.hasTried(triesPerPoint));
    return goal.isOver() || (tally.orders >= goal.orders && tally.kills >= goal.kills);
  }

  #spawn(): CoreLink {
    return new CoreLink(join(this.#options.bundle, 'core-process.js'), this.#options.env);
  }
}
