import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import { AutoTradeSettings, type PositionLeft } from '#contract/model/autotrade.ts';
import type { BrokerChoice } from '#contract/model/broker.ts';
import { Nullable } from '#contract/model/scalars.ts';
import { onlyReduces, startFields, wireSettings } from './autotrade-settings.ts';
import { nonZeroText, textOrNull } from '#core/platform/absent.ts';
import { secretMark } from '#core/platform/cut-secrets.ts';
import { parseBrokers } from '#core/platform/parse/brokers.ts';
import { isRecord, type JsonObject } from '#core/platform/wire/json-object.ts';
import type { ActProof, ActType } from './act-type.ts';
import { linkTargetOf } from '#contract/model/link-id.ts';

/**
 * What was known of the link before the act. `isListed`: whether a broker list that was read
 * shortly before contained the broker choice.
 */
export const LinkBefore = Type.Object({
  accountGuid: Nullable(Type.String()),
  isListed: Type.Boolean(),
  /** The settings that were last confirmed from here; null if they are not known. */
  settings: Nullable(AutoTradeSettings),
  /** Settings that were sent from here without a clear answer. They may be in effect. */
  pending: Type.Array(AutoTradeSettings),
});
export type LinkBefore = Static<typeof LinkBefore>;

/** The account number, the user id and the password are in no row (acts.md A8). */
export const StartWanted = Type.Object({
  settings: AutoTradeSettings,
  /** The last four characters of the account number; null if none was typed. */
  accountEnd: Nullable(Type.String()),
});
export type StartWanted = Static<typeof StartWanted>;

export const ChangeWanted = Type.Object({
  settings: AutoTradeSettings,
  /** The fields that are sent, by the names of the platform. */
  fields: Type.Array(Type.String()),
  /** The account that the link had before the act. The answer has to name it. Null if not known. */
  accountGuid: Nullable(Type.String()),
});
export type ChangeWanted = Static<typeof ChangeWanted>;

/** `leave`: positions and orders remain in the account. */
export const StopWanted = Type.Object({ leave: Type.Boolean() });
export type StopWanted = Static<typeof StopWanted>;

/** What is shown of a link after its act. */
export const AccountShown = Type.Object({ accountGuid: Nullable(Type.String()) });
export type AccountShown = Static<typeof AccountShown>;
/** `left`: the positions that the stop left in the account. */
export const StopShown = Type.Object({
  left: Type.Array(Type.Object({ symbol: Type.String(), instrument: Type.String(), quantity: Type.String() })),
});

export const startAutoTrade: ActType<StartWanted, readonly BrokerChoice[]> = {
  command: 'startAutoTrade',
  target: 'link',
  wanted: StartWanted,
  lane: () => 'submit',
  body: (id, { settings }) => ({ ...bodyOf(id), ...startFields(settings) }),
  confirms: (answer) => (guidOf(answer) === null ? 'part' : 'all'),
  isContradictory: (refusal) => guidOf(refusal) !== null,
  result: (answer): AccountShown => ({ accountGuid: wholeGuidOf(answer) }),
  // A list that shows an account for the broker choice proves the start, if the list before the act
  // showed no account. Otherwise a reading proves nothing.
  proof: linkProof(
    (guid, answeredGuid) => guid !== null && (answeredGuid === null || guid === answeredGuid),
    ({ isListed, accountGuid }) => isListed && accountGuid === null,
  ),
  readsBack: true,
  undoneBy: ['stopAutoTrade'],
  messages: {
    title: { code: 'autotrade.start-not-confirmed' },
    absent: { code: 'autotrade.start-absent' },
    late: { code: 'autotrade.start-late' },
    differs: { code: 'autotrade.start-differs' },
    afterRefusal: { code: 'autotrade.start-after-refusal' },
  },
};

export const changeAutoTrade: ActType<ChangeWanted, never> = {
  command: 'changeAutoTrade',
  target: 'link',
  wanted: ChangeWanted,
  lane: () => 'submit',
  body: (id, { settings, fields }) => {
    const wire = wireSettings(settings);
    return { ...bodyOf(id), ...Object.fromEntries(fields.map((name) => [name, wire.get(name) ?? null])) };
  },
  reducesRisk: ({ before, wanted }) => {
    if (!Check(LinkBefore, before) || before.settings === null) return false;
    return [before.settings, ...before.pending].every((one) => onlyReduces(one, wanted.settings));
  },
  confirms: (answer, { accountGuid }) => {
    const answeredGuid = guidOf(answer);
    if (answeredGuid === null) return 'part';
    return accountGuid === null || answeredGuid === accountGuid ? 'all' : 'none';
  },
  result: (answer): AccountShown => ({ accountGuid: guidOf(answer) }),
  // No read of the platform returns the settings.
  proof: null,
  readsBack: false,
  messages: {
    title: { code: 'autotrade.change-not-confirmed' },
    absent: { code: 'autotrade.change-not-confirmed' },
    late: { code: 'autotrade.change-not-confirmed' },
    differs: { code: 'autotrade.change-differs' },
  },
};

export const stopAutoTrade: ActType<StopWanted, readonly BrokerChoice[]> = {
  command: 'stopAutoTrade',
  target: 'link',
  wanted: StopWanted,
  lane: () => 'cancel',
  body: (id, { leave }) => ({ ...bodyOf(id), leavePositionsAndOrdersUntouched: leave ? 1 : 0 }),
  confirms: (answer, { leave }) => (leave && positionsLeftOf(answer) === null ? 'part' : 'all'),
  result: (answer) => ({ left: positionsLeftOf(answer) ?? [] }),
  // A list without an account for the broker choice proves the stop, if the list before had one.
  proof: linkProof(
    (guid) => guid === null,
    ({ accountGuid }) => accountGuid !== null,
  ),
  // While positions are being closed, the list may still show the account.
  readsBack: false,
  takesEffectLater: ({ leave }) => !leave,
  messages: {
    title: { code: 'autotrade.stop-not-confirmed' },
    absent: { code: 'autotrade.stop-absent' },
    late: { code: 'autotrade.stop-late' },
    differs: { code: 'autotrade.stop-differs' },
    afterRefusal: { code: 'autotrade.stop-after-refusal' },
  },
};

function strategyOf(id: string): { readonly systemid: string; readonly personid?: string } {
  const { systemId, personId } = linkTargetOf(id);
  return { systemid: systemId, ...(personId === null ? {} : { personid: personId }) };
}

const bodyOf = (id: string) => ({ ...strategyOf(id), brokercode: linkTargetOf(id).brokerCode });

const successOf = (answer: JsonObject): JsonObject => (isRecord(answer['success']) ? answer['success'] : {});

const guidOf = (answer: JsonObject): string | null => nonZeroText(successOf(answer)['broker_account_guid']);

/**
 * Null too if a typed secret, such as the account number, was cut out of the id: it would differ
 * from the id in every list.
 */
function wholeGuidOf(answer: JsonObject): string | null {
  const guid = guidOf(answer);
  return guid?.includes(secretMark) === true ? null : guid;
}

/**
 * The positions of `visiblePositionsLeftUntouched`; null without that list. A member that cannot be
 * read is empty.
 */
function positionsLeftOf(answer: JsonObject): PositionLeft[] | null {
  const { status } = successOf(answer);
  const left = isRecord(status) ? status['visiblePositionsLeftUntouched'] : null;
  if (!Array.isArray(left)) return null;
  return left.filter(isRecord).map((record) => ({
    symbol: textOrNull(record['symbol']) ?? '',
    instrument: textOrNull(record['typeofsymbol']) ?? '',
    quantity: textOrNull(record['quant']) ?? '',
  }));
}

/**
 * The read that shows the account of a choice (acts.md 1). `isPossible`: whether a later list can
 * prove anything, judged by the list before the act.
 */
function linkProof<Wanted>(
  isShown: (guid: string | null, answeredGuid: string | null) => boolean,
  isPossible: (before: LinkBefore) => boolean,
): ActProof<Wanted, readonly BrokerChoice[]> {
  const choiceOf = (read: readonly BrokerChoice[], id: string) =>
    read.find(({ code }) => code === linkTargetOf(id).brokerCode);
  return {
    command: 'getListAvailableBrokers',
    body: strategyOf,
    parse: (answer, id) => {
      const { systemId, personId } = linkTargetOf(id);
      const list = parseBrokers(answer['success'], { systemId, personId });
      // A list with an unreadable record proves nothing: that record may be of this choice.
      return list === null || list.choices.bad > 0 ? null : list.choices.items;
    },
    shows: (read, { target, shown }) => {
      const choice = choiceOf(read, target.id);
      return choice !== undefined && isShown(choice.accountGuid, Check(AccountShown, shown) ? shown.accountGuid : null);
    },
    isPossible: ({ before }) => Check(LinkBefore, before) && isPossible(before),
    seen: (read, { target }): AccountShown => ({ accountGuid: choiceOf(read, target.id)?.accountGuid ?? null }),
  };
}
