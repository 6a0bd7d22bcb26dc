import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import type { Strategy } from '#contract/model/strategy.ts';
import { Id, Nullable } from '#contract/model/scalars.ts';
import { atOnceActionType } from '#contract/model/subscription.ts';
import { nonZeroText } from '#core/platform/absent.ts';
import { parseStrategies } from '#core/platform/parse/strategy.ts';
import { isRecord, type JsonObject } from '#core/platform/wire/json-object.ts';
import { isOfOtherPerson } from './act-target.ts';
import type { ActProof, ActType } from './act-type.ts';

/** Whether the strategy was listed before the act. Null: the list was not read just before. */
export const SubscriptionBefore = Type.Object({ isListed: Nullable(Type.Boolean()) });
export type SubscriptionBefore = Static<typeof SubscriptionBefore>;

/** `personId`: the owner of the API key. Null if not known: the request then names no person. */
export const SubscribeWanted = Type.Object({ personId: Nullable(Id) });
export type SubscribeWanted = Static<typeof SubscribeWanted>;

/** An earlier version did not send `autoTradePositionsAndOrders`, so its rows do not have it. */
export const UnsubscribeWanted = Type.Object({
  personId: Nullable(Id),
  actionType: Type.String(),
  autoTradePositionsAndOrders: Type.Optional(Nullable(Type.String())),
});
export type UnsubscribeWanted = Static<typeof UnsubscribeWanted>;

export const SubscriptionShown = Type.Object({ subscriptionGuid: Nullable(Type.String()) });

export const subscriptionGuidOf = (answer: JsonObject): string | null =>
  isRecord(answer['success']) ? nonZeroText(answer['success']['subscription_guid']) : null;

const person = ({ personId }: SubscribeWanted) => (personId === null ? {} : { personid: personId });

/** The read that shows to which strategies the key has access (acts.md 1). */
const listProof = <Wanted>(isListed: boolean): ActProof<Wanted, readonly Strategy[]> => ({
  command: 'listAllSystems',
  body: () => ({}),
  parse: (answer) => {
    const list = parseStrategies(answer['response']);
    // A list with an unreadable record proves nothing: that record may be this strategy.
    return list === null || list.bad > 0 ? null : list.items;
  },
  shows: (read, { target }) => read.some(({ systemId }) => systemId === target.id) === isListed,
  isPossible: ({ before }) => Check(SubscriptionBefore, before) && before.isListed === !isListed,
});

export const subscribeToStrategy: ActType<SubscribeWanted, readonly Strategy[]> = {
  command: 'subscribeToStrategy',
  target: 'subscription',
  appliesTo: (id) => !isOfOtherPerson(id),
  wanted: SubscribeWanted,
  lane: () => 'submit',
  body: (systemId, wanted) => ({ systemid: systemId, ...person(wanted) }),
  confirms: (answer) => (subscriptionGuidOf(answer) === null ? 'part' : 'all'),
  isContradictory: (refusal) => subscriptionGuidOf(refusal) !== null,
  result: (answer) => ({ subscriptionGuid: subscriptionGuidOf(answer) }),
  proof: listProof(true),
  readsBack: true,
  undoneBy: ['unsubscribeFromStrategy'],
  messages: {
    title: { code: 'subscription.begin-not-confirmed' },
    absent: { code: 'subscription.begin-absent' },
    late: { code: 'subscription.begin-late' },
    differs: { code: 'subscription.begin-differs' },
    afterRefusal: { code: 'subscription.begin-after-refusal' },
  },
};

const unlistedProof = listProof<UnsubscribeWanted>(false);
/** A list can prove only an immediate end. Before a later end the list contains the strategy. */
const endProof: typeof unlistedProof = {
  ...unlistedProof,
  isPossible: (row) => row.wanted.actionType === atOnceActionType && unlistedProof.isPossible?.(row) !== false,
};

/**
 * The specification shows one value of `actionType` and none of `autoTradePositionsAndOrders`.
 * Other values are sent if the platform named them in a refusal. AutoTrade of the strategy is
 * stopped by a separate act.
 */
export const unsubscribeFromStrategy: ActType<UnsubscribeWanted, readonly Strategy[]> = {
  command: 'unsubscribeFromStrategy',
  target: 'subscription',
  appliesTo: (id) => !isOfOtherPerson(id),
  wanted: UnsubscribeWanted,
  lane: () => 'submit',
  body: (systemId, wanted) => {
    const { actionType, autoTradePositionsAndOrders: positions = null } = wanted;
    return {
      systemid: systemId,
      actionType,
      ...(positions !== null && { autoTradePositionsAndOrders: positions }),
      ...person(wanted),
    };
  },
  confirms: (answer) => (subscriptionGuidOf(answer) === null ? 'part' : 'all'),
  isContradictory: (refusal) => subscriptionGuidOf(refusal) !== null,
  result: (answer) => ({ subscriptionGuid: subscriptionGuidOf(answer) }),
  proof: endProof,
  // Another value of `actionType` may end the subscription later.
  readsBack: false,
  messages: {
    title: { code: 'subscription.end-not-confirmed' },
    absent: { code: 'subscription.end-absent' },
    late: { code: 'subscription.end-late' },
    differs: { code: 'subscription.end-differs' },
    afterRefusal: { code: 'subscription.end-after-refusal' },
  },
};
