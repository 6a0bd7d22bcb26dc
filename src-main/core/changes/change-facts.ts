import type { Text } from '#contract/message.ts';
import type { Person } from '#contract/model/person.ts';
import { attributeNames, knownText, wireName } from '#core/acts/strategy-attributes.ts';
import { personFacts } from '#core/acts/people-proof.ts';
import type { CacheReader } from '#core/cache/queries/cache-reader.ts';
import { isRecent } from '#core/reading-age.ts';
import type { PeopleReader } from '#core/people/people-reader.ts';
import type { Clock } from '#core/ports.ts';
import type { DataSync } from '#core/sync/data-sync.ts';
import { serviceNow, type ServiceClock } from '#core/service-now.ts';
import type { Change } from '#rules/changes/change.ts';
import type { PlanFacts } from '#rules/changes/plan-changes.ts';
import type { StrategyTexts } from '#rules/changes/facts.ts';

export type ChangeFactsDeps = {
  readonly clock: Clock;
  readonly cache: Pick<CacheReader, 'datasets' | 'details' | 'positions' | 'strategies'>;
  readonly sync: Pick<DataSync, 'readAgain'>;
  readonly people: Pick<PeopleReader, 'freshPeople'>;
  readonly serviceClockOffsetMs: ServiceClock['serviceClockOffsetMs'];
};

export type FactsReading =
  | { readonly ok: true; readonly facts: PlanFacts; readonly readAt: number }
  | { readonly ok: false; readonly text: Text };

/** Open positions that were read earlier count as not read. */
const positionsFreshMs = 60_000;

/** Reads the data that changes are compared with. */
export class ChangeFactsReader {
  readonly #deps: ChangeFactsDeps;
  /** Cached for the last list of people, because a run needs the facts for every row. */
  #people: { readonly list: readonly Person[]; readonly facts: PlanFacts['people'] } = { list: [], facts: new Map() };

  constructor(deps: ChangeFactsDeps) {
    this.#deps = deps;
  }

  /** Uses readings of at most this age. With 0, the readings begin now. */
  async read(changes: readonly Change[], maxAgeMs: number): Promise<FactsReading> {
    const { cache, people } = this.#deps;
    const reading = await people.freshPeople(maxAgeMs);
    if (!reading.ok) return reading;
    const ids = new Set(changes.flatMap(({ op, fields }) => (op === 'strategy.change' ? (fields.systemid ?? []) : [])));
    const strategies = new Map<string, StrategyTexts>();
    for (const systemId of ids) {
      const isRead = await this.#readDetails(systemId, maxAgeMs);
      // Without a recent reading, the stored values may be out of date, so they count as not known.
      strategies.set(systemId, isRead ? this.#texts(systemId) : {});
    }
    const facts: PlanFacts = {
      now: serviceNow(this.#deps),
      people: this.#factsOf(reading.people),
      strategies,
      fee: (systemId) => cache.strategies().find((one) => one.systemId === systemId)?.monthlyFee ?? null,
      positions: (systemId) => this.#positionCount(systemId),
    };
    return { ok: true, facts, readAt: reading.readAt };
  }

  #factsOf(list: readonly Person[]): PlanFacts['people'] {
    if (list === this.#people.list) return this.#people.facts;
    const listed = list.filter((one) => one.listed);
    const facts = new Map(listed.map((person) => [person.personId, personFacts(person)]));
    this.#people = { list, facts };
    return facts;
  }

  /** False if the strategy is not in the list, or if its details are older and cannot be read. */
  async #readDetails(systemId: string, maxAgeMs: number): Promise<boolean> {
    const { cache, clock, sync } = this.#deps;
    if (!cache.strategies().some((one) => one.systemId === systemId)) return false;
    const { readAt } = cache.datasets(systemId).details;
    return isRecent(readAt, clock.now(), maxAgeMs) || (await sync.readAgain(systemId, ['details']));
  }

  /** Null without a recent reading, because positions may have been opened since. */
  #positionCount(systemId: string): number | null {
    const { cache, clock } = this.#deps;
    const { failure, readAt } = cache.datasets(systemId).tradesOpen;
    const isKnown = failure === null && isRecent(readAt, clock.now(), positionsFreshMs);
    return isKnown ? cache.positions(systemId).length : null;
  }

  #texts(systemId: string): StrategyTexts {
    const details = this.#deps.cache.details(systemId);
    return Object.fromEntries(attributeNames.map((name) => [wireName(name), knownText(details, name)]));
  }
}
