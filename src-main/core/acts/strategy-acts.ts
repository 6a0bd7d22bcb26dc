import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import { Id, Nullable, UnixSeconds } from '#contract/model/scalars.ts';
import { NewStrategy, StrategyAttributes } from '#contract/model/strategy-change.ts';
import type { Strategy, StrategyDetails } from '#contract/model/strategy.ts';
import { nonZeroText } from '#core/platform/absent.ts';
import { parseDetails, parseStrategies } from '#core/platform/parse/strategy.ts';
import { isRecord, type JsonObject } from '#core/platform/wire/json-object.ts';
import type { ActRow } from './act-row.ts';
import type { ActType } from './act-type.ts';
import { confirmationOf } from './confirmation-of.ts';
import { attributeText, isReadable, knownText, namesIn, wireAttributes } from './strategy-attributes.ts';

/** What the details showed of each attribute that is sent; null if it was not known. */
export const ChangeBefore = Type.Object({ attributes: Type.Record(Type.String(), Nullable(Type.String())) });
export type ChangeBefore = Static<typeof ChangeBefore>;

/** A text of the platform. It may be longer than a text that can be typed here. */
const AnyText = Type.Optional(Type.String());
const KnownAttributes = Type.Object(
  { ...StrategyAttributes.properties, name: AnyText, shortDescription: AnyText, longDescription: AnyText },
  { additionalProperties: false },
);

export const ChangeStrategyWanted = Type.Object({
  attributes: StrategyAttributes,
  /** Attributes that are sent unchanged, for a platform that requires every attribute. */
  repeated: KnownAttributes,
});
export type ChangeStrategyWanted = Static<typeof ChangeStrategyWanted>;

/** The list of strategies just before the act. The ids are null if it was not read then. */
export const StrategiesBeforeCreation = Type.Object({
  systemIds: Nullable(Type.Array(Id)),
  /** When the newest of them was created, by the clock of the platform. */
  newestCreatedAt: Nullable(UnixSeconds),
});
export type StrategiesBeforeCreation = Static<typeof StrategiesBeforeCreation>;

export const CreateWanted = Type.Object({
  strategy: NewStrategy,
  /** The strategy to copy, and the attributes to set after the creation. */
  clone: Nullable(Type.Object({ sourceId: Id, attributes: StrategyAttributes })),
});
export type CreateWanted = Static<typeof CreateWanted>;

/** What is shown of a creation. */
export const CreatedShown = Type.Object({ systemId: Id });
export type CreatedShown = Static<typeof CreatedShown>;

/** Times of creation are compared with this tolerance, because some are dates without a time. */
const secondsPerDay = 86_400;

const readableNamesIn = ({ attributes }: ChangeStrategyWanted) => namesIn(attributes).filter(isReadable);

export const changeSystemAttribute: ActType<ChangeStrategyWanted, StrategyDetails> = {
  command: 'changeSystemAttribute',
  target: 'system',
  wanted: ChangeStrategyWanted,
  lane: () => 'submit',
  body: (systemId, wanted) => ({ systemid: systemId, ...sentFields(wanted) }),
  confirms: (answer, wanted) => confirmationOf(answer, Object.keys(sentFields(wanted)), 'all'),
  proof: {
    command: 'getSystemDetails',
    body: (systemId) => ({ systemid: systemId }),
    // Details without a strategy id count as those of the requested strategy.
    parse: (answer) => {
      const details = answer['response'];
      return isRecord(details) ? parseDetails(details, nonZeroText(details['system_id']) ?? '') : null;
    },
    shows: (read, { target, wanted }) =>
      (read.systemId === '' || read.systemId === target.id) &&
      readableNamesIn(wanted).every((name) => knownText(read, name) === attributeText(wanted.attributes[name] ?? '')),
    // If a reading before the act showed the wanted values, a later one proves nothing.
    isPossible: ({ before, wanted }) =>
      Check(ChangeBefore, before) &&
      readableNamesIn(wanted).some((name) => before.attributes[name] !== attributeText(wanted.attributes[name] ?? '')),
    seen: (read, { wanted }) => ({
      attributes: Object.fromEntries(readableNamesIn(wanted).map((name) => [name, knownText(read, name)])),
    }),
  },
  readsBack: true,
  messages: {
    title: { code: 'strategy.change-not-confirmed' },
    absent: { code: 'strategy.change-absent' },
    late: { code: 'strategy.change-late' },
    differs: { code: 'strategy.change-differs' },
    afterRefusal: { code: 'strategy.change-after-refusal' },
  },
};

const sentFields = ({ attributes, repeated }: ChangeStrategyWanted) => wireAttributes({ ...repeated, ...attributes });

const newId = (answer: JsonObject): string | null =>
  isRecord(answer['success']) ? nonZeroText(answer['success']['NewSystemID']) : null;

/**
 * Finds the strategy that this creation made: it was not listed before, has the wanted name, and is
 * not older than the strategies that were listed before.
 */
function createdIn(read: readonly Strategy[], { before, wanted }: ActRow<CreateWanted>): Strategy | undefined {
  if (!Check(StrategiesBeforeCreation, before) || before.systemIds === null) return undefined;
  const { newestCreatedAt, systemIds } = before;
  return read.find(
    ({ systemId, name, createdAt }) =>
      !systemIds.includes(systemId) &&
      name.trim() === wanted.strategy.name.trim() &&
      (createdAt === null || newestCreatedAt === null || createdAt >= newestCreatedAt - secondsPerDay),
  );
}

export const createNewSystem: ActType<CreateWanted, readonly Strategy[]> = {
  command: 'createNewSystem',
  target: 'person',
  wanted: CreateWanted,
  lane: () => 'submit',
  body: (ownerPersonId, { strategy }) => ({
    name: strategy.name.trim(),
    longDescription: strategy.longDescription.trim(),
    startingcapital: strategy.startingCapital,
    ownerpersonid: ownerPersonId,
    ...(strategy.visible === null ? {} : { site_visibility_status: Number(strategy.visible) }),
    ...(strategy.creditSeconds === null ? {} : { creditSystemTimeInSeconds: strategy.creditSeconds }),
  }),
  // Only an id in the answer shows which strategy was created.
  confirms: (answer) => (newId(answer) === null ? 'none' : 'all'),
  isContradictory: (refusal) => newId(refusal) !== null,
  result: (answer) => {
    const systemId = newId(answer);
    return systemId === null ? undefined : ({ systemId } satisfies CreatedShown);
  },
  proof: {
    command: 'listAllSystems',
    body: () => ({}),
    parse: (answer) => {
      const list = parseStrategies(answer['response']);
      // A list with an unreadable record proves nothing: that record may be the new strategy.
      return list === null || list.bad > 0 ? null : list.items;
    },
    shows: (read, row) => {
      const { shown } = row;
      if (Check(CreatedShown, shown)) return read.some(({ systemId }) => systemId === shown.systemId);
      return createdIn(read, row) !== undefined;
    },
    isPossible: ({ before }) => Check(StrategiesBeforeCreation, before) && before.systemIds !== null,
    seen: (read, row) => {
      const found = createdIn(read, row);
      return found === undefined ? undefined : ({ systemId: found.systemId } satisfies CreatedShown);
    },
  },
  readsBack: true,
  // The deletion of the owner may delete the strategy.
  undoneBy: ['deleteUser'],
  messages: {
    title: { code: 'strategy.create-not-confirmed' },
    absent: { code: 'strategy.create-absent' },
    late: { code: 'strategy.create-late' },
    differs: { code: 'strategy.create-differs' },
    afterRefusal: { code: 'strategy.create-after-refusal' },
  },
};
