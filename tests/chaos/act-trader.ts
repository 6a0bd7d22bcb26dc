// The acts of the simulated trader: copies of a strategy at a broker, and the end of its target
// list. Like the orders, it uses only the public commands of the core.
import type { AutoTradeRequest, AutoTradeSettings } from '#contract/model/autotrade.ts';
import type { CommandOutput } from '#contract/commands.ts';
import type { CoreLink } from './core-link.ts';
import type { CoreOutcome } from './core-messages.ts';
import type { Tally } from './tally.ts';
import type { World } from './world.ts';

/** A press of one intent. `account` is the number of the broker's account, for a start. */
export type ActPress = { readonly intentId: string; readonly request: AutoTradeRequest; readonly account: string };
type Plan = CommandOutput<'autotrade.plan'>;

const brokerCodes = ['PRACTICE', 'TIDEWATER'];
/** What a plan rests on may change before it is sent. */
const mostPlans = 3;

export class ActTrader {
  readonly #world: World;
  readonly #core: CoreLink;
  readonly #tally: Tally;
  /** Presses without an answer, in this life and the lives before it. */
  readonly #open: ActPress[];

  constructor(world: World, core: CoreLink, tally: Tally, open: ActPress[]) {
    this.#world = world;
    this.#core = core;
    this.#tally = tally;
    this.#open = open;
  }

  /** An act that suits what is copied now. It is not sent. */
  async next(systemId: string): Promise<ActPress> {
    const { draw } = this.#world;
    const brokerCode = draw.pick(brokerCodes);
    const kind = draw.weighted((await this.#isCopied(systemId, brokerCode)) ? whileCopied : whileNot);
    return this.#press(kind, systemId, brokerCode);
  }

  /** One act of each kind, in this order, for the copy at one broker. */
  async pressEach(systemId: string, kinds: readonly AutoTradeRequest['kind'][]): Promise<void> {
    const brokerCode = this.#world.draw.pick(brokerCodes);
    for (const kind of kinds) await this.send(this.#press(kind, systemId, brokerCode), false);
  }

  /** `twice`: the same press from two windows at once. */
  async send(press: ActPress, twice: boolean): Promise<void> {
    this.#open.push(press);
    this.#world.note({ is: 'act-pressed', intentId: press.intentId });
    await (twice ? Promise.all([this.#send(press), this.#send(press)]) : this.#send(press));
    this.#open.splice(this.#open.indexOf(press), 1);
  }

  /** After a crash: repeats the presses that were never answered. */
  async pressAgain(): Promise<void> {
    const presses = this.#open.splice(0);
    for (const press of presses) if (this.#world.draw.chance(0.7)) await this.send(press, false);
  }

  /** Ends the target portfolio: the only list that changes nothing when none is in force. */
  async endTargets(systemId: string): Promise<void> {
    const intentId = this.#world.draw.uuid();
    this.#world.note({ is: 'act-pressed', intentId });
    this.#take(intentId, await this.#core.call('desired.set', { intentId, systemId, target: { kind: 'stop' } }));
  }

  async #send({ intentId, request, account }: ActPress): Promise<void> {
    for (let tries = 0; tries < mostPlans; tries++) {
      const plan = await this.#plan(request);
      if (plan === null) return;
      const outcome = await this.#core.call('autotrade.send', {
        intentId,
        planId: plan.planId,
        confirmed: plan.checks.map(({ code }) => code),
        typed: typedFor(plan, account),
        credentials:
          request.kind === 'start' ? { accountNumber: account, userId: 'trader', password: 'password' } : null,
      });
      if (outcome.ok || outcome.failure.code !== 'outdated') return this.#take(intentId, outcome);
    }
    this.#tally.count('autotrade.send outdated');
  }

  async #plan(request: AutoTradeRequest): Promise<Plan | null> {
    const input = { request };
    let outcome = await this.#core.call('autotrade.plan', input);
    if (!outcome.ok && outcome.failure.code === 'unknown-broker') {
      const { systemId } = request;
      await this.#core.call('sync.refresh', { systemId, datasets: ['brokers', 'tradesOpen'] });
      outcome = await this.#core.call('autotrade.plan', input);
    }
    if (outcome.ok) return outcome.value as Plan;
    this.#tally.count(`autotrade.plan ${outcome.failure.code}`);
    return null;
  }

  #take(intentId: string, outcome: CoreOutcome): void {
    if (outcome.ok) this.#world.note({ is: 'act-answered', intentId });
    else this.#tally.count(`act ${outcome.failure.code}`);
  }

  /** Each start and change has a limit of its own, which names its press at the service. */
  #press(kind: AutoTradeRequest['kind'], systemId: string, brokerCode: string): ActPress {
    const { draw } = this.#world;
    const intentId = draw.uuid();
    const base = { systemId, brokerCode };
    if (kind === 'stop') return { intentId, request: { kind, ...base, leave: draw.chance(0.5) }, account: '' };
    const dollars = draw.whole(100_000_000, 999_999_999);
    const settings = { ...usual, maxDollarsStocks: dollars, scalingPercentage: draw.whole(1, 200) };
    return { intentId, request: { kind, ...base, settings }, account: String(dollars) };
  }

  async #isCopied(systemId: string, brokerCode: string): Promise<boolean> {
    const outcome = await this.#core.call('autotrade.links', {});
    const links = outcome.ok ? (outcome.value as CommandOutput<'autotrade.links'>).links : [];
    const link = links.find((one) => one.systemId === systemId && one.brokerCode === brokerCode);
    return link !== undefined && !/^stopped|absent$|ended/.test(link.state);
  }
}

const whileCopied = { start: 1, change: 5, stop: 4 };
const whileNot = { start: 10, change: 1, stop: 1 };

const usual: AutoTradeSettings = {
  scalingPercentage: 50,
  maxUnits: { future: null, forex: null, option: null },
  maxDollarsStocks: null,
  stopLossDollarsPerPosition: null,
  enabled: { stock: true, option: true, future: true, forex: true },
  allowShortOptions: false,
  ignoreManualTrades: true,
  joinTradesInProgress: true,
};

function typedFor({ confirmBy, accountEnd, request }: Plan, account: string): string {
  if (confirmBy === null) return '';
  if (confirmBy === 'broker-code') return request.brokerCode;
  return request.kind === 'start' ? account.slice(-4) : (accountEnd ?? '');
}
