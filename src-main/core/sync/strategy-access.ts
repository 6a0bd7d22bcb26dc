import type { Text } from '#contract/message.ts';
import type { Access } from '#contract/model/access.ts';
import type { Dataset } from '#contract/model/status.ts';
import type { RiskEffect } from '#core/risk-effect.ts';
import type { DataSyncOptions } from './data-sync-options.ts';
import type { ReadingEnd } from './dataset-reader.ts';
import type { ReadTask } from './read-task.ts';
import type { SyncDataset } from './sync-intervals.ts';

type Parts = Pick<DataSyncOptions, 'cache' | 'isPlatform' | 'hasOpenOrders'>;

/** The state of a dataset that is never read: a permanent refusal is no failure. */
export const withheld = { failure: null, ownersOnly: true } as const;

/** Answered to owners only. Details may be public, and open trades have a second command. */
const proofs: readonly Dataset[] = ['margin', 'desired', 'subscribers'];
/** Commands without the tag S of the specification. */
const ownersOnly: readonly SyncDataset[] = [...proofs, 'details'];

/**
 * Finds out who owns a strategy. The answers that only an owner receives prove an owner. An
 * `ownerpersonid` that is not that of the own strategies proves a subscriber. A refusal alone
 * proves nothing: it counts when another read of the same strategy was answered after it, because a
 * revoked key is refused everywhere.
 */
export class StrategyAccess {
  readonly #parts: Parts;
  readonly #refused = new Map<string, Set<SyncDataset>>();
  readonly #confirmed = new Set<string>();
  /** All reads refused, so that a single refusal says nothing. */
  readonly #allRefused = new Set<string>();
  readonly #known = new Map<string, Access>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  of(systemId: string): Access {
    if (this.#parts.isPlatform === true) return 'platform';
    const known = this.#known.get(systemId) ?? this.#learned(systemId);
    this.#known.set(systemId, known);
    return known === 'subscriber' && this.#parts.hasOpenOrders?.(systemId) === true ? 'unknown' : known;
  }

  /** Why no order of this effect may be entered for the strategy, or null. */
  lock(systemId: string, effect: RiskEffect): Text | null {
    const access = this.of(systemId);
    if (access === 'subscriber') return { code: 'access.subscriber' };
    const isDenied = access === 'unknown' && this.#confirmed.has(systemId);
    return isDenied && effect === 'adds' ? { code: 'access.unknown' } : null;
  }

  /** False where the lists may omit what the owner would see: then they prove no absence. */
  showsAll(systemId: string): boolean {
    const isDenied = ownersOnly.some((dataset) => this.#isRefused(systemId, dataset));
    return this.#parts.isPlatform === true || (!isDenied && this.of(systemId) !== 'subscriber');
  }

  /** `rarely`: it was refused, and the owner is not known. `never`: another person owns it. */
  reads(systemId: string, dataset: SyncDataset): 'as planned' | 'rarely' | 'never' {
    const access = this.of(systemId);
    if (access !== 'subscriber' && access !== 'unknown') return 'as planned';
    if (ownersOnly.includes(dataset)) {
      if (access === 'subscriber') return 'never';
      return this.#isRefused(systemId, dataset) ? 'rarely' : 'as planned';
    }
    const hasEnded = !this.#isListed(systemId) && dataset !== 'tradesOpen';
    return hasEnded && this.#refused.get(systemId)?.has(dataset) === true ? 'rarely' : 'as planned';
  }

  /** True when open trades are read from the overview, which subscribers may read. */
  readsOverview(systemId: string): boolean {
    return this.of(systemId) === 'subscriber' || this.#refused.get(systemId)?.has('tradesOpen') === true;
  }

  /** The list of all strategies names their owners. */
  wantsRoster(): boolean {
    return (
      this.#parts.isPlatform !== true &&
      [...this.#confirmed].some((systemId) => this.of(systemId) === 'unknown') &&
      this.#ownPersons().size > 0
    );
  }

  ended({ systemId, dataset, part, overview }: ReadTask, end: ReadingEnd): void {
    this.#known.clear();
    if (part !== 'current' || end.kind === 'skipped') return;
    const refused = this.#refused.get(systemId) ?? new Set();
    if (end.kind === 'failed') {
      if (end.noAccess === true) this.#refuse(systemId, dataset, overview === true);
      return;
    }
    if (dataset === 'strategies' && end.outcome.changed > 0) this.forget();
    if (ownersOnly.includes(dataset)) refused.delete(dataset);
    else if (isShared(dataset, overview === true)) this.#answered(systemId, dataset);
  }

  #refuse(systemId: string, dataset: SyncDataset, overview: boolean): void {
    const refused = this.#refused.get(systemId) ?? new Set();
    if (isShared(dataset, overview)) {
      this.#allRefused.add(systemId);
      if (!this.#confirmed.has(systemId)) refused.clear();
    }
    if (isShared(dataset, overview) || !this.#allRefused.has(systemId))
      this.#refused.set(systemId, refused.add(dataset));
  }

  #answered(systemId: string, dataset: SyncDataset): void {
    this.#allRefused.delete(systemId);
    const refused = this.#refused.get(systemId);
    if (dataset !== 'tradesOpen') refused?.delete(dataset);
    if (refused !== undefined && [...refused].some((one) => ownersOnly.includes(one))) this.#confirmed.add(systemId);
  }

  /** For when refused reads may be answered again. */
  forget(): void {
    this.#known.clear();
    this.#refused.clear();
    this.#confirmed.clear();
    this.#allRefused.clear();
  }

  #learned(systemId: string): Access {
    if (this.#isOwner(systemId)) return 'owner';
    const owner = this.#ownerPerson(systemId);
    const own = this.#ownPersons();
    return this.#isListed(systemId) && owner !== null && own.size > 0 && !own.has(owner) ? 'subscriber' : 'unknown';
  }

  #isListed(systemId: string): boolean {
    return this.#parts.cache.reader.strategies().some((one) => one.systemId === systemId && one.listed !== false);
  }

  #isOwner(systemId: string): boolean {
    const stored = this.#parts.cache.reader.datasets(systemId);
    return proofs.some((dataset) => stored[dataset].readAt !== null && !this.#isRefused(systemId, dataset));
  }

  #isRefused(systemId: string, dataset: SyncDataset): boolean {
    return this.#confirmed.has(systemId) && this.#refused.get(systemId)?.has(dataset) === true;
  }

  /** The roster has priority where both name an owner: a strategy can change its owner. */
  #ownerPerson(systemId: string): string | null {
    const cache = this.#parts.cache.reader;
    const listed = cache.roster().find((one) => one.systemId === systemId)?.ownerPersonId;
    return listed ?? cache.details(systemId)?.ownerPersonId ?? null;
  }

  #ownPersons(): Set<string> {
    const cache = this.#parts.cache.reader;
    const own = cache.strategies().filter(({ systemId }) => this.#isOwner(systemId));
    return new Set(own.map(({ systemId }) => cache.details(systemId)?.ownerPersonId).filter((id) => id != null));
  }
}

/** Commands with the tag S. */
const isShared = (dataset: SyncDataset, overview: boolean): boolean =>
  !ownersOnly.includes(dataset) && dataset !== 'strategies' && (dataset !== 'tradesOpen' || overview);
