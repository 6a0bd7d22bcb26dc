import type { AttributeField } from '#contract/model/attribute-field.ts';
import type {
  AttributeName,
  AttributeRow,
  NewStrategy,
  StrategyAttributes,
  StrategyPlan,
  StrategyRequest,
} from '#contract/model/strategy-change.ts';
import type { StrategyDetails } from '#contract/model/strategy.ts';
import {
  attributeNames,
  attributesFrom,
  attributeText,
  isReadable,
  knownText,
  namesIn,
  optionalAttribute,
} from '#core/acts/strategy-attributes.ts';
import { digestOf } from '#core/files/sealed.ts';
import { attributesOfNew, changeChecks, createChecks } from './strategy-checks.ts';
import type { StrategyFacts } from './strategy-facts.ts';

type Change = Extract<StrategyRequest, { kind: 'change' }>;
type Act = StrategyPlan['acts'][number];

/** What the request changes. Sends nothing. */
export function planStrategy(planId: string, request: StrategyRequest, facts: StrategyFacts): StrategyPlan {
  const { details, currentName, now, readAt } = facts;
  const changes = request.kind === 'change' ? changedAttributes(request, details) : null;
  const acts = changes === null ? newActs(request) : [changeAct(changes, details)];
  const sendsAll = request.kind === 'change' && request.complete;
  const repeated = sendsAll && changes !== null ? repeatedAttributes(changes, details) : {};
  const checks =
    request.kind === 'change'
      ? changeChecks(request, facts, acts[0]?.rows ?? [], missingAttributes(request, repeated))
      : createChecks(request, facts);
  const known = details?.name ?? currentName;
  return {
    planId,
    digest: digestOf(JSON.stringify([request, acts, repeated, checks])),
    request,
    at: Math.floor(now / 1000),
    name: request.kind === 'create' ? request.strategy.name.trim() : (known ?? ''),
    acts,
    repeated: namesIn(repeated),
    checks,
    requests: acts.length,
    readAt,
  };
}

/** The attributes of the request that differ from the details or that no read shows. */
export function changedAttributes(request: Pick<Change, 'attributes'>, details: StrategyDetails | null) {
  const { attributes } = request;
  const differs = (name: AttributeName): boolean =>
    attributes[name] !== undefined && knownText(details, name) !== attributeText(attributes[name]);
  return pick(attributes, differs);
}

/** The known values of all attributes that do not change, even if the request contains them. */
export const repeatedAttributes = (changed: StrategyAttributes, details: StrategyDetails | null): StrategyAttributes =>
  attributesFrom(
    Object.fromEntries(
      attributeNames.filter((name) => changed[name] === undefined).map((name) => [name, knownText(details, name)]),
    ),
  );

/** Attributes that the platform may require and that are neither changed nor known. */
const missingAttributes = ({ attributes }: Change, repeated: StrategyAttributes): AttributeField[] =>
  attributeNames.filter(
    (name) => name !== optionalAttribute && attributes[name] === undefined && repeated[name] === undefined,
  );

function pick(from: StrategyAttributes, isPicked: (name: AttributeName) => boolean): StrategyAttributes {
  return Object.fromEntries(
    namesIn(from)
      .filter(isPicked)
      .map((name) => [name, from[name]]),
  );
}

const rowsOf = (attributes: StrategyAttributes, before: (name: AttributeName) => string | null) =>
  namesIn(attributes).map((field): AttributeRow => ({
    field,
    before: before(field),
    after: attributeText(attributes[field] ?? ''),
  }));

export const changeAct = (attributes: StrategyAttributes, details: StrategyDetails | null): Act => ({
  command: 'changeSystemAttribute',
  rows: rowsOf(attributes, (name) => (isReadable(name) ? knownText(details, name) : null)),
});

function newActs(request: StrategyRequest): Act[] {
  if (request.kind === 'change') return [];
  const create: Act = { command: 'createNewSystem', rows: newRows(request.strategy) };
  if (request.kind === 'create' || namesIn(request.attributes).length === 0) return [create];
  return [create, changeAct(request.attributes, null)];
}

/** The attributes that a creation sets. */
export function newRows(strategy: NewStrategy): AttributeRow[] {
  const { ownerPersonId, visible } = strategy;
  return [
    ...rowsOf({ ...attributesOfNew(strategy), ownerPersonId }, () => null),
    ...(visible === null ? [] : [{ field: 'visible', before: null, after: attributeText(visible) } as const]),
  ];
}

/** What the details showed before an act, for its row in the journal. */
export const textsBefore = (attributes: StrategyAttributes, details: StrategyDetails | null) =>
  Object.fromEntries(namesIn(attributes).map((name) => [name, knownText(details, name)]));
