import { Check } from 'typebox/value';
import type { StrategyAttributes, StrategyChange, UnfinishedClone } from '#contract/model/strategy-change.ts';
import type { StrategyDetails } from '#contract/model/strategy.ts';
import type { ActRow } from '#core/acts/act-row.ts';
import { isActOf } from '#core/acts/act-type.ts';
import {
  ChangeBefore,
  changeSystemAttribute,
  type ChangeStrategyWanted,
  CreatedShown,
  createNewSystem,
  type CreateWanted,
} from '#core/acts/strategy-acts.ts';
import { attributesFrom, attributeText, namesIn } from '#core/acts/strategy-attributes.ts';
import { changedAttributes, newRows } from './plan-strategy.ts';

/** Only this many of the newest changes are shown. Activity also has the older ones. */
const maxShown = 100;

/**
 * The id that the platform showed for the strategy of a creation; null while it is not known.
 */
export const createdId = ({ shown }: ActRow): string | null => (Check(CreatedShown, shown) ? shown.systemId : null);

/** The changes to show, newest first. `rows` are sorted oldest first. */
export const shownChanges = (rows: readonly ActRow[], nameOf: (systemId: string) => string): StrategyChange[] =>
  rows
    .toReversed()
    .flatMap((row) => {
      if (isActOf(changeSystemAttribute, row)) return [shownChange(row, nameOf)];
      return isActOf(createNewSystem, row) ? [shownCreation(row)] : [];
    })
    .slice(0, maxShown);

function shownChange(row: ActRow<ChangeStrategyWanted>, nameOf: (systemId: string) => string): StrategyChange {
  const { before, target, wanted } = row;
  const texts = Check(ChangeBefore, before) ? before.attributes : {};
  const rows = namesIn(wanted.attributes).map((field) => ({
    field,
    before: texts[field] ?? null,
    after: attributeText(wanted.attributes[field] ?? ''),
  }));
  return { ...shownAct(row), kind: 'change', systemId: target.id, name: nameOf(target.id), rows, undo: undoOf(row) };
}

/** The values before the change, as far as they are known. Null if nothing can be undone. */
function undoOf({ before, state }: ActRow<ChangeStrategyWanted>): StrategyAttributes | null {
  const isDone = state === 'DONE' || state === 'DIFFERS';
  const undo = isDone && Check(ChangeBefore, before) ? attributesFrom(before.attributes) : {};
  return namesIn(undo).length === 0 ? null : undo;
}

function shownCreation(row: ActRow<CreateWanted>): StrategyChange {
  const { clone, strategy } = row.wanted;
  const systemId = createdId(row);
  const kind = clone === null ? 'create' : 'clone';
  const undo = row.state === 'DONE' && systemId !== null ? { alive: false } : null;
  return { ...shownAct(row), kind, systemId, name: strategy.name.trim(), rows: newRows(strategy), undo };
}

const shownAct = ({ createdAt, intentId, state }: ActRow) => ({
  intentId,
  state,
  at: Math.floor(createdAt / 1000),
});

/** States of a change that has or may have taken effect. */
const maybeDoneStates: ReadonlySet<ActRow['state']> = new Set(['SENDING', 'UNKNOWN', 'DONE', 'DIFFERS', 'GIVEN_UP']);

/**
 * Clones that were created and whose details do not show every attribute that the clone should
 * have. A clone is left out if a later change of its strategy took effect or may have taken effect.
 */
export function unfinishedClones(
  rows: readonly ActRow[],
  nameOf: (systemId: string) => string,
  detailsOf: (systemId: string) => StrategyDetails | null,
): UnfinishedClone[] {
  return rows.flatMap((row, index) => {
    if (!isActOf(createNewSystem, row) || row.state !== 'DONE') return [];
    const { clone, strategy } = row.wanted;
    const systemId = createdId(row);
    if (clone === null || systemId === null) return [];
    if (namesIn(changedAttributes(clone, detailsOf(systemId))).length === 0) return [];
    const later = rows.slice(index + 1).filter((one) => isActOf(changeSystemAttribute, one));
    if (later.some(({ target, state }) => target.id === systemId && maybeDoneStates.has(state))) return [];
    const { sourceId, attributes } = clone;
    const name = strategy.name.trim();
    const { at, intentId } = shownAct(row);
    return [{ intentId, sourceId, sourceName: nameOf(sourceId), systemId, name, at, attributes }];
  });
}
