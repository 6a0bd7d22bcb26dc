import { Check } from 'typebox/value';
import type { AutoTradeLink, AutoTradeSettings, Copy, PositionLeft } from '#contract/model/autotrade.ts';
import type { AutoTradeLinkState } from '#contract/model/autotrade-link-state.ts';
import type { Text } from '#contract/message.ts';
import type { BrokerChoice, BrokerList } from '#contract/model/broker.ts';
import type { ActDesk } from '#core/acts/act-desk.ts';
import type { ActRow } from '#core/acts/act-row.ts';
import { linkId, linkTargetOf } from '#contract/model/link-id.ts';
import { isActOf } from '#core/acts/act-type.ts';
import {
  AccountShown,
  changeAutoTrade,
  LinkBefore,
  startAutoTrade,
  StopShown,
  stopAutoTrade,
} from '#core/acts/autotrade-acts.ts';
import { removedLimits, wireSettings } from '#core/acts/autotrade-settings.ts';
import { lateMs } from '#core/sending/read-back-times.ts';
import type { CacheReader } from '#core/cache/queries/cache-reader.ts';

type Cache = Pick<CacheReader, 'brokers' | 'brokerPersons' | 'datasets' | 'strategies' | 'variantState'>;
/** The person whose accounts are usually meant; null for the owner of the API key. */
export type PersonOf = (systemId: string) => string | null;
type Acts = Pick<ActDesk, 'rowsOf' | 'isProvable'>;

type StoredBrokers = {
  /** The person of the list in the cache. */
  readonly person: string;
  /** Null if it was never read. */
  readonly list: BrokerList | null;
  /** Unix seconds. */
  readonly readAt: number | null;
  readonly failure: Text | null;
};

/**
 * The copies of strategies at brokers. The platform has no list of them, so they are derived from
 * the journal of what was set here and from the broker lists.
 */
export class AutoTradeLinks {
  readonly #acts: Acts;
  readonly #cache: Cache;
  readonly #usualPersonOf: PersonOf;

  constructor(acts: Acts, cache: Cache, usualPersonOf: PersonOf) {
    this.#acts = acts;
    this.#cache = cache;
    this.#usualPersonOf = usualPersonOf;
  }

  /** The target id of a copy. */
  id({ systemId, personId, brokerCode }: Copy): string {
    return linkId({ systemId, personId: personId ?? this.#usualPersonOf(systemId), brokerCode });
  }

  /** The brokers for the account of a person, as last read. `person` is empty for the usual one. */
  brokers(systemId: string, personId: string | null): StoredBrokers {
    const usualPerson = this.#usualPersonOf(systemId);
    const isUsual = personId === null || personId === usualPerson;
    const person = isUsual ? '' : personId;
    const { readAt, failure } = isUsual
      ? this.#cache.datasets(systemId).brokers
      : this.#cache.variantState(systemId, 'brokers', person);
    const list = this.#cache.brokers(systemId, person);
    // After a change of owner, the stored list of the usual person is that of the former owner.
    const isOfOther = isUsual && usualPerson !== null && list?.personId != null && list.personId !== usualPerson;
    return isOfOther ? { person, list: null, readAt: null, failure } : { person, list, readAt, failure };
  }

  all(): AutoTradeLink[] {
    const rows = Map.groupBy(this.#acts.rowsOf('link'), ({ target }) => target.id);
    const listed = this.#cache
      .strategies()
      .flatMap(({ systemId }) =>
        [null, ...this.#cache.brokerPersons(systemId)].flatMap((personId) =>
          (this.brokers(systemId, personId).list?.choices ?? [])
            .filter(({ accountGuid }) => accountGuid !== null)
            .map(({ code }) => this.id({ systemId, personId, brokerCode: code })),
        ),
      );
    return [...new Set([...rows.keys(), ...listed])].flatMap((id) => this.#link(id, rows.get(id) ?? []) ?? []);
  }

  /** Null if nothing was set from here and no list shows an account. */
  find(copy: Copy): AutoTradeLink | null {
    const id = this.id(copy);
    return this.#link(
      id,
      this.#acts.rowsOf('link').filter(({ target }) => target.id === id),
    );
  }

  /**
   * The account that a broker list showed: the cached list, or the list read back after the start.
   */
  seenAccount(copy: Copy): string | null {
    const { list, readAt } = this.brokers(copy.systemId, copy.personId);
    const choice = list?.choices.find(({ code }) => code === copy.brokerCode);
    if (choice?.accountGuid != null) return choice.accountGuid;
    const { seenAt, seenGuid } = this.#summary(copy);
    // The newer reading counts: a later list without an account shows that the copy ended.
    const isGone = choice !== undefined && readAt !== null && seenAt !== null && readAt * 1000 > seenAt;
    return isGone ? null : seenGuid;
  }

  /** The settings that were last confirmed; null if they are not all known. */
  settings(copy: Copy): AutoTradeSettings | null {
    return this.#summary(copy).hasUnknownLimit ? null : (this.find(copy)?.settings ?? null);
  }

  /**
   * The settings of every act that was sent without a clear answer and may be in effect, the oldest
   * first.
   */
  pending(copy: Copy): readonly AutoTradeSettings[] {
    return this.#summary(copy).pending.map(({ settings }) => settings);
  }

  /**
   * Unix seconds of the confirmed start that did not join trades in progress; null if it joined
   * them, or if the present copy was not started from here.
   */
  copiedSince(copy: Copy): number | null {
    const id = this.id(copy);
    const start = this.#acts
      .rowsOf('link')
      .findLast((row) => row.target.id === id && wasConfirmed(row) && !isActOf(changeAutoTrade, row));
    if (start === undefined || !isActOf(startAutoTrade, start) || start.wanted.settings.joinTradesInProgress)
      return null;
    if (this.find(copy)?.state === 'set-elsewhere') return null;
    return start.sentAt === null ? null : Math.floor(start.sentAt / 1000);
  }

  #summary(copy: Copy): ActSummary {
    const id = this.id(copy);
    return summaryOf(this.#acts.rowsOf('link').filter(({ target }) => target.id === id));
  }

  #link(id: string, rows: readonly ActRow[]): AutoTradeLink | null {
    const { systemId, personId, brokerCode } = linkTargetOf(id);
    const { list, readAt } = this.brokers(systemId, personId);
    const choice = list?.choices.find(({ code }) => code === brokerCode);
    const summary = summaryOf(rows);
    const state = stateOf(summary, choice, readAt);
    if (state === null) return null;
    const last = rows.findLast(mayHaveTakenEffect);
    const isKnown = state !== 'set-elsewhere' && summary.pending.length === 0;
    return {
      systemId,
      personId,
      brokerCode,
      brokerName: choice?.name ?? '',
      state,
      accountGuid: choice?.accountGuid ?? summary.accountGuid,
      accountEnd: summary.accountEnd,
      settings: state === 'set-elsewhere' ? null : summary.settings,
      pending: summary.pending.at(-1)?.settings ?? null,
      isSettingsKnown: isKnown && summary.settings !== null && !summary.hasUnknownLimit,
      changedAt: last === undefined ? null : Math.floor((last.sentAt ?? last.createdAt) / 1000),
      seenAt: choice?.accountGuid == null ? null : readAt,
      brokersReadAt: readAt,
      positionsLeft: summary.positionsLeft,
      openIntentId: summary.open?.intentId ?? null,
      isOutcomeUnprovable: summary.open !== null && !this.#acts.isProvable(summary.open),
    };
  }
}

/** `sentAt`: milliseconds. */
type PendingSettings = { readonly settings: AutoTradeSettings; readonly sentAt: number };

/** What the acts of one copy show. */
type ActSummary = {
  /** The newest act of unknown outcome; null if an act was confirmed after it. */
  readonly open: ActRow | null;
  /** The newest confirmed act. */
  readonly confirmed: ActRow | null;
  /**
   * True after a start that the user gave up, or that no reading showed in time, even if its answer
   * confirmed it. False again when a later act is confirmed.
   */
  readonly isStartUnproven: boolean;
  /** The settings that were last confirmed. */
  readonly settings: AutoTradeSettings | null;
  /** Whether those settings leave empty a limit that was not sent and may be in effect. */
  readonly hasUnknownLimit: boolean;
  /**
   * Settings of acts without a clear answer, the oldest first. They may be in effect or take effect
   * later.
   */
  readonly pending: readonly PendingSettings[];
  readonly accountGuid: string | null;
  /** The account that a reading of the broker list last showed. */
  readonly seenGuid: string | null;
  /** The time of that reading in milliseconds; null if it is not known. */
  readonly seenAt: number | null;
  readonly accountEnd: string | null;
  readonly positionsLeft: PositionLeft[];
};

function summaryOf(rows: readonly ActRow[]): ActSummary {
  let summary: ActSummary = {
    open: null,
    confirmed: null,
    isStartUnproven: false,
    settings: null,
    hasUnknownLimit: false,
    pending: [],
    accountGuid: null,
    seenGuid: null,
    seenAt: null,
    accountEnd: null,
    positionsLeft: [],
  };
  for (const row of rows) summary = withAct(summary, row);
  return summary;
}

/** Also if a later reading showed something else. */
const wasConfirmed = ({ state }: ActRow): boolean => state === 'DONE' || state === 'DIFFERS';
const isUncertain = ({ state }: ActRow): boolean => state === 'UNKNOWN' || state === 'SENDING' || state === 'GIVEN_UP';
const mayHaveTakenEffect = (row: ActRow): boolean => wasConfirmed(row) || isUncertain(row);

function withAct(summary: ActSummary, row: ActRow): ActSummary {
  if (row.state === 'ABSENT')
    return { ...summary, isStartUnproven: isActOf(startAutoTrade, row) || summary.isStartUnproven };
  if (!mayHaveTakenEffect(row)) return summary;
  const open = row.state === 'UNKNOWN' ? row : wasConfirmed(row) ? null : summary.open;
  const confirmed = wasConfirmed(row) ? row : summary.confirmed;
  // The copy may run after a start that the user gave up, and after a confirmed start that no list
  // showed.
  const isNotShown = row.state === 'DIFFERS' && row.steps.at(-1)?.evidence === 'not-shown';
  const isLostStart = isActOf(startAutoTrade, row) && (row.state === 'GIVEN_UP' || isNotShown);
  const isStartUnproven = isLostStart || (summary.isStartUnproven && !wasConfirmed(row));
  const next = { ...summary, open, confirmed, isStartUnproven };
  if (isActOf(stopAutoTrade, row)) {
    if (!wasConfirmed(row)) return next;
    return {
      ...next,
      pending: [],
      accountGuid: null,
      seenGuid: null,
      seenAt: null,
      positionsLeft: Check(StopShown, row.shown) ? row.shown.left : [],
    };
  }
  const isStart = isActOf(startAutoTrade, row);
  if (!isStart && !isActOf(changeAutoTrade, row)) return next;
  const { settings } = row.wanted;
  const accountEnd = isStart ? row.wanted.accountEnd : summary.accountEnd;
  const sentAt = row.sentAt ?? row.createdAt;
  if (!wasConfirmed(row)) return { ...next, accountEnd, pending: [...summary.pending, { settings, sentAt }] };
  // A start begins a new copy.
  const pending = isStart ? [] : summary.pending.filter((one) => !isReplaced(one, settings, sentAt));
  const accountGuid = Check(AccountShown, row.shown) ? row.shown.accountGuid : summary.accountGuid;
  const isSeen = row.readBackAt !== null || row.steps.at(-1)?.evidence === 'read-back';
  const seenGuid = isSeen ? accountGuid : summary.seenGuid;
  const seenAt = isSeen ? (row.readBackAt ?? row.steps.at(-1)?.at ?? null) : summary.seenAt;
  const hasUnknownLimit = !isStart && leavesLimitUnknown(summary, row.before, settings);
  return { ...next, accountEnd, accountGuid, seenGuid, seenAt, settings, hasUnknownLimit, pending, positionsLeft: [] };
}

/**
 * Whether a change with these settings, sent at this time, replaced those of an earlier act without
 * a clear answer. If it was sent soon after that act, it may have taken effect first. It does not
 * replace a limit that it leaves empty, because a request cannot remove a limit.
 */
const isReplaced = (earlier: PendingSettings, settings: AutoTradeSettings, sentAt: number): boolean =>
  earlier.sentAt + lateMs <= sentAt && removedLimits(earlier.settings, settings).length === 0;

/**
 * Whether a limit may be in effect that the confirmed change left empty. An empty limit was not
 * sent, so it means no limit only if the settings before the change were known: by the earlier
 * acts, and when the change was sent. An earlier version may have stored settings as known that
 * were not.
 */
function leavesLimitUnknown(earlier: ActSummary, before: unknown, settings: AutoTradeSettings): boolean {
  const wasKnown = earlier.settings !== null && !earlier.hasUnknownLimit;
  if (wasKnown && Check(LinkBefore, before) && before.settings !== null) return false;
  return [...wireSettings(settings).values()].includes(null);
}

const openStates: Readonly<Record<string, AutoTradeLinkState>> = {
  startAutoTrade: 'start-unknown',
  changeAutoTrade: 'change-unknown',
  stopAutoTrade: 'stop-unknown',
};

function stateOf(
  summary: ActSummary,
  choice: BrokerChoice | undefined,
  readAt: number | null,
): AutoTradeLinkState | null {
  const { open, confirmed, accountGuid } = summary;
  const openState = open === null ? undefined : openStates[open.command];
  if (openState !== undefined) return openState;
  const listedGuid = choice?.accountGuid ?? null;
  const isOtherAccount = listedGuid !== null && accountGuid !== null && listedGuid !== accountGuid;
  if (confirmed === null) {
    if (listedGuid !== null) return 'set-elsewhere';
    return summary.isStartUnproven ? 'start-absent' : null;
  }
  if (isOtherAccount) return 'set-elsewhere';
  // A list that was read soon after the act may not show the effect yet.
  const isReadLateEnough = readAt !== null && readAt * 1000 > confirmed.changedAt + lateMs;
  if (isActOf(stopAutoTrade, confirmed)) {
    // The copy runs again, or still runs. A stopped state would hide that and refuse another stop.
    if (listedGuid !== null && isReadLateEnough) return 'set-elsewhere';
    if (summary.isStartUnproven) return 'start-absent';
    return confirmed.wanted.leave ? 'stopped-left' : 'stopped-closed';
  }
  if (choice === undefined || listedGuid !== null || !isReadLateEnough) return 'linked';
  return summary.isStartUnproven ? 'start-absent' : 'ended-elsewhere';
}
