// The acts of the simulated trader: copies of a strategy at a broker, subscriptions, own
// strategies, the own person and target lists. Like the orders, they use only the public commands
// of the core.
import type { CommandInput, CommandName, CommandOutput } from '#contract/commands.ts';
import type { AutoTradeRequest } from '#contract/model/autotrade.ts';
import type { UnfinishedClone } from '#contract/model/strategy-change.ts';
import { ActPresses, type ActPress, type ActWork } from './act-presses.ts';
import type { CoreLink } from './core-link.ts';
import type { CoreOutcome } from './core-messages.ts';
import type { Tally } from './tally.ts';
import type { World } from './world.ts';

const brokerCodes = ['PRACTICE', 'TIDEWATER'];
/**
 * The maximum number of plans for an act. A plan is outdated if its data changes before the send.
 */
const maxPlans = 3;
/** The maximum number of strategies of others that the trader joins and leaves. */
const maxOthers = 3;

type Plan = {
  readonly planId: string;
  readonly checks: readonly { readonly code: string; readonly textToType?: string }[];
};
type CopyPlan = CommandOutput<'autotrade.plan'>;

const commands = {
  copy: ['autotrade.plan', 'autotrade.send'],
  subscription: ['subscriptions.plan', 'subscriptions.send'],
  strategy: ['own-strategies.plan', 'own-strategies.send'],
  person: ['person.plan', 'person.send'],
  target: ['desired.plan', 'desired.send'],
} as const;

export class ActTrader {
  readonly #world: World;
  readonly #core: CoreLink;
  readonly #tally: Tally;
  readonly #presses: ActPresses;
  /** Presses without an answer, in this life and the lives before it. */
  readonly #unanswered: ActPress[];
  #idsOfOthers: readonly string[] = [];

  constructor(world: World, core: CoreLink, tally: Tally, unanswered: ActPress[]) {
    this.#world = world;
    this.#core = core;
    this.#tally = tally;
    this.#unanswered = unanswered;
    this.#presses = new ActPresses(world.draw, world.practice.ready.world.personid);
  }

  /** Draws an act that is possible according to what the core shows now. Does not send it. */
  async next(systemId: string): Promise<ActPress> {
    const { draw } = this.#world;
    const presses = this.#presses;
    switch (
      draw.weighted({ copy: 9, subscription: 7, create: 3, clone: 4, resume: 3, change: 5, person: 3, target: 3 })
    ) {
      case 'copy':
        return this.#nextCopy(systemId);
      case 'subscription':
        return (await this.#nextSubscription()) ?? presses.person();
      case 'create':
        return presses.create();
      case 'clone':
        return presses.clone(systemId);
      case 'resume': {
        const clone = draw.pickIfAny((await this.#changes())?.unfinished ?? []);
        return clone === undefined ? presses.clone(systemId) : this.#resume(clone);
      }
      case 'change':
        return presses.change(draw.pickIfAny(await this.#created()) ?? systemId);
      case 'person':
        return presses.person();
      case 'target':
        return (await this.#nextTarget()) ?? presses.create();
    }
  }

  /** Sends one act of each kind, in this order, for the copy at one broker. */
  async pressCopies(systemId: string, kinds: readonly AutoTradeRequest['kind'][]): Promise<void> {
    const brokerCode = this.#world.draw.pick(brokerCodes);
    for (const kind of kinds) await this.send(this.#presses.copy(kind, systemId, brokerCode), false);
  }

  async create(): Promise<void> {
    await this.send(this.#presses.create(), false);
  }

  /**
   * Sends a clone, a subscription or its end, a change of the person and a target list, as far as
   * possible. First finishes the clones that an earlier life left unfinished.
   */
  async pressOtherActs(systemId: string): Promise<void> {
    for (const clone of (await this.#changes())?.unfinished ?? []) await this.send(this.#resume(clone), false);
    await this.send(this.#presses.clone(systemId), false);
    const subscriptionPress = await this.#nextSubscription();
    if (subscriptionPress !== null) await this.send(subscriptionPress, false);
    await this.send(this.#presses.person(), false);
    const target = await this.#nextTarget();
    if (target !== null) await this.send(target, false);
  }

  /** `twice`: the same press from two windows at once. */
  async send(press: ActPress, twice: boolean): Promise<void> {
    this.#unanswered.push(press);
    this.#world.note({ is: 'act-pressed', intentId: press.intentId });
    await (twice ? Promise.all([this.#send(press), this.#send(press)]) : this.#send(press));
    this.#unanswered.splice(this.#unanswered.indexOf(press), 1);
  }

  /** After a crash: repeats most of the presses that were never answered; forgets the others. */
  async pressAgain(): Promise<void> {
    const presses = this.#unanswered.splice(0);
    for (const press of presses) if (this.#world.draw.chance(0.7)) await this.send(press, false);
  }

  /** Sends `stop`, the only target that changes nothing if no target list is in force. */
  async endTargetMode(systemId: string): Promise<void> {
    const intentId = this.#world.draw.uuid();
    this.#world.note({ is: 'act-pressed', intentId });
    this.#noteOutcome(intentId, await this.#core.call('desired.set', { intentId, systemId, target: { kind: 'stop' } }));
  }

  async #send({ intentId, work }: ActPress): Promise<void> {
    const [, name] = commands[work.area];
    for (let tries = 0; tries < maxPlans; tries++) {
      const plan = await this.#plan(work);
      if (plan === null) return;
      const { checks, planId } = plan;
      const input = { intentId, planId, confirmed: checks.map(({ code }) => code) };
      const outcome = await this.#core.call(name, { ...input, ...extraMembers(work, plan) });
      if (outcome.ok || outcome.failure.code !== 'outdated') return this.#noteOutcome(intentId, outcome);
    }
    this.#tally.count(`${name} outdated`);
  }

  async #plan(work: ActWork): Promise<Plan | null> {
    const [name] = commands[work.area];
    const input = { request: work.request };
    let outcome = await this.#core.call(name, input);
    if (work.area === 'copy' && !outcome.ok && outcome.failure.code === 'unknown-broker') {
      const { systemId } = work.request;
      await this.#core.call('sync.refresh', { systemId, datasets: ['brokers', 'tradesOpen'] });
      outcome = await this.#core.call(name, input);
    }
    if (outcome.ok) return outcome.value as Plan;
    this.#tally.count(`${name} ${outcome.failure.code}`);
    return null;
  }

  #noteOutcome(intentId: string, outcome: CoreOutcome): void {
    if (outcome.ok) this.#world.note({ is: 'act-answered', intentId });
    else this.#tally.count(`act ${outcome.failure.code}`);
  }

  async #nextCopy(systemId: string): Promise<ActPress> {
    const { draw } = this.#world;
    const brokerCode = draw.pick(brokerCodes);
    const isCopied = await this.#isCopied(systemId, brokerCode);
    return this.#presses.copy(draw.weighted(isCopied ? whileCopied : whileNotCopied), systemId, brokerCode);
  }

  async #isCopied(systemId: string, brokerCode: string): Promise<boolean> {
    const links = (await this.#read('autotrade.links', {}))?.links ?? [];
    const link = links.find((one) => one.systemId === systemId && one.brokerCode === brokerCode);
    return link !== undefined && !/^stopped|absent$|ended/.test(link.state);
  }

  /** A press that joins or leaves a strategy of another person; null if none is known. */
  async #nextSubscription(): Promise<ActPress | null> {
    const systemId = this.#world.draw.pickIfAny(await this.#strategiesOfOthers());
    if (systemId === undefined) return null;
    const subscriptions = (await this.#read('subscriptions.list', {}))?.subscriptions ?? [];
    const isCurrent = subscriptions.some((one) => one.systemId === systemId && one.state === 'current');
    return this.#presses.subscription(isCurrent ? 'end' : 'begin', systemId);
  }

  async #strategiesOfOthers(): Promise<readonly string[]> {
    if (this.#idsOfOthers.length > 0) return this.#idsOfOthers;
    const own = new Set(this.#world.systemIds);
    let entries = (await this.#read('roster.list', { fresh: false }))?.entries ?? [];
    if (entries.length === 0) entries = (await this.#read('roster.list', { fresh: true }))?.entries ?? [];
    // The roster may also list strategies that this trader created. Their names are marks.
    const others = entries.filter(({ alive, name, systemId }) => alive === true && !own.has(systemId) && !isMark(name));
    this.#idsOfOthers = others.slice(0, maxOthers).map(({ systemId }) => systemId);
    return this.#idsOfOthers;
  }

  /**
   * A target list for a strategy that this trader created, because a list locks the order entry of
   * its strategy. Null if the trader has created none.
   */
  async #nextTarget(): Promise<ActPress | null> {
    const { draw, market } = this.#world;
    const systemId = draw.pickIfAny(await this.#created());
    return systemId === undefined ? null : this.#presses.target(systemId, market.symbols());
  }

  #resume({ systemId, attributes }: UnfinishedClone): ActPress {
    return this.#presses.change(systemId, attributes.shortDescription);
  }

  /** Strategies that this trader created or cloned. */
  async #created(): Promise<readonly string[]> {
    const changes = (await this.#changes())?.changes ?? [];
    return changes.flatMap(({ kind, state, systemId }) =>
      kind !== 'change' && state === 'DONE' && systemId ? systemId : [],
    );
  }

  #changes(): Promise<CommandOutput<'own-strategies.changes'> | null> {
    return this.#read('own-strategies.changes', {});
  }

  async #read<Name extends CommandName>(name: Name, input: CommandInput<Name>): Promise<CommandOutput<Name> | null> {
    const outcome = await this.#core.call(name, input);
    return outcome.ok ? outcome.value : null;
  }
}

const whileCopied = { start: 1, change: 5, stop: 4 };
const whileNotCopied = { start: 10, change: 1, stop: 1 };

const isMark = (name: string): boolean => /^[0-9a-f]{8}-/.test(name);

/** The members that a `send` command needs besides intent id, plan id and confirmed codes. */
function extraMembers(work: ActWork, plan: Plan): object {
  if (work.area === 'target') return {};
  if (work.area === 'person') return { password: null };
  if (work.area !== 'copy') {
    const typed = plan.checks.find((check) => check.textToType !== undefined)?.textToType;
    return typed === undefined ? {} : { typed };
  }
  const { account, request } = work;
  const credentials = { accountNumber: account, userId: 'trader', password: 'password' };
  return {
    typed: typedFor(plan as unknown as CopyPlan, account),
    credentials: request.kind === 'start' ? credentials : null,
  };
}

function typedFor({ confirmBy, accountEnd, request }: CopyPlan, account: string): string {
  if (confirmBy === null) return '';
  if (confirmBy === 'broker-code') return request.brokerCode;
  return request.kind === 'start' ? account.slice(-4) : (accountEnd ?? '');
}
