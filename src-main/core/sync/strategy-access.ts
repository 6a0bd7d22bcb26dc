import type { Text } from '#contract/message.ts';
import type { Access } from '#contract/model/access.ts';
import type { Dataset } from '#contract/model/status.ts';
import type { Strategy } from '#contract/model/strategy.ts';
import type { RiskEffect } from '#core/risk-effect.ts';
import type { DataSyncOptions } from './data-sync-options.ts';
import type { ReadingEnd } from './dataset-reader.ts';
import type { ReadTask } from './read-task.ts';
import type { SyncDataset } from './sync-intervals.ts';

type Parts = Pick<DataSyncOptions, 'cache' | 'isPlatform' | 'hasOpenOrders'>;

/** The state of a dataset that is never read: a permanent refusal is no failure. */
export const withheld = { failure: null, ownersOnly: true } as const;

/**
 * Datasets whose answer proves ownership. Details are not among them, because they may be public,
 * nor are open trades, which subscribers read by another command.
 */
const ownerProofs: readonly Dataset[] = ['margin', 'desired', 'subscribers'];
/** Datasets that the platform answers to owners only. */
const ownersOnly: readonly SyncDataset[] = [...ownerProofs, 'details'];

/**
 * Finds out who owns a strategy. An answer that only an owner receives proves ownership. An
 * `ownerpersonid` other than that of the own strategies proves a subscriber. If the creator of a
 * strategy is not the creator of any own strategy, data for owners only is not read before the
 * roster has named the owner. A refusal alone proves nothing: it counts when another read of the
 * same strategy was answered after it, because a revoked key is refused everywhere.
 */
export class StrategyAccess {
  readonly #parts: Parts;
  readonly #refused = new Map<string, Set<SyncDataset>>();
  readonly #refusalConfirmed = new Set<string>();
  /**
   * Strategies for which the platform refused a read that even a subscriber may make. Refusals for
   * these strategies prove nothing.
   */
  readonly #allRefused = new Set<string>();
  readonly #known = new Map<string, Access>();
  /** The answers of `#mayBeOfAnother` so far. */
  readonly #mayBeOfAnotherById = new Map<string, boolean>();
  /** The roster was read, or could not be read. */
  #isRosterTried = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  of(systemId: string): Access {
    if (this.#parts.isPlatform === true) return 'platform';
    const known = this.#known.get(systemId) ?? this.#accessFromCache(systemId);
    this.#known.set(systemId, known);
    return known === 'subscriber' && this.#parts.hasOpenOrders?.(systemId) === true ? 'unknown' : known;
  }

  /** Why no order of this effect may be entered for the strategy, or null. */
  lockReason(systemId: string, effect: RiskEffect): Text | null {
    const access = this.of(systemId);
    if (access === 'subscriber') return { code: 'access.subscriber' };
    const isReadRefused = access === 'unknown' && this.#refusalConfirmed.has(systemId);
    return isReadRefused && effect === 'adds' ? { code: 'access.unknown' } : null;
  }

  /** The listed strategies that the key only subscribes to. */
  subscribed(): string[] {
    const listed = this.#parts.cache.reader.strategies().filter((one) => one.listed !== false);
    return listed.map(({ systemId }) => systemId).filter((systemId) => this.of(systemId) === 'subscriber');
  }

  /** False if the lists may omit what the owner would see. They then prove no absence. */
  showsAll(systemId: string): boolean {
    const isReadRefused = ownersOnly.some((dataset) => this.#isRefused(systemId, dataset));
    return this.#parts.isPlatform === true || (!isReadRefused && this.of(systemId) !== 'subscriber');
  }

  /**
   * `rarely`: the read was refused, and the owner is not known. `later`: the roster or the details
   * have to name the owner first. `never`: another person owns the strategy.
   */
  reads(systemId: string, dataset: SyncDataset): 'as planned' | 'rarely' | 'later' | 'never' {
    const access = this.of(systemId);
    // On a private platform the request for brokers names a person: the owner in the details.
    if (access === 'platform' && dataset === 'brokers')
      return this.#parts.cache.reader.details(systemId) === null ? 'later' : 'as planned';
    if (access !== 'subscriber' && access !== 'unknown') return 'as planned';
    if (ownersOnly.includes(dataset)) {
      if (access === 'subscriber') return 'never';
      if (this.#mayBeOfAnother(systemId)) return 'later';
      return this.#isRefused(systemId, dataset) ? 'rarely' : 'as planned';
    }
    const isUnlisted = !this.#isListed(systemId) && dataset !== 'tradesOpen';
    return isUnlisted && this.#refused.get(systemId)?.has(dataset) === true ? 'rarely' : 'as planned';
  }

  /** True when open trades are read from the overview, which subscribers may read. */
  readsOverview(systemId: string): boolean {
    const isRefused = this.#refused.get(systemId)?.has('tradesOpen') === true;
    return this.of(systemId) === 'subscriber' || isRefused || this.#mayBeOfAnother(systemId);
  }

  /** Whether the roster has to be read: it names the owner of each strategy. */
  wantsRoster(): boolean {
    if (this.#parts.isPlatform === true) return false;
    const listed = this.#parts.cache.reader.strategies();
    return (
      (!this.#isRosterTried && listed.some(({ systemId }) => this.#mayBeOfAnother(systemId))) ||
      ([...this.#refusalConfirmed].some((systemId) => this.of(systemId) === 'unknown') && this.#ownPersons().size > 0)
    );
  }

  ended({ systemId, dataset, part, overview }: ReadTask, end: ReadingEnd): void {
    this.#known.clear();
    this.#mayBeOfAnotherById.clear();
    if (dataset === 'roster' && end.kind !== 'skipped') this.#isRosterTried = true;
    if (part !== 'current' || end.kind === 'skipped') return;
    const refused = this.#refused.get(systemId) ?? new Set();
    if (end.kind === 'failed') {
      if (end.noAccess === true) this.#noteRefusal(systemId, dataset, overview === true);
      return;
    }
    if (dataset === 'strategies' && end.outcome.changed > 0) this.forget();
    if (ownersOnly.includes(dataset)) refused.delete(dataset);
    else if (isShared(dataset, overview === true)) this.#noteAnswer(systemId, dataset);
  }

  #noteRefusal(systemId: string, dataset: SyncDataset, overview: boolean): void {
    const refused = this.#refused.get(systemId) ?? new Set();
    if (isShared(dataset, overview)) {
      this.#allRefused.add(systemId);
      if (!this.#refusalConfirmed.has(systemId)) refused.clear();
    }
    if (isShared(dataset, overview) || !this.#allRefused.has(systemId))
      this.#refused.set(systemId, refused.add(dataset));
  }

  #noteAnswer(systemId: string, dataset: SyncDataset): void {
    this.#allRefused.delete(systemId);
    const refused = this.#refused.get(systemId);
    if (dataset !== 'tradesOpen') refused?.delete(dataset);
    if (refused !== undefined && [...refused].some((one) => ownersOnly.includes(one)))
      this.#refusalConfirmed.add(systemId);
  }

  /** Call this when refused reads may be answered again. */
  forget(): void {
    this.#known.clear();
    this.#mayBeOfAnotherById.clear();
    this.#refused.clear();
    this.#refusalConfirmed.clear();
    this.#allRefused.clear();
    this.#isRosterTried = false;
  }

  #accessFromCache(systemId: string): Access {
    if (this.#isOwner(systemId)) return 'owner';
    const owner = this.#ownerPerson(systemId);
    const own = this.#ownPersons();
    return this.#isListed(systemId) && owner !== null && own.size > 0 && !own.has(owner) ? 'subscriber' : 'unknown';
  }

  #isListed(systemId: string): boolean {
    return this.#parts.cache.reader.strategies().some((one) => one.systemId === systemId && one.listed !== false);
  }

  /**
   * True while another person may own the strategy and a read that decides this is still to come.
   * Such a read is the roster, or a read that proves that the key owns some other strategy. The
   * judgment uses the creators in the list of strategies. A creator is no proof, because a strategy
   * can change its owner.
   */
  #mayBeOfAnother(systemId: string): boolean {
    const known = this.#mayBeOfAnotherById.get(systemId) ?? this.#judgedByCreator(systemId);
    this.#mayBeOfAnotherById.set(systemId, known);
    return known;
  }

  #judgedByCreator(systemId: string): boolean {
    if (this.#parts.isPlatform === true || this.of(systemId) !== 'unknown') return false;
    const listed = this.#parts.cache.reader.strategies().filter((one) => one.listed !== false && one.creator !== '');
    const creator = listed.find((one) => one.systemId === systemId)?.creator;
    if (creator === undefined) return false;
    const others = listed.filter((one) => one.creator !== creator);
    const own = listed.filter((one) => this.#isOwner(one.systemId));
    if (own.some((one) => one.creator === creator)) return false;
    const isRefused = (one: Strategy): boolean => this.#refused.get(one.systemId)?.has('details') === true;
    // No own strategy is known yet. The strategies of the most frequent creators are read first.
    if (own.length === 0) return !isMostFrequent(creator, listed) && !others.every(isRefused);
    if (!this.#isRosterTried && this.#rosterOwner(systemId) === null) return true;
    return this.#ownPersons().size === 0 && !own.every(isRefused);
  }

  #isOwner(systemId: string): boolean {
    const stored = this.#parts.cache.reader.datasets(systemId);
    return ownerProofs.some((dataset) => stored[dataset].readAt !== null && !this.#isRefused(systemId, dataset));
  }

  #isRefused(systemId: string, dataset: SyncDataset): boolean {
    return this.#refusalConfirmed.has(systemId) && this.#refused.get(systemId)?.has(dataset) === true;
  }

  /**
   * The roster has priority over the details if both name an owner, because a strategy can change
   * its owner.
   */
  #ownerPerson(systemId: string): string | null {
    return this.#rosterOwner(systemId) ?? this.#parts.cache.reader.details(systemId)?.ownerPersonId ?? null;
  }

  #rosterOwner(systemId: string): string | null {
    return this.#parts.cache.reader.roster().find((one) => one.systemId === systemId)?.ownerPersonId ?? null;
  }

  #ownPersons(): Set<string> {
    const cache = this.#parts.cache.reader;
    const own = cache.strategies().filter(({ systemId }) => this.#isOwner(systemId));
    return new Set(own.map(({ systemId }) => this.#ownerPerson(systemId)).filter((id) => id !== null));
  }
}

function isMostFrequent(creator: string, listed: readonly Strategy[]): boolean {
  const byCreator = Map.groupBy(listed, (one) => one.creator);
  const count = byCreator.get(creator)?.length ?? 0;
  return [...byCreator.values()].every(({ length }) => length <= count);
}

/** Whether subscribers may read this too. A refusal then means that the key is refused. */
const isShared = (dataset: SyncDataset, overview: boolean): boolean =>
  !ownersOnly.includes(dataset) && dataset !== 'strategies' && (dataset !== 'tradesOpen' || overview);
