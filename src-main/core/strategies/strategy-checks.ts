import type { AttributeField } from '#contract/model/attribute-field.ts';
import {
  attributeBounds,
  type AttributeName,
  type AttributeRow,
  type BoundedAttribute,
  type NewStrategy,
  type StrategyAttributes,
  type StrategyRequest,
} from '#contract/model/strategy-change.ts';
import type { Check } from '#contract/model/ticket.ts';
import { check } from '#core/plans/check.ts';
import type { StrategyFacts } from './strategy-facts.ts';

/**
 * The text that the user types to create a strategy although an earlier creation of the same name
 * may have taken effect.
 */
export const secondStrategy = 'second strategy';

/** Values beyond the limits of the specification, each at its field. */
export function boundChecks(values: StrategyAttributes): Check[] {
  const names = Object.keys(attributeBounds).filter((name): name is BoundedAttribute => name in attributeBounds);
  return names.flatMap((field) => {
    const value = values[field];
    if (value === undefined) return [];
    const { min, max } = attributeBounds[field];
    const size = typeof value === 'string' ? Array.from(value.trim()).length : value;
    if (size >= min && size <= max) return [];
    const unit = typeof value === 'string' ? 'characters' : 'number';
    return [check('block', `bounds-${field}`, { code: 'strategy.bounds', field, unit, min, max }, field)];
  });
}

/**
 * The values that `createNewSystem` sets, without owner and visibility, under the names that a
 * change has for them.
 */
export const attributesOfNew = ({ name, longDescription, startingCapital, creditSeconds }: NewStrategy) => ({
  name,
  longDescription,
  startingCapital,
  ...(creditSeconds === null ? {} : { creditSeconds }),
});

export function createChecks(request: Exclude<StrategyRequest, { kind: 'change' }>, facts: StrategyFacts): Check[] {
  const { strategy } = request;
  const attributes = request.kind === 'clone' ? request.attributes : {};
  const name = strategy.name.trim();
  const checks = [
    ...boundChecks({ ...attributes, ...attributesOfNew(strategy) }),
    // Others can see the new strategy, and it cannot be deleted.
    check('warn', 'record', { code: 'strategy.record' }),
  ];
  if (facts.unprovenNames.includes(name)) {
    checks.push({ ...check('warn', 'second-strategy', { code: 'strategy.second' }), textToType: secondStrategy });
  } else if (facts.names.includes(name)) {
    checks.push(check('warn', 'same-name', { code: 'strategy.same-name', name }, 'name'));
  }
  if (strategy.creditSeconds !== null) checks.push(creditsCheck('creditSeconds'));
  if (strategy.visible !== null)
    checks.push(check('note', 'visibility', { code: 'strategy.visibility-unread' }, 'visible'));
  return checks;
}

const creditsCheck = (field: AttributeName): Check =>
  check('warn', `credits-${field}`, { code: 'strategy.credits-count' }, field);

/** What blocks a change, what needs a confirmation of its own, and notes. */
export function changeChecks(
  request: Extract<StrategyRequest, { kind: 'change' }>,
  facts: StrategyFacts,
  rows: readonly AttributeRow[],
  missing: readonly AttributeField[],
): Check[] {
  const { subscribers } = facts;
  const row = (field: AttributeField): AttributeRow | undefined => rows.find((one) => one.field === field);
  const checks = boundChecks(request.attributes);
  if (facts.access === 'subscriber') checks.push(check('block', 'not-own', { code: 'strategy.not-own' }));
  if (facts.details === null) checks.push(check('warn', 'not-read', { code: 'strategy.not-read' }));
  const capital = row('startingCapital');
  if (capital !== undefined) {
    const { before, after } = capital;
    checks.push(check('warn', 'capital', { code: 'strategy.capital-moves-curve', before, after }, 'startingCapital'));
  }
  if (row('ownerPersonId') !== undefined) checks.push(ownerCheck(facts));
  if (row('alive')?.after === '0') checks.push(...endChecks(facts));
  if (row('test')?.after === '1' && subscribers > 0)
    checks.push(check('warn', 'test', { code: 'strategy.test-with-subscribers', subscribers }, 'test'));
  if (row('monthlyFee') !== undefined)
    checks.push(check('warn', 'fee', { code: 'strategy.fee-changes', subscribers }, 'monthlyFee'));
  for (const field of ['creditSeconds', 'signalCredits'] as const)
    if (row(field) !== undefined) checks.push(creditsCheck(field));
  if (request.complete) checks.push(check('note', 'repeats', { code: 'strategy.repeats', missing }));
  return checks;
}

function ownerCheck({ details, currentName }: StrategyFacts): Check {
  const typed = details?.name ?? currentName ?? '';
  return { ...check('warn', 'owner', { code: 'strategy.owner-changes' }, 'ownerPersonId'), textToType: typed.trim() };
}

/** A strategy has to be flat before it ends. */
function endChecks({
  areHoldingsRecent,
  positionCount,
  workingOrderCount,
  subscribers,
  copies,
}: StrategyFacts): Check[] {
  const warning = check('warn', 'ends', { code: 'strategy.ends', subscribers, copies }, 'alive');
  if (!areHoldingsRecent) return [check('block', 'holdings-old', { code: 'strategy.holdings-old' }, 'alive'), warning];
  if (positionCount + workingOrderCount === 0) return [warning];
  return [
    check(
      'block',
      'not-flat',
      { code: 'strategy.not-flat', positions: positionCount, working: workingOrderCount },
      'alive',
    ),
    warning,
  ];
}
