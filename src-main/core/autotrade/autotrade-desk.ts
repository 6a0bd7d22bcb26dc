import type { CommandInput, CommandOutcome } from '#contract/commands.ts';
import type { CredentialName } from '#contract/messages/acts.ts';
import type { AutoTradeLink, AutoTradePlan, AutoTradeRequest, BrokerCredentials } from '#contract/model/autotrade.ts';
import type { Instrument } from '#contract/model/scalars.ts';
import type { OpenPosition } from '#contract/model/trade.ts';
import type { Mode, Notice } from '#contract/model/status.ts';
import { done, failed } from '#contract/outcome.ts';
import { isTyped } from '#contract/typed-text.ts';
import type { ActDesk, ActInput } from '#core/acts/act-desk.ts';
import type { ActRow } from '#core/acts/act-row.ts';
import { changeAutoTrade, startAutoTrade, stopAutoTrade } from '#core/acts/autotrade-acts.ts';
import { watchActs } from '#core/acts/act-notice.ts';
import { changedFields } from '#core/acts/autotrade-settings.ts';
import { linkTargetOf } from '#contract/model/link-id.ts';
import type { CacheReader } from '#core/cache/queries/cache-reader.ts';
import { isRecent } from '#core/reading-age.ts';
import type { Clock, Random } from '#core/ports.ts';
import { ShownPlans } from '#core/plans/shown-plans.ts';
import { refusalByChecks } from '#core/plans/plan-refusals.ts';
import type { Rehearsals } from '#core/orders/risk/rehearsals.ts';
import type { DataSync, RefreshOutcome } from '#core/sync/data-sync.ts';
import { replaySettings } from '#rules/autotrade/settings-replay.ts';
import { formatFixed, toNumber } from '#rules/decimal.ts';
import { isStopped } from './current-copies.ts';
import { AutoTradeLinks, type PersonOf } from './links.ts';
import { planAutoTrade } from './plan-autotrade.ts';
import { areSettingsKnown, type PlanFacts } from './plan-facts.ts';
import { rulesSettings } from './rules-settings.ts';
import { replayFrom, strategyTrades } from './strategy-trades.ts';

export type AutoTradeDeskDeps = {
  readonly clock: Clock;
  readonly random: Random;
  readonly mode: Mode;
  readonly rehearsals: Pick<Rehearsals, 'isRehearsalDue' | 'record' | 'markUsed'>;
  readonly acts: ActDesk;
  readonly cache: CacheReader;
  /**
   * The usual person: on a private platform the owner of the strategy, once known; null on other
   * connections.
   */
  readonly usualPersonOf: PersonOf;
  /** Whether the connection is to a private platform. */
  readonly isPlatform: boolean;
  readonly sync: Pick<DataSync, 'readBrokers' | 'refresh' | 'scheduleRefresh'>;
  readonly notify: (notice: Notice) => void;
};

type SendInput = CommandInput<'autotrade.send'>;
type SendOutcome = CommandOutcome<'autotrade.send'>;
type Refused = Extract<SendOutcome, { ok: false }>;
type NotPossible = ReturnType<typeof failed<'not-possible'>>;
type ShownPlan = { readonly plan: AutoTradePlan; readonly facts: PlanFacts };

/** A broker list that was older than this at a start or stop proves nothing about that act. */
const maxProofAgeMs = 60_000;
const credentialLength = { min: 4, max: 30 };
const accountEndLength = 4;
/** Number of the newest trades that show which types a strategy trades. */
const maxTradesForTypes = 1_000;
const secondsPerDay = 86_400;

/**
 * Starts, changes and stops copies of strategies at brokers. It lists the copies, plans what a
 * change would trade, and sends exactly what was shown. A plan whose basis has changed is refused
 * as outdated.
 */
export class AutoTradeDesk {
  readonly #deps: AutoTradeDeskDeps;
  readonly #links: AutoTradeLinks;
  readonly #plans = new ShownPlans<ShownPlan>();

  constructor(deps: AutoTradeDeskDeps) {
    this.#deps = deps;
    this.#links = new AutoTradeLinks(deps.acts, deps.cache, deps.usualPersonOf);
    const types = [startAutoTrade, changeAutoTrade, stopAutoTrade];
    watchActs({ ...deps, types, changed: (row) => this.#actChanged(row) });
  }

  /** The person whose accounts are meant; null for the owner of the API key. */
  personOf({ systemId, personId }: Pick<AutoTradeRequest, 'systemId' | 'personId'>): string | null {
    return personId ?? this.#deps.usualPersonOf(systemId);
  }

  /** Another person can be named only on a private platform. */
  personRefusal({ personId }: Pick<AutoTradeRequest, 'personId'>): NotPossible | null {
    if (this.#deps.isPlatform || personId === null) return null;
    return failed('not-possible', { code: 'people.platform-only' });
  }

  /** The brokers for the account of a person, from the cache. */
  brokers({ systemId, personId }: CommandInput<'brokers.list'>): CommandOutcome<'brokers.list'> {
    const { list, readAt, failure } = this.#links.brokers(systemId, personId);
    const accountValue = this.#deps.cache.margin(systemId)?.modelAccountValue ?? null;
    return done({ brokers: list, readAt, failure, traded: this.#tradedTypes(systemId), accountValue });
  }

  /** Reads the brokers for the account of another person. */
  async readBrokers({ systemId, personId }: CommandInput<'brokers.read'>): Promise<CommandOutcome<'brokers.read'>> {
    const refusal = this.personRefusal({ personId });
    if (refusal !== null) return refusal;
    const read = await this.#readBrokersOf({ systemId, personId });
    return read.ok ? done({}) : failed('not-read', read.text);
  }

  links(): AutoTradeLink[] {
    return this.#links.all();
  }

  /** The types of the open positions and of the cached trades of a strategy. */
  #tradedTypes(systemId: string): Instrument[] {
    const { cache } = this.#deps;
    const { trades } = cache.newestTrades(systemId, { offset: 0, limit: maxTradesForTypes });
    const types = [...cache.positions(systemId), ...trades].map(({ instrument }) => instrument);
    return [...new Set(types.filter((type) => type !== null))];
  }

  plan(request: AutoTradeRequest): CommandOutcome<'autotrade.plan'> {
    const shown = this.#planOrRefusal(request);
    if ('ok' in shown) return shown;
    this.#plans.add(shown.plan.planId, shown);
    return done(shown.plan);
  }

  rehearse({ planId, days }: CommandInput<'autotrade.rehearse'>): CommandOutcome<'autotrade.rehearse'> {
    const shown = this.#plans.get(planId);
    if (shown === undefined || shown.plan.request.kind === 'stop')
      return failed('unknown-plan', { code: 'autotrade.unknown-plan' });
    const { trades, choice } = shown.facts;
    const from = Math.floor(this.#deps.clock.now() / 1000) - days * secondsPerDay;
    const { openTrades, startPrices, fills, unreadCount } = replayFrom(trades, from);
    const settings = rulesSettings(shown.plan.request.settings, choice);
    const { largest, points, ...counts } = replaySettings(openTrades, fills, settings, startPrices);
    const outcome = { code: 'rehearsal.replayed', days } as const;
    this.#deps.rehearsals.record(rehearsalItem(shown.plan.request), outcome);
    return done({
      days,
      unread: unreadCount,
      ...counts,
      largest: [...largest].map(([symbol, units]) => ({ symbol, units: formatFixed(units) })),
      points: points.map(({ at, copied, exact }) => ({
        at: Math.floor(at / 1000),
        copied: toNumber(copied),
        exact: toNumber(exact),
      })),
    });
  }

  async send(input: SendInput): Promise<SendOutcome> {
    const shown = this.#plans.get(input.planId);
    if (shown === undefined) return failed('unknown-plan', { code: 'autotrade.unknown-plan' });
    const { request } = shown.plan;
    const refusal = checkInput(shown.plan, input);
    if (refusal !== null) return refusal;
    if (request.kind === 'start') await this.#readForProof(request);
    const current = this.#planOrRefusal(request);
    if ('ok' in current || current.plan.digest !== shown.plan.digest)
      return failed('outdated', { code: 'autotrade.outdated' });
    const outcome = await this.#sendAct(input, current);
    if (!outcome.ok) return outcome;
    const isDone = outcome.value.state === 'DONE';
    if (isDone && this.#deps.mode === 'LIVE' && request.kind !== 'stop')
      this.#deps.rehearsals.markUsed(rehearsalItem(request));
    return done({ state: outcome.value.state });
  }

  /**
   * Reads the broker list before a start, if the last reading is old. A later list proves the start
   * only if a recent one showed no account.
   */
  async #readForProof(request: AutoTradeRequest): Promise<void> {
    const { readAt } = this.#links.brokers(request.systemId, request.personId);
    if (!this.#isRecent(readAt)) await this.#readBrokersOf(request);
  }

  #readBrokersOf({ systemId, personId }: Pick<AutoTradeRequest, 'systemId' | 'personId'>): Promise<RefreshOutcome> {
    const { person } = this.#links.brokers(systemId, personId);
    const { sync } = this.#deps;
    return person === '' ? sync.refresh(systemId, ['brokers']) : sync.readBrokers(systemId, person, 'view');
  }

  #isRecent(readAt: number | null): boolean {
    return isRecent(readAt, this.#deps.clock.now(), maxProofAgeMs);
  }

  #sendAct({ intentId, credentials }: SendInput, { plan, facts }: ShownPlan) {
    const { acts } = this.#deps;
    const { request } = plan;
    const targetId = this.#links.id(request);
    const { before } = facts;
    const base = { intentId, targetId, before };
    if (request.kind === 'stop') return acts.send(stopAutoTrade, { ...base, wanted: { leave: request.leave } });
    const { settings } = request;
    if (request.kind === 'change') {
      const fields = changedFields(areSettingsKnown(before) ? before.settings : null, settings);
      return acts.send(changeAutoTrade, {
        ...base,
        wanted: { settings, fields, accountGuid: facts.link?.accountGuid ?? null },
      });
    }
    const accountEnd = credentials?.accountNumber == null ? null : accountEndOf(credentials.accountNumber);
    const secrets = secretsOf(credentials);
    return acts.send(startAutoTrade, {
      ...base,
      wanted: { settings, accountEnd },
      secrets,
    } satisfies ActInput<unknown>);
  }

  #planOrRefusal(request: AutoTradeRequest): ShownPlan | Extract<CommandOutcome<'autotrade.plan'>, { ok: false }> {
    const facts = this.#facts(request);
    const { link, choice, list, before } = facts;
    if (this.#deps.isPlatform && facts.personId === null)
      return failed('not-possible', { code: 'autotrade.no-person' });
    const refusal = this.personRefusal(request);
    if (refusal !== null) return refusal;
    if (list === null && request.kind === 'start')
      return failed('unknown-broker', { code: 'autotrade.unknown-broker' });
    // A confirmed start counts before a list shows it: a second one could trade twice.
    const isRunning = link?.state === 'linked' || link?.state === 'change-unknown';
    if (request.kind === 'start' && (isRunning || (choice?.accountGuid ?? null) !== null))
      return failed('not-possible', { code: 'autotrade.linked-already' });
    const isEnded = link === null || (request.kind === 'change' && isStopped(link));
    if (request.kind !== 'start' && isEnded) return failed('not-possible', { code: 'autotrade.not-linked' });
    if (
      request.kind === 'change' &&
      areSettingsKnown(before) &&
      changedFields(before.settings, request.settings).length === 0
    )
      return failed('not-possible', { code: 'autotrade.nothing-to-change' });
    return { plan: planAutoTrade(this.#deps.random.uuid(), request, facts), facts };
  }

  #facts(request: AutoTradeRequest): PlanFacts {
    const { cache, clock, mode } = this.#deps;
    const { kind, systemId, brokerCode } = request;
    const { list, readAt: brokersReadAt } = this.#links.brokers(systemId, request.personId);
    const choice = list?.choices.find(({ code }) => code === brokerCode);
    const link = this.#links.find(request);
    const { tradesOpen } = cache.datasets(systemId);
    const personId = this.personOf(request);
    const positions: readonly OpenPosition[] = cache.positions(systemId);
    return {
      now: clock.now(),
      personId,
      isWithoutSubscription: this.#isWithoutSubscription(systemId, personId),
      strategy: cache.strategies().find((one) => one.systemId === systemId),
      link,
      list,
      choice,
      before: {
        accountGuid: this.#links.seenAccount(request),
        isListed: choice !== undefined && this.#isRecent(brokersReadAt),
        settings: this.#links.settings(request),
        pending: [...this.#links.pending(request)],
      },
      positions,
      positionsReadAt: tradesOpen.readAt,
      brokersReadAt,
      trades: kind === 'stop' ? { withFills: [], unread: [] } : strategyTrades(cache, systemId),
      isUnrehearsed: mode === 'LIVE' && kind !== 'stop' && this.#deps.rehearsals.isRehearsalDue(rehearsalItem(request)),
      copiedSince: kind === 'start' ? null : this.#links.copiedSince(request),
    };
  }

  /**
   * Whether the last list of people shows no current subscription of this person to the strategy.
   * False for the owner, and if nothing is known.
   */
  #isWithoutSubscription(systemId: string, personId: string | null): boolean {
    const { cache, isPlatform, usualPersonOf } = this.#deps;
    if (!isPlatform || personId === null || personId === usualPersonOf(systemId)) return false;
    const subscriptions = cache.person(personId)?.subscriptions;
    if (subscriptions == null) return false;
    const now = Math.floor(this.#deps.clock.now() / 1000);
    const matching = subscriptions.filter((one) => one.systemId === systemId);
    return !matching.some(({ ended }) => ended.at === null || ended.at > now);
  }

  #actChanged(row: ActRow): void {
    if (row.state === 'SENDING') return;
    const { systemId, personId } = linkTargetOf(row.target.id);
    const { sync } = this.#deps;
    const { person } = this.#links.brokers(systemId, personId);
    if (person === '') sync.scheduleRefresh(systemId, ['brokers']);
    else void sync.readBrokers(systemId, person, 'now');
  }
}

/** The fingerprint changes with every edit of the settings, but not with the person. */
const rehearsalItem = (request: AutoTradeRequest) =>
  ({ kind: 'autotrade', fingerprint: JSON.stringify({ ...request, kind: null, personId: undefined }) }) as const;

/** Null if everything was confirmed and typed. */
function checkInput(plan: AutoTradePlan, { confirmed, typed, credentials }: SendInput): Refused | null {
  const refusal = refusalByChecks(plan.checks, confirmed);
  if (refusal !== null) return refusal;
  const members = plan.request.kind === 'start' ? badCredentials(plan.needs, credentials) : [];
  if (members.length > 0)
    return failed('credentials', { code: 'autotrade.credentials', members }, { details: members });
  const expected = expectedText(plan, credentials);
  return expected === null || isTyped(typed, expected) ? null : failed('not-typed', { code: 'act.not-typed' });
}

function expectedText({ confirmBy, accountEnd, request }: AutoTradePlan, credentials: BrokerCredentials | null) {
  if (confirmBy === null) return null;
  if (confirmBy === 'broker-code') return request.brokerCode;
  return request.kind === 'start' ? accountEndOf(credentials?.accountNumber ?? '') : accountEnd;
}

const accountEndOf = (text: string): string => Array.from(text.trim()).slice(-accountEndLength).join('');

const names: readonly CredentialName[] = ['accountNumber', 'userId', 'password'];

/** Credentials that are missing, blank, too short or too long. Characters are code points. */
const badCredentials = (needs: AutoTradePlan['needs'], credentials: BrokerCredentials | null): CredentialName[] =>
  names.filter((name) => {
    const text = credentials?.[name] ?? '';
    if (text === '') return needs[name] === 'required';
    const { length } = Array.from(name === 'password' ? text : text.trim());
    return text.trim() === '' || length < credentialLength.min || length > credentialLength.max;
  });

const wireNames: Readonly<Record<CredentialName, string>> = {
  accountNumber: 'broker_accountnum',
  userId: 'broker_userid',
  password: 'broker_password',
};

function secretsOf(credentials: BrokerCredentials | null): Record<string, string> {
  const given = names.flatMap((name): [string, string][] => {
    const text = credentials?.[name] ?? '';
    return text === '' ? [] : [[wireNames[name], name === 'password' ? text : text.trim()]];
  });
  return Object.fromEntries(given);
}
