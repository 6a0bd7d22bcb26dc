import {
  unsubscribeParameters,
  type UnsubscribeParameter,
  type NamedValues,
  type SubscriptionPlan,
} from '#contract/model/subscription.ts';
import type { ActRow } from '#core/acts/act-row.ts';
import { isActOf } from '#core/acts/act-type.ts';
import { unsubscribeFromStrategy, type UnsubscribeWanted } from '#core/acts/subscription-acts.ts';

/**
 * Names of members of the unsubscribe request and of its answer. In the text of a refusal, what
 * follows one of these names is about that member, up to the next name.
 */
const names = [...unsubscribeParameters, 'systemid', 'personid', 'platformid', 'apikey', 'subscription_guid'];
const anyName = new RegExp(`\\b(${names.join('|')})\\b`);

/** Only a text with one of these words says which values are allowed. */
const valuesPhrase = /\b(?:must be|one of|values|options|choices)\b/i;
/** A colon after one of these words begins a list of values. */
const listStart = /\b(?:one of|values|options|choices)\b[^:]*:(?<list>.*)$/i;
const wordPattern = /^[A-Za-z0-9_]{1,60}$/;
/** An identifier rather than a word of a language, such as `unsubscribe_immediate`. */
const identifierPattern = /^[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+$/;

/** A longer line, or a longer list, is no list of choices. */
const maxLineLength = 1_000;
const maxValues = 20;

/**
 * The values that the text of a refusal allows for a parameter. They are searched for in each line
 * that has the name of the parameter: from this name to the next name or to the end of the line. If
 * this part of the line has a list, the values are the words of the list. Otherwise they are all
 * identifiers in this part.
 */
export function namedValues(text: string, parameter: UnsubscribeParameter): string[] {
  const lines = text.split(/[\r\n]+/).filter((line) => line.length <= maxLineLength && !/[<>]/.test(line));
  const values = new Set(lines.flatMap((line) => valuesInLine(line, parameter)));
  return values.size > maxValues ? [] : [...values];
}

function valuesInLine(line: string, parameter: UnsubscribeParameter): string[] {
  const parts = line.split(anyName);
  return parts.flatMap((part, at) => {
    const textAfter = parts[at + 1];
    if (part !== parameter || textAfter === undefined) return [];
    const textBefore = at === 1 ? (parts[0] ?? '') : '';
    return valuesPhrase.test(textBefore + textAfter) ? (listIn(textAfter) ?? identifiersIn(textAfter)) : [];
  });
}

/** The list after a colon, if nothing else follows it; else null. */
function listIn(textAfter: string): string[] | null {
  const list = listStart.exec(textAfter)?.groups?.['list'];
  const items = list === undefined ? [] : itemsOf(list);
  return items.length > 0 && items.every((item) => wordPattern.test(item)) ? items : null;
}

/** Splits a list at its commas, or at its spaces if it has no commas. `listIn` checks the items. */
function itemsOf(list: string): string[] {
  const plain = list
    .replaceAll(/["'`()[\]]/g, ' ')
    .trim()
    .replace(/(?:[.,;]|\s(?:or|and))$/, '');
  const items = /[,;|]/.test(plain) ? plain.split(/[,;|]|\s(?:or|and)\s/) : plain.split(/\s+(?:(?:or|and)\s+)?/);
  return items.map((item) => item.trim().replace(/^(?:or|and)\s+/, '')).filter((item) => item !== '');
}

const identifiersIn = (textAfter: string): string[] =>
  textAfter
    .split(/[\s,;|"'`()[\]]+/)
    .map((item) => item.replace(/[.:]$/, ''))
    .filter((item) => wordPattern.test(item) && identifierPattern.test(item));

/**
 * The values that the platform named when it refused to unsubscribe, over all strategies of the
 * connection. `rows` are the acts on subscriptions of this connection, oldest first.
 */
export function valuesNamedInRefusals(rows: readonly ActRow[]): SubscriptionPlan['named'] {
  const unsubscribeActs = rows.filter((row) => isActOf(unsubscribeFromStrategy, row)).toReversed();
  return {
    actionType: newestNamedValues(unsubscribeActs, 'actionType'),
    autoTradePositionsAndOrders: newestNamedValues(unsubscribeActs, 'autoTradePositionsAndOrders'),
  };
}

function newestNamedValues(
  unsubscribeActs: readonly ActRow<UnsubscribeWanted>[],
  parameter: UnsubscribeParameter,
): NamedValues | null {
  for (const { answer, steps, wanted } of unsubscribeActs) {
    const refused = steps.find(({ state }) => state === 'REFUSED');
    if (refused === undefined) continue;
    // A line from the platform is a string, a line of this program is a message. The refusal may
    // repeat the value that was refused.
    const named = answer.flatMap((line) => (typeof line === 'string' ? namedValues(line, parameter) : []));
    const values = [...new Set(named)].filter((value) => value !== wanted[parameter]);
    if (values.length > 0) return { values, at: Math.floor(refused.at / 1000) };
  }
  return null;
}
